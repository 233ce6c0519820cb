/** What the values of a lane may not break together (min_th < max_th): the page and its links keep to it alike. */
import type { ParameterProblem } from '../params/schema.ts';
import { brokenConstraint } from '../scenarios/limits.ts';
import { policyOf, scenarioOf } from './run-script.ts';
import type { LaneState, RunState } from './run-state.ts';

/** The run with the lanes' values taken back, by constraint, where they break it; each such value is named. */
export function orderedLanes(run: RunState): { readonly run: RunState; readonly problems: ParameterProblem[] } {
  const problems: ParameterProblem[] = [];
  const scenario = scenarioOf(run);
  const ordered = (lane: LaneState, index: number): LaneState => {
    const definition = policyOf(lane);
    const broken = brokenConstraint(scenario, definition, lane.values);
    const group = definition.constraints.flatMap(({ lower, upper }) => [lower, upper]);
    if (broken === undefined || !group.some((id) => Object.hasOwn(lane.values, id))) return lane;
    problems.push({ ...broken, path: `lanes.${index} ${broken.path}` });
    return { ...lane, values: Object.fromEntries(Object.entries(lane.values).filter(([id]) => !group.includes(id))) };
  };
  const lanes = run.lanes.map(ordered);
  return { run: problems.length === 0 ? run : { ...run, lanes }, problems };
}
