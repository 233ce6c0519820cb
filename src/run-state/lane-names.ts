/** Names of the lanes of a run, before and beside its simulation. */
import { laneName } from '../policies/lane-name.ts';
import { laneLetter } from '../shared/lane-letters.ts';
import { required } from '../shared/required.ts';
import type { RunState } from './run-state.ts';
import { policyOfLane, scenarioOfRun } from './run-values.ts';

/** A lane of another run has its title. */
export function laneNameOfRun(run: RunState, lane: number): string {
  const laneState = required(run.lanes[lane]);
  if (laneState.source !== undefined) return laneState.source.title;
  const peers = run.lanes.flatMap(({ policy, values }) => (policy === laneState.policy ? [values] : []));
  return laneName(scenarioOfRun(run), policyOfLane(laneState), laneState.values, peers);
}

/** The names of all lanes of a run, without letters. */
export const namesOfLanes = (run: RunState): string[] => run.lanes.map((_, lane) => laneNameOfRun(run, lane));

/** The name with the letter of the lane: `B PIE, Linux 100 Hz`. */
export const letteredLaneName = (run: RunState, lane: number): string =>
  `${laneLetter(lane)} ${laneNameOfRun(run, lane)}`;
