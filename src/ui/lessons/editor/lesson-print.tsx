/**
 * A whole lesson on paper. The version for teachers has the right answers and notes. The figures of the answers are
 * measured first. The version for students has neither.
 */
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { OpenLesson } from '../../../app/lessons/open-lesson.ts';
import { errorMessage } from '../../../app/loading/loading.ts';
import { formatBounds } from '../../../lessons/answers/bounds.ts';
import { stepSolution } from '../../../lessons/answers/solution.ts';
import { optionsOfStep } from '../../../lessons/format/choice-question.ts';
import type { Lesson, LessonStep } from '../../../lessons/format/lesson.ts';
import { lessonFigures } from '../../../lessons/measurement/lesson-figures.ts';
import type { MeasuredRun } from '../../../lessons/measurement/measured-run.ts';
import { decodeLessonRun, goalLabel } from '../../../lessons/runs/lesson-runs.ts';
import { usePageContext } from '../../shell/context.tsx';
import { useLatest } from '../../shell/effects.ts';
import { formatEdit, formatSetting } from '../../shell/value-text.ts';
import { LessonLine, LessonText } from '../panel/lesson-text.tsx';
import { PathFigure } from '../panel/path-figure.tsx';
import '../../saving/print.css';

/** Equations are typeset a little later than they are shown; longest waiting time, ms. */
const MAX_TYPESETTING_MS = 3_000;

interface LessonPrintProps {
  readonly lesson: Lesson;
  /** Whether it is for teachers. */
  readonly printsAnswers: boolean;
  readonly text: string;
  readonly onDone: () => void;
  readonly onFailed: (reason: string) => void;
}

export function LessonPrint({ lesson, text, printsAnswers, onDone, onFailed }: LessonPrintProps) {
  const { page } = usePageContext();
  const [measured, setMeasured] = useState<readonly (readonly MeasuredRun[] | undefined)[]>();
  // It prints once, so later values of its properties are not measured.
  const printedContent = useLatest({ lesson, text, answers: printsAnswers, onDone, onFailed });
  useEffect(() => {
    const { lesson, text, answers, onFailed } = printedContent.current;
    if (!answers) return setMeasured([]);
    const noStore = { read: async () => undefined, put: async () => undefined };
    const openLesson = new OpenLesson({ page, lesson, text, storageName: 'print', lessonStore: noStore });
    const checkMeasurements = () => {
      const assessments = [...lesson.steps.keys()].map((stepIndex) =>
        openLesson.assessmentsIn(openLesson.state).measurementsOfStep(stepIndex),
      );
      const failure = assessments.find((candidate) => typeof candidate === 'string');
      if (failure !== undefined) onFailed(`Some answers could not be measured: ${failure}.`);
      if (assessments.every((candidate) => candidate !== undefined))
        setMeasured(assessments.map((runs) => (typeof runs === 'string' ? undefined : runs)));
    };
    const unsubscribe = openLesson.store.subscribe(checkMeasurements);
    for (const stepIndex of lesson.steps.keys()) openLesson.toggleRightAnswer(stepIndex);
    checkMeasurements();
    return () => {
      unsubscribe();
      openLesson.close();
    };
  }, [page, printedContent]);
  useEffect(() => {
    if (measured === undefined) return;
    const { onDone, onFailed } = printedContent.current;
    const { dataset } = document.documentElement;
    dataset.printed = '';
    typesetEquations().then(
      () => {
        print();
        delete dataset.printed;
        onDone();
      },
      (error: unknown) => onFailed(errorMessage(error)),
    );
  }, [measured, printedContent]);
  if (measured === undefined)
    return (
      <p role="status" className="muted">
        The answers are being measured…
      </p>
    );
  return createPortal(
    <article className="lesson-print printed">
      <h1>{lesson.title}</h1>
      <p>
        {lesson.summary} {lesson.minutes} minutes.
      </p>
      {printsAnswers && lesson.teacher !== undefined && <Notes text={lesson.teacher} />}
      {lesson.sources.length > 0 && <p>Sources: {lesson.sources.join('; ')}</p>}
      {lesson.steps.map((step, index) => (
        <PrintedStep
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is identified by its position
          key={index}
          stepIndex={index}
          step={step}
          printsAnswers={printsAnswers}
          measuredRuns={measured[index]}
          lesson={lesson}
        />
      ))}
    </article>,
    document.body,
  );
}

interface PrintedStepProps {
  readonly stepIndex: number;
  readonly step: LessonStep;
  readonly lesson: Lesson;
  readonly printsAnswers: boolean;
  readonly measuredRuns: readonly MeasuredRun[] | undefined;
}

function PrintedStep({ stepIndex, step, lesson, printsAnswers, measuredRuns }: PrintedStepProps) {
  if (step.kind === 'broken') return null;
  const options = optionsOfStep(step);
  const lessonRun = step.kind === 'challenge' ? lesson.runs[step.view.run] : undefined;
  const run = lessonRun && decodeLessonRun(lessonRun, undefined).run;
  const solution = stepSolution(step, measuredRuns, lesson, (path, value) => formatSetting(run, path, value));
  return (
    <section className="lesson-print-step">
      <h2>
        {stepIndex + 1}. {step.title} <small>({step.kind})</small>
      </h2>
      {step.drawing === 'path' && <PathFigure />}
      {step.text !== undefined && <LessonText text={step.text} />}
      {'question' in step && (
        <p>
          <b>
            <LessonLine text={step.question} />
          </b>
        </p>
      )}
      {step.kind === 'challenge' && (
        <>
          {run !== undefined && Array.isArray(step.view.controls) && (
            <p>Settings: {step.view.controls.map((path) => formatEdit(run, path)).join('; ')}.</p>
          )}
          <p>Goals:</p>
          <ul>
            {step.goals.map((goal, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a goal is identified by its position
              <li key={index}>
                {goalLabel(lesson, step, goal)}: {formatBounds(goal)} {lessonFigures[goal.figure].unit}
              </li>
            ))}
          </ul>
        </>
      )}
      <ul>
        {options.map(({ text, right, says }) => (
          <li key={text}>
            {printsAnswers ? (right ? '✓ ' : '✗ ') : '☐ '}
            <LessonLine text={text} /> {printsAnswers && <i>{says}</i>}
          </li>
        ))}
      </ul>
      {!printsAnswers && options.length === 0 && 'question' in step && <div className="lesson-print-room" />}
      {printsAnswers && options.length === 0 && solution !== undefined && (
        <div className="lesson-print-answer">
          <b>Answer:</b>
          {solution.lines.map((line) => (
            <LessonText key={line} text={line} />
          ))}
        </div>
      )}
      {printsAnswers && step.teacher !== undefined && <Notes text={step.teacher} />}
    </section>
  );
}

function Notes({ text }: { readonly text: string }) {
  return (
    <div className="lesson-print-notes">
      <b>For teachers:</b>
      <LessonText text={text} />
    </div>
  );
}

async function typesetEquations(): Promise<void> {
  const endMs = performance.now() + MAX_TYPESETTING_MS;
  while (document.querySelector('.lesson-print .equation > code') !== null && performance.now() < endMs)
    await new Promise((resolve) => setTimeout(resolve, 50));
}
