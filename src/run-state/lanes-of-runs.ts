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
  const shortestSource = required(
    sources.reduce<LaneSource | undefined>(
      (shortest, source) => (shortest === undefined || durationOf(source) < durationOf(shortest) ? source : shortest),
      undefined,
    ),
  );
  const { program: _, ...run } = shortestSource.run;
  return {
    ...run,
    edits: [],
    lanes: sources.map((source) => ({ ...required(source.run.lanes[source.lane]), source })),
  };
}
