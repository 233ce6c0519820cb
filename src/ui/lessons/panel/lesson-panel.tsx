/** An open lesson beside the lanes: one step at a time. */

import { type RefObject, useEffect, useMemo, useRef } from 'react';
import type { OpenLesson } from '../../../app/lessons/open-lesson.ts';
import { hasOwner, type OpenLessonState } from '../../../app/lessons/open-lesson-state.ts';
import { encodeCourseAnswers } from '../../../lessons/course-system/course-answers.ts';
import { describeProblem, type ParameterProblem } from '../../../params/schema.ts';
import { required } from '../../../shared/required.ts';
import { ClassAnswers, ClassButtons } from '../../asking/for-class.tsx';
import { Button } from '../../parts/button.tsx';
import { Select } from '../../parts/fields.tsx';
import { Bullets, Notice } from '../../parts/texts.tsx';
import { usePage } from '../../shell/context.tsx';
import { useOnChange } from '../../shell/effects.ts';
import { takesLetters, useKeys } from '../../shell/input/use-keys.ts';
import { usePageAttribute } from '../../shell/layout/page-attribute.ts';
import { sendToCourse } from '../course-page.ts';
import { MeasurementFiles } from '../steps/measurement-files.tsx';
import { usePlotsOfStep } from '../steps/plots-of-step.ts';
import { StepBody } from '../steps/step-body.tsx';
import { LessonContext, useLesson } from '../use-lesson.ts';
import { HandInButton, HandInStatus, LessonEnd, StudentName } from './lesson-end.tsx';
import { LessonText } from './lesson-text.tsx';
import { PathFigure } from './path-figure.tsx';

interface LessonPanelProps {
  /** The parts of the file that could not be read. */
  readonly problems: readonly ParameterProblem[];
  /** Shows a step, from 0. */
  readonly onStep: (step: number) => void;
  readonly onClose: () => void;
  /** Words of the button that closes the lesson. */
  readonly closing?: string;
}

export function LessonPanel({ openLesson, ...props }: LessonPanelProps & { readonly openLesson: OpenLesson }) {
  return (
    <LessonContext value={openLesson}>
      <OpenedLesson {...props} />
    </LessonContext>
  );
}

function OpenedLesson({ problems, onStep, onClose, closing = 'Leave the lesson' }: LessonPanelProps) {
  const { openLesson, state } = useLesson();
  const { lesson } = openLesson;
  const heading = useRef<HTMLHeadingElement>(null);
  const scrolledElement = useRef<HTMLDivElement>(null);
  const shownStep = useRef(state.step);
  const waits = openLesson.waitsForPrediction(state);
  useViewOfStep(openLesson, state);
  usePlotsOfStep(openLesson, state);
  useBlockedKeys(waits);
  useProgressMessages(openLesson, state);
  useEffect(() => {
    if (shownStep.current === state.step) return;
    shownStep.current = state.step;
    scrolledElement.current?.scrollTo(0, 0);
    heading.current?.focus();
  }, [state.step]);
  const last = lesson.steps.length - 1;
  const showsName = (openLesson.asksForName || hasOwner(state)) && state.handIn.kind !== 'name';
  return (
    // Keys stop here while the run must not play.
    <section
      className="lesson column"
      aria-label={`Lesson: ${lesson.title}`}
      onKeyDown={(event) => waits && event.nativeEvent.stopPropagation()}
    >
      <header className="ends">
        <h2 className="lesson-title spacer">{lesson.title}</h2>
        <span className="muted fine">
          {state.step + 1} of {lesson.steps.length}
        </span>
        <Button className="quiet screen-only" aria-label={closing} title={closing} onClick={onClose}>
          ×
        </Button>
      </header>
      <StepsNav onStep={onStep} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll a long text without a question */}
      <div ref={scrolledElement} className="lesson-scroll stack" tabIndex={0}>
        {showsName && state.student === undefined && <StudentName student={undefined} />}
        <ReopenedStepsNotice />
        {state.storeError !== undefined && (
          <Notice>
            This browser does not keep your answers ({state.storeError}). The lesson works, but your answers are lost
            when you close or reload this page.
          </Notice>
        )}
        <CourseNotice />
        {state.step === 0 && <LessonProblems problems={problems} />}
        <StepArticle problems={problems} heading={heading} />
        {showsName && state.student !== undefined && <StudentName student={state.student} />}
        {state.step === last ? <LessonEnd /> : <HandInStatus />}
      </div>
      <ClassAnswers />
      <footer className="cluster screen-only">
        {state.step > 0 && <Button onClick={() => onStep(state.step - 1)}>Back</Button>}
        <span className="spacer" />
        {state.step < last ? (
          <Button className="primary" onClick={() => onStep(state.step + 1)}>
            Next
          </Button>
        ) : (
          <HandInButton />
        )}
      </footer>
    </section>
  );
}

/** The number of the step, and the way to other steps. */
function StepsNav({ onStep }: Pick<LessonPanelProps, 'onStep'>) {
  const { openLesson, state, stepIndex } = useLesson();
  const { lesson } = openLesson;
  const assessments = openLesson.assessmentsIn(state);
  return (
    <nav className="cluster" aria-label="Steps of the lesson">
      <Button aria-label="Step back" disabled={stepIndex === 0} onClick={() => onStep(stepIndex - 1)}>
        ←
      </Button>
      <Select
        className="lesson-choice"
        aria-label="Step"
        title="• done, ✓ right"
        value={stepIndex}
        options={lesson.steps.map(({ title }, index) => [
          index,
          `${index + 1}. ${title || UNREADABLE_TITLE}${STEP_SIGNS[assessments.stateOfStep(index)]}`,
        ])}
        onChoose={(index) => onStep(Number(index))}
      />
      <ClassButtons key={stepIndex} />
      <progress
        className="lesson-progress"
        aria-label="Place in the lesson"
        max={lesson.steps.length}
        value={stepIndex + 1}
      />
    </nav>
  );
}

interface StepArticleProps extends Pick<LessonPanelProps, 'problems'> {
  /** Gets the focus when the step is shown. */
  readonly heading: RefObject<HTMLHeadingElement | null>;
}

/** The title, text and question of the step. */
function StepArticle({ problems, heading }: StepArticleProps) {
  const { openLesson, state } = useLesson();
  const step = required(openLesson.lesson.steps[state.step]);
  const isOneLane = usePage(({ run }) => run.lanes.length === 1);
  return (
    <article className="lesson-step stack" aria-labelledby="lesson-step">
      <h3 id="lesson-step" className="lesson-heading" ref={heading} tabIndex={-1}>
        {step.title || UNREADABLE_TITLE}
      </h3>
      {step.kind === 'broken' ? (
        <>
          <p className="notice">This step of the file cannot be shown. The other steps can.</p>
          <LessonProblems
            problems={problems.filter(
              ({ path }) => path.startsWith(`steps.${state.step + 1}.`) || path === `steps.${state.step + 1}`,
            )}
          />
        </>
      ) : (
        <>
          {step.drawing === 'path' && <PathFigure isOnLane={isOneLane && step.view?.hide.includes('lenses')} />}
          {step.text !== undefined && <LessonText text={step.text} />}
          {step.view?.measurements !== undefined && <MeasurementFiles paths={step.view.measurements} />}
          <StepBody key={state.step} step={step} />
        </>
      )}
    </article>
  );
}

/** Figures that were read before the student gave the name. */
function ReopenedStepsNotice() {
  const { reopenedSteps, answers } = useLesson().state;
  const openStepNumbers = reopenedSteps
    .filter((stepIndex) => answers[stepIndex] === undefined)
    .map((stepIndex) => stepIndex + 1);
  if (openStepNumbers.length === 0) return null;
  return (
    <Notice>
      The runs now have the seed of your name, so their figures have changed. Answer{' '}
      {openStepNumbers.length === 1 ? `step ${openStepNumbers[0]}` : `the steps ${openStepNumbers.join(', ')}`} again,
      then hand in.
    </Notice>
  );
}

const UNREADABLE_TITLE = 'A step that cannot be read';

/** Signs after the title of a step, by its state. */
const STEP_SIGNS = { open: '', done: ' •', right: ' ✓' } as const;

function LessonProblems({ problems }: { readonly problems: readonly ParameterProblem[] }) {
  if (problems.length === 0) return null;
  return (
    <details open={problems.length < 4}>
      <summary>
        {problems.length === 1 ? 'One part of this file could' : `${problems.length} parts of this file could`} not be
        read
      </summary>
      <Bullets texts={problems.map(describeProblem)} />
    </details>
  );
}

/**
 * The parts of the page that a step shows, as attributes of the page's element. The style sheet hides the other parts,
 * also from screen readers.
 */
function useViewOfStep(openLesson: OpenLesson, state: OpenLessonState): void {
  const step = openLesson.lesson.steps[state.step];
  const waits = openLesson.waitsForPrediction(state);
  const view = step === undefined || step.kind === 'broken' ? undefined : step.view;
  const hiddenParts: readonly string[] = view?.hide ?? [];
  const hiddenControls = waits
    ? [...hiddenParts, 'figures', 'plots', 'time']
    : step?.kind === 'predict'
      ? []
      : hiddenParts;
  const controls = view?.controls ?? 'none';
  usePageAttribute('data-hide', hiddenControls.join(' '));
  usePageAttribute('data-lesson', typeof controls === 'string' ? controls : 'some');
}

/** Sends the progress to a course system that shows this page in a frame. */
function useProgressMessages(openLesson: OpenLesson, state: OpenLessonState): void {
  const { progress } = openLesson.assessmentsIn(state);
  useOnChange(JSON.stringify(progress), () => {
    if (progress !== undefined) sendToCourse(progress);
  });
}

/**
 * Sends the answers to the course system after each change.
 * @returns the steps whose answers have no room there, from 0
 */
function useCourseAnswers({ lesson }: OpenLesson, state: OpenLessonState): readonly number[] {
  const { course, step, answers, drafts } = state;
  const isInCourse = course !== undefined;
  // Answers that could not be read stay in the course system until the student gives another one.
  const unreadAnswers = useRef(course?.error === undefined ? undefined : answers);
  const courseAnswers = useMemo(
    () => (isInCourse ? encodeCourseAnswers(lesson, { step, answers, drafts }) : undefined),
    [isInCourse, lesson, step, answers, drafts],
  );
  useEffect(() => {
    if (courseAnswers === undefined || unreadAnswers.current === answers) return;
    unreadAnswers.current = undefined;
    sendToCourse({ type: 'bufferscope:answers', lesson: lesson.id, text: courseAnswers.text });
  }, [courseAnswers, lesson, answers]);
  return courseAnswers?.leftOutSteps ?? [];
}

/** Answers that are not in the course system. */
function CourseNotice() {
  const { openLesson, state } = useLesson();
  const leftOutSteps = useCourseAnswers(openLesson, state).map((stepIndex) => stepIndex + 1);
  return (
    <>
      {leftOutSteps.length > 0 && (
        <Notice>
          The course system has no room for your {leftOutSteps.length === 1 ? 'answer to step' : 'answers to the steps'}{' '}
          {leftOutSteps.join(', ')}. They are too long, so another computer will not show them. Shorten them, or save
          them as a file: <b>Hand in</b> below the last step.
        </Notice>
      )}
      {state.course?.error !== undefined && (
        <Notice>
          The answers in the course system could not be read ({state.course.error}). They are replaced when you give
          another answer.
        </Notice>
      )}
    </>
  );
}

/** Keys that play the run, or move it to another time, do nothing while the step waits for a prediction. */
function useBlockedKeys(areBlocked: boolean): void {
  useKeys(areBlocked ? BLOCKED_KEYS : {}, 'anywhere', true);
}

const BLOCKED_KEYS = Object.fromEntries(
  [' ', 'ArrowLeft', 'ArrowRight', '.', ',', 'Home'].map((key) => [key, stopKey]),
);

function stopKey(event: KeyboardEvent): void {
  const { target, key } = event;
  if (takesLetters(event)) return;
  if (target instanceof Element && target.closest('.lesson, header, input, button') !== null) return;
  event.stopImmediatePropagation();
  if (key === ' ') event.preventDefault();
}
