/**
 * A live question on the projector: the options, the QR code of the cards, and the counts of the cards that are held
 * up. The teacher taps each card, and then plays the run.
 */
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import {
  earlierTaps,
  removeAllTaps,
  removeTap,
  tapOption,
  tappedOptions,
  undoTap,
} from '../../app/lessons/class-counts.ts';
import type { ChoiceQuestion } from '../../lessons/format/choice-question.ts';
import { LessonLine, LessonText } from '../lessons/panel/lesson-text.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { CountBars } from './count-bars.tsx';
import { QrLink } from './qr-link.tsx';
import './ask-dialog.css';
import { letterKeys, optionOfKey } from './answer-sign.tsx';

interface AskDialogProps {
  readonly choiceQuestion: ChoiceQuestion;
  /** The figures of the compared runs; undefined if it compares none. */
  readonly figures: ReactNode;
  /** Key of the question in the counts. */
  readonly countsKey: string;
  /** The link of its cards. */
  readonly url: string;
  /** The link of cards without texts, for a lesson whose own link is too long. */
  readonly shortUrl: string;
  readonly onPlay: () => void;
  readonly onClose: () => void;
}

const LONG_LESSON_ADVICE =
  'This code opens cards with numbers only. For cards with the texts, put the file of the lesson on the web server of the page, and open it with #lesson=FILE.';

export function AskDialog({ choiceQuestion, figures, countsKey, url, shortUrl, onPlay, onClose }: AskDialogProps) {
  const { question, options } = choiceQuestion;
  const taps = useStore(tappedOptions, ({ [countsKey]: stored }) => stored) ?? [];
  const canUndo = useStore(earlierTaps, ({ [countsKey]: lists }) => lists !== undefined && lists.length > 0);
  const letters = letterKeys(options.length);
  const onKeyDown = ({ key, ctrlKey, metaKey, altKey }: React.KeyboardEvent) => {
    if (ctrlKey || metaKey || altKey) return;
    const option = optionOfKey(key, options.length);
    if (option !== undefined) tapOption(countsKey, option);
    else if (key === 'Backspace') undoTap(countsKey);
  };
  return (
    <Dialog
      title={<LessonLine text={question} />}
      closing="Close the question"
      className="ask"
      pauses
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      {choiceQuestion.text !== undefined && <LessonText text={choiceQuestion.text} />}
      {figures}
      <div className="ask-content">
        <CountBars
          options={options}
          taps={taps}
          onTap={(option) => tapOption(countsKey, option)}
          onRemove={(option) => removeTap(countsKey, option)}
        />
        <div className="ask-side stack">
          <p className="ask-buttons cluster">
            <span role="status">{taps.length === 1 ? '1 answer' : `${taps.length} answers`}</span>
            <Button disabled={!canUndo} title="Backspace" onClick={() => undoTap(countsKey)}>
              Undo
            </Button>
            <Button disabled={taps.length === 0} onClick={() => removeAllTaps(countsKey)}>
              Count again
            </Button>
            <Button className="primary" onClick={onPlay}>
              Play the run
            </Button>
          </p>
          <QrLink url={url} shortUrl={shortUrl} advice={LONG_LESSON_ADVICE} />
          <p className="fine muted">
            Scan the code, choose a card and hold it up. For the teacher: tap an answer for each card, or press its
            number{letters === '' ? '' : ` (${letters})`}.
          </p>
        </div>
      </div>
    </Dialog>
  );
}
