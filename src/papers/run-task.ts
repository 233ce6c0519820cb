/** Does a task of a pool: the search of one place of an experiment, or one run. */
import { type Scenario, withValue } from '../engine/scenario/scenario.ts';
import { openRun } from '../runs/open-run.ts';
import { findPreset } from '../scenarios/index.ts';
import { presentFields } from '../shared/present-fields.ts';
import type { ResultOfTask, RunTask, RunTaskResult, StudyRun, Task } from '../studies/tasks.ts';
import { searchBufferOfPoint } from './bhattacharjee/search/search-point.ts';

/**
 * Does a task.
 * @param onProgress called at intervals with the finished part, 0 to 1; throws to stop
 */
export function runTask<T extends Task>(task: T, onProgress: (progress: number) => void = () => {}): ResultOfTask<T> {
  return (
    task.kind === 'search' ? searchBufferOfPoint(task, onProgress) : simulateTask(task, onProgress)
  ) as ResultOfTask<T>;
}

/**
 * The scenario of a run.
 * @throws Error if there is no such preset
 */
function scenarioOfTask({
  preset,
  settings = {},
  scenario = findPreset(preset),
}: StudyRun & Partial<RunTask>): Scenario {
  if (scenario === undefined) throw new Error(`unknown preset: ${preset}`);
  return Object.entries(settings).reduce((next, [path, value]) => withValue(next, path, value), scenario);
}

/** Events between two reports of progress, which also show that the run is alive: about 200 ms. */
const EVENTS_PER_SLICE = 500_000;

function simulateTask(task: RunTask, onProgress: (finishedShare: number) => void): RunTaskResult {
  const { key, places, seed, policy, policyValues = {} } = task;
  const simulation = openRun({ scenario: scenarioOfTask(task), policy, policyValues, seed });
  while (!simulation.advance(simulation.endNs, EVENTS_PER_SLICE)) onProgress(simulation.nowNs / simulation.endNs);
  const { flows: _, ...figures } = simulation.summary();
  return {
    kind: 'run',
    key,
    ...presentFields({ places }),
    seed,
    figures,
    digest: simulation.digest(),
    simulatedSeconds: simulation.endNs / 1e9,
  };
}
