/** The times at which the classes of traffic begin to send. */
import { resolveScenario } from '../../engine/scenario/scenario.ts';
import type { RunState } from '../../run-state/run-state.ts';
import { scenarioOfRun } from '../../run-state/run-values.ts';

/** The start of the first flow of each class, in the order of the scenario, s. */
export function classStartSeconds(run: RunState): readonly number[] {
  return resolveScenario(scenarioOfRun(run)).sources.map(({ values: { startSeconds } }) =>
    Math.min(...[startSeconds ?? 0].flat().map(Number)),
  );
}
