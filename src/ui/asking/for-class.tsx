/** A step of a lesson in front of a class: its QR code, a live question, and the answers of the class. */

import { useState } from 'react';
import { useStore } from 'zustand';
import { questionKey, tappedOptions } from '../../app/lessons/class-counts.ts';
import { choiceQuestionOf } from '../../lessons/format/choice-question.ts';
import { hashOfCards, hashOfStepCards } from '../lessons/lesson-source.ts';
import { ComparedFigures } from '../lessons/steps/compared-figures.tsx';
import { useLesson } from '../lessons/use-lesson.ts';
import { Button } from '../parts/button.tsx';
import { urlWithHash } from '../shell/address/copy-url.ts';
import { namesLesson } from '../shell/address/run-urls.ts';
import { usePage, usePageContext } from '../shell/context.tsx';
import { lazyPart } from '../shell/part.tsx';
import { CountBars } from './count-bars.tsx';
import './for-class.css';

const AskDialog = lazyPart('The question', () => import('./ask-dialog.tsx'), 'AskDialog');
const QrDialog = lazyPart('The QR code', () => import('./qr-dialog.tsx'), 'QrDialog');

/** The question of the shown step, and the answers of the class. */
function useClassQuestion() {
  const { openLesson, state } = useLesson();
  const { lesson } = openLesson;
  const countsKey = questionKey(lesson.id, state.step);
  const taps = useStore(tappedOptions, ({ [countsKey]: stored }) => stored) ?? [];
  const step = lesson.steps[state.step];
  return { countsKey, taps, step, asked: step && choiceQuestionOf(step, lesson) };
}

/** The answers of the class, in sight while the run plays. */
export function ClassAnswers() {
  const { state } = useLesson();
  const { taps, asked } = useClassQuestion();
  if (asked === undefined || taps.length === 0) return null;
  const isRevealed = state.revealedSteps.includes(state.step) || state.answers[state.step] !== undefined;
  return (
    <div className="class-answers screen-only">
      <CountBars options={asked.options} taps={taps} showsRight={isRevealed} />
    </div>
  );
}

export function ClassButtons() {
  const { openLesson, state } = useLesson();
  const { page } = usePageContext();
  const lessonHash = usePage((pageState) => pageState.lessonHash);
  const [opened, setOpened] = useState<'question' | 'code'>();
  const { countsKey, step, asked } = useClassQuestion();
  // A lesson that is tried in the editor has no link.
  if (lessonHash === undefined || !namesLesson(lessonHash)) return null;
  const close = () => setOpened(undefined);
  const play = () => {
    close();
    const isAnswered = state.answers[state.step] !== undefined || state.revealedSteps.includes(state.step);
    if (!isAnswered) openLesson.toggleRightAnswer(state.step);
    // The right answer plays the run to the time that shows it, if there is one.
    if (openLesson.state.proof?.step !== state.step) page.session.play();
  };
  return (
    <span className="class-buttons row">
      {asked && (
        <Button
          title="The question with a QR code for phones, and counts of the answers"
          onClick={() => setOpened('question')}
        >
          Ask a class
        </Button>
      )}
      <Button title="The link of this step for phones" onClick={() => setOpened('code')}>
        QR code
      </Button>
      {opened === 'code' && <QrDialog onClose={close} />}
      {opened === 'question' && asked && (
        <AskDialog
          choiceQuestion={asked}
          figures={step?.kind === 'compare' ? <ComparedFigures step={step} /> : undefined}
          countsKey={countsKey}
          url={urlWithHash(hashOfStepCards(lessonHash))}
          shortUrl={urlWithHash(hashOfCards(asked.options.length))}
          onPlay={play}
          onClose={close}
        />
      )}
    </span>
  );
}
