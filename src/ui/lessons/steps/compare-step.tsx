/** A step that compares runs: their figures as a table, then a question about them. */

import { useId } from 'react';
import { formatShortSolution } from '../../../lessons/answers/solution.ts';
import type { CompareStep } from '../../../lessons/format/lesson.ts';
import { lessonFigures } from '../../../lessons/measurement/lesson-figures.ts';
import { laneLetter } from '../../../shared/lane-letters.ts';
import { required } from '../../../shared/required.ts';
import { ChoiceAnswer } from './choice-answer.tsx';
import { AnswerFeedback, MeasuringStatus } from './feedback.tsx';
import { QuestionText, type StepProps } from './step-props.tsx';
import './lesson-table.css';

/** With more figures than this, or than runs, each figure is a row. */
const MAX_COLUMNS = 3;

export function CompareStepBody({ openLesson, state, stepIndex, step }: StepProps<CompareStep>) {
  const id = useId();
  const measuredRuns = openLesson.assessmentsIn(state).measurementsOfStep(stepIndex);
  const isRequested =
    state.requestedSteps.includes(stepIndex) ||
    state.answers[stepIndex] !== undefined ||
    state.revealedSteps.includes(stepIndex);
  if (typeof measuredRuns !== 'object' || !isRequested)
    return (
      <>
        <p>The runs: {step.runs.map((run) => openLesson.lesson.runs[run]?.title).join('; ')}.</p>
        {typeof measuredRuns === 'string' && isRequested ? (
          <p className="notice" role="alert">
            The runs could not be measured: {measuredRuns}.
          </p>
        ) : null}
        {isRequested && measuredRuns === undefined ? (
          <MeasuringStatus openLesson={openLesson} progress={state.progress} />
        ) : (
          <p className="cluster">
            <button type="button" className="primary" onClick={() => openLesson.requestResult(stepIndex)}>
              Measure the runs
            </button>
          </p>
        )}
      </>
    );
  const names = step.figures.map(({ figure, lane, class: source, atSeconds }) =>
    [
      lessonFigures[figure].label,
      step.figures.some((other) => other.lane !== lane) ? `, lane ${laneLetter(lane - 1)}` : '',
      source === undefined ? '' : `, ${openLesson.runsIn(state).classLabel(required(step.runs[0]), source)}`,
      atSeconds === undefined ? '' : `, at ${atSeconds} s`,
      lessonFigures[figure].unit === '' ? '' : ` (${lessonFigures[figure].unit})`,
    ].join(''),
  );
  const runs = step.runs.map((run) => openLesson.lesson.runs[run]?.title);
  // The names of figures are wider than those of runs, and the column of a lesson is narrow.
  const isTurned = names.length > Math.min(MAX_COLUMNS, runs.length);
  const [head, columns, rows] = isTurned ? ['Figure', runs, names] : ['Run', names, runs];
  const formatFigureAt = (row: number, column: number) => {
    const [run, figure] = isTurned ? [column, row] : [row, column];
    return formatShortSolution(measuredRuns[run]?.figures[figure] ?? Number.NaN, step.digits);
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table must be scrollable by keyboard */}
      <section className="lesson-table-scroll" tabIndex={0} aria-label="Figures of the runs">
        <table className={`lesson-table ruled ${isTurned ? 'turned' : ''}`}>
          <thead>
            <tr>
              <th scope="col">{head}</th>
              {columns.map((name, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its position
                <th key={column} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((name, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified by its position
              <tr key={row}>
                <th scope="row">{name}</th>
                {columns.map((_, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its position
                  <td key={column}>{formatFigureAt(row, column)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <QuestionText id={id} text={step.question} />
      <ChoiceAnswer
        openLesson={openLesson}
        state={state}
        stepIndex={stepIndex}
        id={id}
        options={step.options}
        isAgain
      />
      <AnswerFeedback openLesson={openLesson} state={state} stepIndex={stepIndex} message="always" />
    </>
  );
}
