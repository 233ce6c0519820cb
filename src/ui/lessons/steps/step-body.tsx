/** The question of a step, by its kind, and the assessment of the answer. */

import { useId } from 'react';
import { playedUntilNs } from '../../../app/lessons/step-observer.ts';
import type { StepRuns } from '../../../app/lessons/step-runs.ts';
import { asSketchDraft, curveOfSketch, MIN_SKETCH_POINTS } from '../../../lessons/answers/sketch-draft.ts';
import { stepSolution } from '../../../lessons/answers/solution.ts';
import { MAX_ANSWER_CHARACTERS } from '../../../lessons/answers/stored-answers.ts';
import {
  asksForProgram,
  type CompareStep,
  type ExplainStep,
  type MeasureStep,
  type PredictStep,
  type RunStep,
  type ValidStep,
} from '../../../lessons/format/lesson.ts';
import { lessonFigures } from '../../../lessons/measurement/lesson-figures.ts';
import { startSetting } from '../../../lessons/runs/lesson-runs.ts';
import { formatSeconds } from '../../../shared/seconds-text.ts';
import { Button } from '../../parts/button.tsx';
import { usePage, usePageContext } from '../../shell/context.tsx';
import { formatSetting } from '../../shell/value-text.ts';
import { LessonText, QuestionText } from '../panel/lesson-text.tsx';
import { Sketch } from '../sketch/sketch.tsx';
import type { SketchQuestion } from '../sketch/sketch-axes.ts';
import { useLesson, useShownJudgement } from '../use-lesson.ts';
import { AnswerForm, ChoiceAnswer, NumberAnswer, OrderAnswer } from './answer-form.tsx';
import { ChallengeStepBody } from './challenge-step.tsx';
import { ComparedFigures, useComparedRuns } from './compared-figures.tsx';
import { AnswerFeedback, MeasuringStatus, ProofShown, scrollIntoStepView, scrollToLanes } from './feedback.tsx';
import { ProgramAnswer } from './program-answer.tsx';

/** The properties of the body of a step. */
interface StepProps<Step extends ValidStep> {
  readonly step: Step;
}

export function StepBody({ step }: StepProps<ValidStep>) {
  const { state, stepIndex } = useLesson();
  const isProjector = usePage(({ theme }) => theme === 'projector');
  // *Play the run* of a live question reveals the answer in every theme.
  const isForClass = isProjector || state.revealedSteps.includes(stepIndex);
  return (
    <>
      {step.kind === 'predict' && <PredictStepBody step={step} />}
      {step.kind === 'run' && <RunStepBody step={step} />}
      {step.kind === 'measure' && <MeasureStepBody step={step} />}
      {step.kind === 'compare' && <CompareStepBody step={step} />}
      {step.kind === 'explain' && <ExplainStepBody step={step} />}
      {step.kind === 'challenge' &&
        (asksForProgram(step) ? <ProgramAnswer step={step} /> : <ChallengeStepBody step={step} />)}
      {isForClass && step.kind !== 'read' && step.kind !== 'run' && <RevealedText step={step} canHide={isProjector} />}
    </>
  );
}

interface RevealedTextProps extends StepProps<ValidStep> {
  /** Whether the page has a button that shows the answer again. */
  readonly canHide: boolean;
}

/** For a class: the right answer, hidden until the teacher shows it. */
function RevealedText({ step, canHide }: RevealedTextProps) {
  const { openLesson, state, stepIndex, answer } = useLesson();
  const isRevealed = state.revealedSteps.includes(stepIndex);
  const measuredRuns = openLesson.assessmentsIn(state).measurementsOfStep(stepIndex);
  const run = step.kind === 'challenge' ? openLesson.runsIn(state).withId(step.view.run) : undefined;
  const solution = stepSolution(
    step,
    typeof measuredRuns === 'object' ? measuredRuns : undefined,
    openLesson.lesson,
    (path, value) => formatSetting(run, path, value),
  );
  return (
    <div className="stack">
      {canHide && (
        <Button aria-expanded={isRevealed} onClick={() => openLesson.toggleRightAnswer(stepIndex)}>
          {isRevealed ? 'Hide the answer' : 'Show the answer'}
        </Button>
      )}
      {isRevealed && (
        <div ref={scrollIntoStepView} role="status">
          {solution?.lines.map((line) => (
            <LessonText key={line} text={line} />
          ))}
          {/* After an answer, the assessment shows it. */}
          {answer === undefined && state.proof?.phase === 'shown' && <ProofShown />}
        </div>
      )}
      {isRevealed && step.kind === 'predict' && step.ask.type === 'sketch' && solution?.curve !== undefined && (
        <Sketch ask={step.ask} title={step.question} sketch={undefined} measuredCurve={solution.curve} />
      )}
      {isRevealed && measuredRuns === undefined && <MeasuringStatus />}
    </div>
  );
}

function PredictStepBody({ step }: StepProps<PredictStep>) {
  const { openLesson, state } = useLesson();
  const { ask, question } = step;
  const id = useId();
  return (
    <>
      <QuestionText id={id} text={question} />
      {ask.type === 'choice' && <ChoiceAnswer options={ask.options} id={id} />}
      {ask.type === 'order' && <OrderAnswer items={ask.items} id={id} />}
      {ask.type === 'number' && <NumberAnswer unit={ask.unit} id={id} />}
      {ask.type === 'sketch' && <SketchAnswer ask={ask} title={question} id={id} />}
      {openLesson.waitsForPrediction(state) && (
        <p className="muted">
          Give your prediction first. Until then the run does not play, and its figures are hidden.
        </p>
      )}
      <AnswerFeedback />
    </>
  );
}

interface SketchAnswerProps {
  readonly ask: SketchQuestion;
  readonly title: string;
  /** Id of the element with the question. */
  readonly id: string;
}

function SketchAnswer({ ask, title, id }: SketchAnswerProps) {
  const { openLesson, stepIndex, answer, draft } = useLesson();
  const sketch = asSketchDraft(draft);
  const curve = answer?.kind === 'sketch' ? answer.sketch : curveOfSketch(sketch, ask);
  const isDrawn = curve.seconds.length >= MIN_SKETCH_POINTS;
  return (
    <AnswerForm answer={isDrawn ? { kind: 'sketch', sketch: curve } : undefined}>
      <Sketch
        ask={ask}
        title={title}
        sketch={curve}
        measuredCurve={useShownJudgement()?.curve}
        draft={answer === undefined ? sketch : undefined}
        onDraft={(draft) => openLesson.setDraft(stepIndex, draft)}
        labelledBy={id}
      />
    </AnswerForm>
  );
}

/** Plays the run of a step to its time, or pauses it. */
function PlayButton({ step, isDone }: StepProps<RunStep | MeasureStep> & { readonly isDone: boolean }) {
  const { openLesson } = useLesson();
  const { page } = usePageContext();
  const isPlaying = usePage((state) => state.isPlaying);
  const endNs = usePage((state) => state.endNs);
  const endText = formatSeconds(playedUntilNs(page, step), 3);
  return (
    <p className="cluster">
      <Button
        className={isDone ? '' : 'primary'}
        disabled={endNs === 0}
        onClick={() => {
          if (isPlaying) return page.session.pause();
          openLesson.continueRun();
          scrollToLanes();
        }}
      >
        {isPlaying ? 'Pause' : isDone ? `Play to ${endText} again` : `Play to ${endText}`}
      </Button>
    </p>
  );
}

function RunStepBody({ step }: StepProps<RunStep>) {
  const { answer } = useLesson();
  const { page } = usePageContext();
  // The end of the run is known when the page has opened it.
  usePage(({ endNs }) => endNs);
  const endText = formatSeconds(playedUntilNs(page, step), 3);
  const isDone = answer !== undefined;
  return (
    <>
      <PlayButton step={step} isDone={isDone} />
      <p role="status" className={isDone ? undefined : 'muted'}>
        {isDone ? 'The run has reached the end of this step.' : `This step is done when the run reaches ${endText}.`}
      </p>
    </>
  );
}

function MeasureStepBody({ step }: StepProps<MeasureStep>) {
  const { openLesson, state } = useLesson();
  const id = useId();
  const waits = openLesson.waitsForRun(state);
  return (
    <>
      <QuestionText id={id} text={step.question} />
      <div className="muted">
        <LessonText text={`**Where to look:** ${step.hint}`} />
        <p>{formatSpan(openLesson.runsIn(state), step)}</p>
      </div>
      <PlayButton step={step} isDone={!waits} />
      <NumberAnswer id={id} unit={lessonFigures[step.reading.figure].unit} isAgain isBlocked={waits} />
      {waits && <p className="muted">Play the run first. Then read the figure and type it.</p>}
      <AnswerFeedback />
    </>
  );
}

/** The span that the figure counts. */
function formatSpan(runs: StepRuns, { reading }: MeasureStep): string {
  const { span } = lessonFigures[reading.figure];
  const endText = reading.atSeconds === undefined ? 'the end of the run' : `${reading.atSeconds} s`;
  const run = runs.withId(reading.run);
  const from = span === 'since the start' || run === undefined ? 0 : startSetting(run, 'run.warmupSeconds');
  return span === 'at this time' ? `It is read at ${endText}.` : `It counts from ${from} s to ${endText}.`;
}

function ExplainStepBody({ step }: StepProps<ExplainStep>) {
  const { openLesson, stepIndex, answer, draft } = useLesson();
  const id = useId();
  const typedText = typeof draft === 'string' ? draft : answer?.kind === 'text' ? answer.text : '';
  const isUnchanged = answer?.kind === 'text' && answer.text === typedText;
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        openLesson.answer(stepIndex, { kind: 'text', text: typedText });
      }}
    >
      <QuestionText id={id} text={step.question} />
      <textarea
        className="lesson-text-answer"
        aria-labelledby={id}
        rows={6}
        maxLength={MAX_ANSWER_CHARACTERS}
        value={typedText}
        onChange={({ target }) => openLesson.setDraft(stepIndex, target.value)}
      />
      <p className="cluster">
        <button
          type="submit"
          className={isUnchanged ? '' : 'primary'}
          disabled={typedText.trim() === '' || isUnchanged}
        >
          {answer === undefined ? 'This is my answer' : isUnchanged ? 'Your answer is stored' : 'Change my answer'}
        </button>
      </p>
      {answer !== undefined && (
        <div role="status" className="feedback rail stack">
          <p>
            <b>A good answer says:</b>
          </p>
          <LessonText text={step.model} />
          <p className="muted">Compare it with yours. You can still change your answer.</p>
        </div>
      )}
    </form>
  );
}

/** A step that compares runs: their figures as a table, then a question about them. */
function CompareStepBody({ step }: StepProps<CompareStep>) {
  const id = useId();
  const areMeasured = typeof useComparedRuns().measuredRuns === 'object';
  return (
    <>
      <ComparedFigures step={step} />
      {areMeasured && (
        <>
          <QuestionText id={id} text={step.question} />
          <ChoiceAnswer id={id} options={step.options} isAgain />
          <AnswerFeedback />
        </>
      )}
    </>
  );
}
