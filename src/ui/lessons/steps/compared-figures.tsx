/** The figures of compared runs as a table, or the way to them: the student or the teacher asks for them. */
import type { CompareStep } from '../../../lessons/format/lesson.ts';
import type { MeasuredRun } from '../../../lessons/measurement/measured-run.ts';
import { required } from '../../../shared/required.ts';
import { Button } from '../../parts/button.tsx';
import { Alert } from '../../parts/texts.tsx';
import { useLesson } from '../use-lesson.ts';
import { MeasuringStatus } from './feedback.tsx';
import { FiguresTable } from './figures-table.tsx';

/** The measured runs of the shown step, once they were asked for; a text is the reason of a failure. */
export function useComparedRuns(): {
  readonly isRequested: boolean;
  readonly measuredRuns: readonly MeasuredRun[] | string | undefined;
} {
  const { openLesson, state, stepIndex, answer } = useLesson();
  const isRequested =
    state.requestedSteps.includes(stepIndex) || answer !== undefined || state.revealedSteps.includes(stepIndex);
  const measuredRuns = isRequested ? openLesson.assessmentsIn(state).measurementsOfStep(stepIndex) : undefined;
  return { isRequested, measuredRuns };
}

export function ComparedFigures({ step }: { readonly step: CompareStep }) {
  const { openLesson, state, stepIndex } = useLesson();
  const { isRequested, measuredRuns } = useComparedRuns();
  const titles = step.runs.map((run) => openLesson.lesson.runs[run]?.title ?? run);
  if (typeof measuredRuns === 'object')
    return (
      <FiguresTable
        figures={step.figures}
        runs={titles}
        measuredRuns={measuredRuns}
        digits={step.digits}
        isTwoWay={openLesson.runsIn(state).hasTwoQueues(step.runs[0])}
        classLabel={(source) => openLesson.runsIn(state).classLabel(required(step.runs[0]), source)}
        laneNames={openLesson.runsIn(state).laneNames(step.runs)}
      />
    );
  return (
    <>
      <p>The runs: {titles.join('; ')}.</p>
      {measuredRuns !== undefined && <Alert>The runs could not be measured: {measuredRuns}.</Alert>}
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
}
