/** The assessment of an answer in words, or a note that its run is still being measured. */

import { useEffect, useRef } from 'react';
import { waitsForProof } from '../../../app/lessons/open-lesson-state.ts';
import type { ComparedNumber } from '../../../lessons/answers/answers.ts';
import { formatBounds } from '../../../lessons/answers/bounds.ts';
import { formatShortSolution, rightAnswer } from '../../../lessons/answers/solution.ts';
import { placeOfFigure, proofOfStep, type StepProof } from '../../../lessons/answers/step-proof.ts';
import type { LessonStep } from '../../../lessons/format/lesson.ts';
import { required } from '../../../shared/required.ts';
import { formatSeconds } from '../../../shared/seconds-text.ts';
import { Button } from '../../parts/button.tsx';
import { usePage } from '../../shell/context.tsx';
import { useOnChange } from '../../shell/effects.ts';
import { LessonLine, LessonText } from '../panel/lesson-text.tsx';
import { useLesson } from '../use-lesson.ts';
import { FiguresTable } from './figures-table.tsx';

/** The words of a judgement: the other one is that of a challenge, which can be tried again. */
const VERDICT_TEXTS = { right: 'This is right.', wrong: 'This is not right.' };
const GOAL_TEXTS = { right: 'All goals are met.', wrong: 'Not all goals are met yet.' };

export function AnswerFeedback() {
  const { openLesson, state, stepIndex } = useLesson();
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
  /** The quantity that a wrong number agrees with. It comes later than the assessment. */
  const misreadText = openLesson.assessmentsIn(state).misreadingOfStep(stepIndex)?.text;
  useOnChange(`${scrolls} ${misreadText}`, () => {
    if (scrolls) scrollIntoStepView(element.current);
  });
  if (assessment.kind === 'open') return <div role="status" />;
  if (isPlaying) return <ProofPlaying />;
  if (assessment.kind === 'measuring') return <MeasuringStatus />;
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
  const step = required(openLesson.lesson.steps[stepIndex]);
  const isChallenge = step.kind === 'challenge';
  const texts = isChallenge ? GOAL_TEXTS : VERDICT_TEXTS;
  // Another number may be tried, so a wrong one has no message and not the right number beside it.
  const isNumberOfRun = step.kind === 'measure';
  const showsNumbers = isNumberOfRun ? judgedAnswer.isRight === true : !isChallenge;
  return (
    <div
      ref={element}
      role="status"
      tabIndex={-1}
      className={`feedback rail stack ${judgedAnswer.isRight ? 'right' : 'wrong'}`}
    >
      <p>
        <b>{judgedAnswer.isRight ? `✓ ${texts.right}` : `✗ ${texts.wrong}`}</b>
      </p>
      {showsNumbers &&
        judgedAnswer.comparedNumbers.map((comparedNumber) => (
          <ComparedLine key={comparedNumber.label} {...comparedNumber} />
        ))}
      {misreadText !== undefined && <p>You measured {misreadText}.</p>}
      <ProofShown />
      {judgedAnswer.says !== '' && !isNumberOfRun && <LessonText text={judgedAnswer.says} />}
      {judgedAnswer.isRight === false && <RightAnswer lines={rightAnswer(step)} />}
    </div>
  );
}

/** The right answer to a question that can be answered once. */
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

function ComparedLine({ kind, label, unit, answeredValue, expectedValue, within, below, above }: ComparedNumber) {
  const answerText = `${formatShortSolution(answeredValue ?? Number.NaN)} ${unit}`.trim();
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
      You: {answerText}. {label}: {formatShortSolution(expectedValue)}
      {allowedText} {unit}.
    </p>
  );
}

export function MeasuringStatus() {
  const { openLesson, state } = useLesson();
  return (
    <div className="cluster" role="status">
      <label className="feedback-bar field">
        The run is being measured…
        <progress className="feedback-measured" max={1} value={state.progress ?? 0} />
      </label>
      <Button onClick={() => openLesson.cancelMeasuring()}>Cancel</Button>
    </div>
  );
}

/** On a page that scrolls, the lanes are below the lesson: shows them while their run plays. */
export function scrollToLanes(): void {
  if (document.querySelector('.scrolls') !== null) document.querySelector('.lane')?.scrollIntoView();
}

/** While the run plays, in place of the assessment. */
function ProofPlaying() {
  const { openLesson, stepIndex } = useLesson();
  // The assessment scrolls back.
  useEffect(scrollToLanes, []);
  return (
    <div className="cluster" role="status">
      <span>The run plays to the time that shows the answer.</span>
      <Button onClick={() => openLesson.proofs.show(stepIndex)}>Go there now</Button>
    </div>
  );
}

/** Whether a plot of the proof has the line of a goal. */
const showsGoals = (step: LessonStep, { plots = [] }: StepProof): boolean =>
  step.kind === 'challenge' && step.goals.some((goal) => plots.includes(placeOfFigure(goal)?.plot ?? ''));

/** The place in the run that shows the answer, and its figures, when they are there. */
export function ProofShown() {
  const { openLesson, state, stepIndex } = useLesson();
  const step = openLesson.lesson.steps[stepIndex];
  const proof = step && proofOfStep(step);
  const timeNs = usePage((state) => state.timeNs);
  const isThere = usePage((state) => state.isPlaying || state.timeNs >= state.commandedNs);
  if (step === undefined || proof === undefined || state.proof?.step !== stepIndex) return null;
  const measuredRuns = openLesson.assessmentsIn(state).proofFigures(stepIndex);
  const runs = proof.runs ?? [];
  const look =
    proof.look ?? (showsGoals(step, proof) ? 'The thick dashed lines are goals; the table has all of them.' : '');
  const hasTable = step.kind === 'predict' && proof.figures.length > 0 && measuredRuns !== undefined;
  return (
    <>
      <p className="cluster">
        <span>
          <b>See it in the run{look === '' ? '.' : ':'}</b> <LessonLine text={look} />{' '}
          {isThere ? `The run is at ${formatSeconds(timeNs, 3)}.` : 'The run is being computed.'}
        </span>
        <Button className="quiet" onClick={() => openLesson.proofs.play(stepIndex, true)}>
          Play it again
        </Button>
      </p>
      {hasTable && (
        <FiguresTable
          figures={proof.figures}
          runs={runs.map((run) => openLesson.lesson.runs[run]?.title ?? run)}
          measuredRuns={measuredRuns}
          digits={proof.digits}
          isTwoWay={openLesson.runsIn(state).hasTwoQueues(runs[0])}
          classLabel={(id) => openLesson.runsIn(state).classLabel(runs[0] ?? '', id)}
          laneNames={openLesson.runsIn(state).laneNames(runs)}
        />
      )}
    </>
  );
}
