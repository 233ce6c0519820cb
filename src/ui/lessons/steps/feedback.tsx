/** The assessment of an answer in words, or a note that its run is still being measured. */

import { useEffect, useRef } from 'react';
import type { OpenLesson } from '../../../app/lessons/open-lesson.ts';
import { type OpenLessonState, waitsForProof } from '../../../app/lessons/open-lesson-state.ts';
import type { ComparedNumber } from '../../../lessons/answers/answers.ts';
import { formatBounds } from '../../../lessons/answers/bounds.ts';
import { formatShortSolution, rightAnswer } from '../../../lessons/answers/solution.ts';
import type { ValidStep } from '../../../lessons/format/lesson.ts';
import { required } from '../../../shared/required.ts';
import { Button } from '../../parts/button.tsx';
import { LessonText } from '../panel/lesson-text.tsx';
import { ProofPlaying, ProofShown } from './proof.tsx';
import type { StepProps } from './step-props.tsx';
import './feedback.css';

export function AnswerFeedback({
  openLesson,
  state,
  stepIndex,
  message,
  compared = 'always',
  texts = { right: 'This is right.', wrong: 'This is not right.' },
}: {
  readonly openLesson: OpenLesson;
  readonly state: OpenLessonState;
  readonly stepIndex: number;
  /** When the message of the lesson is shown. */
  readonly message: 'always' | 'never';
  /** When numbers are shown beside the answer: not for a wrong answer if another try is allowed. */
  readonly compared?: 'always' | 'right' | 'never';
  readonly texts?: { readonly right: string; readonly wrong: string };
}) {
  const assessment = openLesson.assessmentsIn(state).assessmentOfStep(stepIndex);
  const element = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(false);
  const { kind } = assessment;
  const isPlaying = waitsForProof(state, stepIndex);
  useEffect(() => {
    if (kind === 'open') wasOpen.current = true;
    if (kind !== 'judged' || isPlaying || !wasOpen.current) return;
    wasOpen.current = false;
    focusFeedback(element.current);
  }, [kind, isPlaying]);
  const scrolls = !isPlaying && assessment.kind === 'judged' && assessment.judgedAnswer.curve === undefined;
  useEffect(() => {
    if (scrolls) scrollIntoStepView(element.current);
  }, [scrolls]);
  if (assessment.kind === 'open') return <div role="status" />;
  if (isPlaying) return <ProofPlaying openLesson={openLesson} state={state} stepIndex={stepIndex} />;
  if (assessment.kind === 'measuring') return <MeasuringStatus openLesson={openLesson} progress={state.progress} />;
  if (assessment.kind === 'failed')
    return (
      <div role="alert">
        <p className="notice">The run could not be measured: {assessment.message}. Your answer is kept.</p>
        <p className="cluster">
          <Button onClick={() => openLesson.requestResult(stepIndex)}>Measure again</Button>
        </p>
      </div>
    );
  const { judgedAnswer } = assessment;
  return (
    <div
      ref={element}
      role="status"
      tabIndex={-1}
      className={`feedback rail stack ${judgedAnswer.right ? 'right' : 'wrong'}`}
    >
      <p>
        <b>{judgedAnswer.right ? `✓ ${texts.right}` : `✗ ${texts.wrong}`}</b>
      </p>
      {(compared === 'always' || (compared === 'right' && judgedAnswer.right === true)) &&
        judgedAnswer.compared.map((comparedNumber) => <ComparedLine key={comparedNumber.label} {...comparedNumber} />)}
      <MisreadText openLesson={openLesson} state={state} stepIndex={stepIndex} />
      <ProofShown openLesson={openLesson} state={state} stepIndex={stepIndex} />
      {judgedAnswer.says !== '' && message === 'always' && <LessonText text={judgedAnswer.says} />}
      {judgedAnswer.right === false && (
        <RightAnswer lines={rightAnswer(required(openLesson.lesson.steps[stepIndex]))} />
      )}
    </div>
  );
}

/** The quantity that a wrong number agrees with. */
function MisreadText({
  openLesson,
  state,
  stepIndex,
}: Pick<StepProps<ValidStep>, 'openLesson' | 'state' | 'stepIndex'>) {
  const misreading = openLesson.assessmentsIn(state).misreadingOfStep(stepIndex);
  return misreading === undefined ? null : <p>You measured {misreading.text}.</p>;
}

/** For a question that can be answered once. */
function RightAnswer({ lines }: { readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <>
      <p>
        <b>The right answer:</b>
      </p>
      {lines.map((line) => (
        <LessonText key={line} text={line} />
      ))}
    </>
  );
}

/** Scrolls to the new assessment below the answer. It does not scroll if a sketch would go out of view. */
export const scrollIntoStepView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/** The button for the answer no longer exists, so the focus moves to the assessment. */
function focusFeedback(element: HTMLElement | null): void {
  const activeElement = document.activeElement;
  // A field that was disabled keeps the focus until the next frame.
  if (activeElement === document.body || activeElement?.matches(':disabled')) element?.focus({ preventScroll: true });
}

function ComparedLine({ kind, label, unit, answered, expected, within, below, above }: ComparedNumber) {
  const answerText = `${formatShortSolution(answered ?? Number.NaN)} ${unit}`.trim();
  if (kind === 'distance')
    return (
      <p className="muted">
        {label}: {answerText}. Allowed: at most {formatShortSolution(within ?? 0)} {unit}.
      </p>
    );
  if (kind === 'goal')
    return (
      <p className="muted">
        {label}: {answerText}. Expected: {`${formatBounds({ above, below })} ${unit}`.trim()}.
      </p>
    );
  const allowedText = within === undefined || within === 0 ? '' : ` ± ${formatShortSolution(within, 2)}`;
  return (
    <p className="muted">
      You: {answerText}. {label}: {formatShortSolution(expected)}
      {allowedText} {unit}.
    </p>
  );
}

export function MeasuringStatus({
  openLesson,
  progress,
}: {
  readonly openLesson: OpenLesson;
  readonly progress: number | undefined;
}) {
  return (
    <div className="cluster" role="status">
      <label className="feedback-bar field">
        The run is being measured…
        <progress className="feedback-measured" max={1} value={progress ?? 0} />
      </label>
      <Button onClick={() => openLesson.cancelMeasuring()}>Cancel</Button>
    </div>
  );
}
