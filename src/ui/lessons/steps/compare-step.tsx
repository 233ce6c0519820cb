/** A step that compares runs: their figures as a table, then a question about them. */

import { useId } from 'react';
import type { CompareStep } from '../../../lessons/format/lesson.ts';
import { required } from '../../../shared/required.ts';
import { Button } from '../../parts/button.tsx';
import { Alert } from '../../parts/texts.tsx';
import { QuestionText } from '../panel/lesson-text.tsx';
import { useLesson } from '../use-lesson.ts';
import { ChoiceAnswer } from './choice-answer.tsx';
import { AnswerFeedback, MeasuringStatus } from './feedback.tsx';
import { FiguresTable } from './figures-table.tsx';

export function CompareStepBody({ step }: { readonly step: CompareStep }) {
  const { openLesson, state, stepIndex } = useLesson();
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
        {typeof measuredRuns === 'string' && isRequested && (
          <Alert>The runs could not be measured: {measuredRuns}.</Alert>
        )}
        {isRequested && measuredRuns === undefined ? (
          <MeasuringStatus />
        ) : (
          <p className="cluster">
            <Button className="primary" onClick={() => openLesson.requestResult(stepIndex)}>
              Play and measure the runs
            </Button>
          </p>
        )}
      </>
    );
  return (
    <>
      <FiguresTable
        figures={step.figures}
        runs={step.runs.map((run) => openLesson.lesson.runs[run]?.title ?? run)}
        measuredRuns={measuredRuns}
        digits={step.digits}
        classLabel={(source) => openLesson.runsIn(state).classLabel(required(step.runs[0]), source)}
      />
      <QuestionText id={id} text={step.question} />
      <ChoiceAnswer id={id} options={step.options} isAgain />
      <AnswerFeedback />
    </>
  );
}
