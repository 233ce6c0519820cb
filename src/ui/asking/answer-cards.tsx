/**
 * The cards of a question for a phone: the question with its options, then the chosen answer as a card that is held up.
 * It needs no server after it has been loaded.
 */
import { type ReactNode, useState } from 'react';
import { choiceQuestionOf, stepsWithOptions } from '../../lessons/format/choice-question.ts';
import { parseLesson } from '../../lessons/format/parse-lesson.ts';
import { loadTypesetter } from '../help/equation.tsx';
import { hashOfStep, loadLessonText, type RequestedLesson } from '../lessons/lesson-source.ts';
import { LessonLine, LessonText } from '../lessons/panel/lesson-text.tsx';
import { Button } from '../parts/button.tsx';
import { Alert } from '../parts/texts.tsx';
import { useLoaded } from '../shell/effects.ts';
import { useModal } from '../shell/use-modal.ts';
import { AnswerSign, cardColourOf, optionNumber, signName } from './answer-sign.tsx';
import './answer-cards.css';

type RequestedCards = Extract<RequestedLesson, { kind: 'file' | 'code' | 'cards' }>;

interface AnswerCardsProps {
  readonly requestedLesson: RequestedCards;
  readonly onClose: () => void;
}

export function AnswerCards({ requestedLesson, onClose }: AnswerCardsProps) {
  const dialog = useModal(true);
  return (
    <dialog ref={dialog} className="answer-cards" aria-label="Cards of answers" onClose={onClose}>
      {requestedLesson.kind === 'cards' ? (
        <Question options={Array.from({ length: requestedLesson.optionCount }, () => '')}>
          <p>Choose your answer, and hold your phone up.</p>
        </Question>
      ) : (
        <LessonCards requestedLesson={requestedLesson} />
      )}
    </dialog>
  );
}

/** The questions of a lesson, which is loaded once. */
function LessonCards({
  requestedLesson,
}: {
  readonly requestedLesson: Extract<RequestedCards, { kind: 'file' | 'code' }>;
}) {
  const [stepIndex, setStepIndex] = useState((requestedLesson.step ?? 1) - 1);
  const {
    value: lesson,
    failure,
    retry,
  } = useLoaded('lesson', async () => {
    const parsedLesson = parseLesson(await loadLessonText(requestedLesson)).lesson;
    if (parsedLesson === undefined) throw new Error('it is not a lesson');
    // No later question needs the network.
    if (stepsWithOptions(parsedLesson).some((index) => JSON.stringify(parsedLesson.steps[index]).includes('$')))
      await loadTypesetter().catch(() => undefined);
    return parsedLesson;
  });
  if (failure !== undefined)
    return (
      <Alert>
        The question could not be loaded: {failure}. <Button onClick={retry}>Try again</Button>
      </Alert>
    );
  if (lesson === undefined) return <p className="muted">The question is being loaded…</p>;
  const steps = stepsWithOptions(lesson);
  const step = lesson.steps[stepIndex];
  const choiceQuestion = step && choiceQuestionOf(step, lesson);
  const stepBefore = steps.filter((index) => index < stepIndex).at(-1);
  const stepAfter = steps.find((index) => index > stepIndex);
  const footer = (
    <footer className="ends fine">
      <Button disabled={stepBefore === undefined} onClick={() => setStepIndex(stepBefore ?? stepIndex)}>
        ← Question
      </Button>
      <a href={hashOfStep(requestedLesson, stepIndex + 1)}>Step {stepIndex + 1} of the lesson</a>
      <Button disabled={stepAfter === undefined} onClick={() => setStepIndex(stepAfter ?? stepIndex)}>
        Question →
      </Button>
    </footer>
  );
  return (
    <Question key={stepIndex} options={choiceQuestion?.options.map(({ text }) => text) ?? []} footer={footer}>
      {choiceQuestion?.text !== undefined && <LessonText text={choiceQuestion.text} />}
      {choiceQuestion !== undefined && choiceQuestion.comparedTitles.length > 0 && (
        <p>The runs: {choiceQuestion.comparedTitles.join('; ')}. Their figures are in front of the class.</p>
      )}
      <p className="answer-cards-question">
        {choiceQuestion === undefined ? (
          'This step has no answers to choose from.'
        ) : (
          <LessonLine text={choiceQuestion.question} />
        )}
      </p>
    </Question>
  );
}

interface QuestionProps {
  /** The texts of the options; empty if they are only on the projector. */
  readonly options: readonly string[];
  /** The question. */
  readonly children: ReactNode;
  /** The way to other questions. */
  readonly footer?: ReactNode;
}

/** A question with its options, or the card of the chosen one. */
function Question({ options, children, footer }: QuestionProps) {
  const [chosen, setChosen] = useState<number>();
  if (chosen !== undefined)
    return <HeldCard option={chosen} text={options[chosen] ?? ''} onBack={() => setChosen(undefined)} />;
  return (
    <>
      {children}
      <div className="answer-cards-options">
        {options.map((text, option) => (
          <Button
            // biome-ignore lint/suspicious/noArrayIndexKey: an option is identified by its position
            key={option}
            className="row"
            aria-label={`${signName(option)}${text === '' ? '' : `: ${text}`}`}
            onClick={() => setChosen(option)}
          >
            <AnswerSign option={option} />
            {text !== '' && <LessonLine text={text} />}
          </Button>
        ))}
      </div>
      {footer}
    </>
  );
}

interface HeldCardProps {
  readonly option: number;
  readonly text: string;
  readonly onBack: () => void;
}

/** Covers the screen, so that the teacher sees the number, the shape and the colour from far away. */
function HeldCard({ option, text, onBack }: HeldCardProps) {
  const { colour, textColour } = cardColourOf(option);
  return (
    <div className="column answer-cards-held" style={{ background: colour, color: textColour }}>
      <div className="answer-cards-sign" role="img" aria-label={`Your answer: ${signName(option)}`}>
        <AnswerSign option={option} isOnColour />
      </div>
      {text !== '' && (
        <p>
          <LessonLine text={text} />
        </p>
      )}
      <Button onClick={onBack}>Not {optionNumber(option)}? Back to the answers</Button>
    </div>
  );
}
