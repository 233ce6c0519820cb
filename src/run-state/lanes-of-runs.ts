/**
 * Lanes of several runs on one clock, as one run: each lane keeps the scenario, the values and the seed of its own run.
 */
import { resolveScenario } from '../engine/scenario/scenario.ts';
import { required } from '../shared/required.ts';
import type { LaneSource, RunState } from './run-state.ts';
import { scenarioOfRun } from './run-values.ts';

/** @param sources one to four. The shortest of their runs gives the length of the run */
export function runOfLanes(sources: readonly LaneSource[]): RunState {
  const durationOf = ({ run }: LaneSource) => resolveScenario(scenarioOfRun(run)).run.durationSeconds;
  const shortest = required(
    sources.reduce<LaneSource | undefined>(
      (best, source) => (best === undefined || durationOf(source) < durationOf(best) ? source : best),
      undefined,
    ),
  );
  const { program: _, ...run } = shortest.run;
  return {
    ...run,
    edits: [],
    lanes: sources.map((source) => ({ ...required(source.run.lanes[source.lane]), source })),
  };
}
