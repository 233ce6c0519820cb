/** Values that are computed from a `RunState`: the arguments of each lane's run, and the values at a given time. */

import type { PolicyDefinition } from '../engine/contract/policy.ts';
import { bufferUnit, parameterAtPath, resolveScenario, type Scenario, withValue } from '../engine/scenario/scenario.ts';
import { PROGRAM_POLICY, SAME_POLICY } from '../params/id.ts';
import { formatPath, lanePath, parsePath } from '../params/path.ts';
import type { Parameter, ParameterValue } from '../params/schema.ts';
import { findPolicy } from '../policies/loaded-policies.ts';
import { loadedUpPolicies } from '../policies/loaded-up-policies.ts';
import { resolvedPolicyValues } from '../policies/policy-values.ts';
import type { LaneRun, LiveEdit } from '../protocol/messages.ts';
import { isNamedInTexts, withChangedTexts } from '../scenarios/changed-texts.ts';
import { loadedPreset, OPENING_PRESET, openingLanes } from '../scenarios/loaded-presets.ts';
import { required } from '../shared/required.ts';
import type { LaneState, RunEdit, RunState } from './run-state.ts';

/** The run of a preset, with the lanes that show it best. */
export function runOfPreset(preset: string, seed = 1): RunState {
  const scenario = loadedPreset(preset) ?? required(loadedPreset(OPENING_PRESET));
  return { preset: scenario.id, startValues: {}, lanes: openingLanes(scenario), seed, edits: [] };
}

/** The run of a scenario from a file. */
export function runOfScenario(custom: Scenario, seed = 1): RunState {
  return { preset: custom.id, custom, startValues: {}, lanes: openingLanes(custom), seed, edits: [] };
}

/** Whether the policies of all lanes are known here. */
export function hasLoadedPolicies(run: RunState): boolean {
  const { policy = SAME_POLICY } = scenarioOfRun(run).up?.link ?? {};
  const policies = [...run.lanes.map((lane) => lane.policy), ...(policy === SAME_POLICY ? [] : [String(policy)])];
  return policies.every((id) => findPolicy(id) !== undefined);
}

/** The scenario before the changes. */
export function baseScenario(run: RunState): Scenario {
  return run.custom ?? loadedPreset(run.preset) ?? required(loadedPreset(OPENING_PRESET));
}

/**
 * Title and summary of the scenario. If a value was changed that they can name, they say that they describe it before
 * the changes.
 */
export function scenarioTexts(run: RunState): Pick<Scenario, 'title' | 'summary'> {
  const scenario = baseScenario(run);
  const opening = openingLanes(scenario);
  const hasOwnValue = (lane: LaneState, index: number) => {
    const { policy, values = {} } = opening[index] ?? {};
    const givenValues: LaneState['values'] = policy === lane.policy ? values : {};
    return [...Object.keys(lane.values), ...Object.keys(givenValues)].some((id) => lane.values[id] !== givenValues[id]);
  };
  const hasChangedValue =
    run.edits.length > 0 || Object.keys(run.startValues).some(isNamedInTexts) || run.lanes.some(hasOwnValue);
  return hasChangedValue ? withChangedTexts(scenario) : scenario;
}

/** The scenario with the changes of the start. */
export function scenarioOfRun(run: RunState): Scenario {
  return Object.entries(run.startValues).reduce(
    (scenario, [path, value]) => withValue(scenario, path, value),
    baseScenario(run),
  );
}

/**
 * The policy of a lane.
 * @throws Error if it is not loaded
 */
export function policyOfLane(lane: LaneState): PolicyDefinition {
  const definition = findPolicy(lane.policy);
  if (definition === undefined) throw new Error(`unknown policy: ${lane.policy}`);
  return definition;
}

/** An edit in the form for a lane; undefined if it belongs to another lane. */
function laneEdit(edit: RunEdit, lane: number): LiveEdit | undefined {
  const parsedPath = parsePath(edit.path);
  if (parsedPath?.lane === undefined) return edit;
  return parsedPath.lane === lane ? { ...edit, path: formatPath({ ...parsedPath, lane: undefined }) } : undefined;
}

/** The edits that concern a lane, with paths without its number. */
export function editsForLane(edits: readonly RunEdit[], lane: number): readonly LiveEdit[] {
  return edits.map((edit) => laneEdit(edit, lane)).filter((edit) => edit !== undefined);
}

/** The arguments of the run of a lane. */
export function laneRun(run: RunState, lane: number): LaneRun {
  const laneState = required(run.lanes[lane]);
  const { source } = laneState;
  if (source !== undefined) return laneRun(source.run, source.lane);
  return {
    scenario: scenarioOfRun(run),
    policy: laneState.policy,
    policyValues: laneState.values,
    program: laneState.policy === PROGRAM_POLICY ? run.program?.source : undefined,
    seed: run.seed,
    edits: editsForLane(run.edits, lane),
  };
}

/** The value of `path` at `timeNs`: the last edit before it, or the value of the start. */
export function parameterValueAt(run: RunState, path: string, timeNs: number, atStart: ParameterValue): ParameterValue {
  let value = atStart;
  for (const edit of run.edits) if (edit.path === path && edit.timeNs <= timeNs) value = edit.value;
  return value;
}

/**
 * Times of changes of a lane during the counting of its figures: after the warm-up, until `timeNs`. Such figures mix
 * the time before and after the change.
 */
export function editTimesWhileCounted(run: RunState, lane: number, timeNs: number): readonly number[] {
  if (run.edits.length === 0) return [];
  const warmupNs = resolveScenario(scenarioOfRun(run)).run.warmupSeconds * 1e9;
  const countedEdits = editsForLane(run.edits, lane).filter((edit) => edit.timeNs > warmupNs && edit.timeNs < timeNs);
  return [...new Set(countedEdits.map((edit) => edit.timeNs))];
}

/** The run of which a lane is shown: another one beside lanes of several runs. */
export function ownRun(run: RunState, lane: number): RunState {
  const source = run.lanes[lane]?.source;
  return source === undefined ? run : ownRun(source.run, source.lane);
}

/** Values of a lane's policy at `timeNs`. */
export function policyValuesAt(run: RunState, lane: number, timeNs: number): Record<string, ParameterValue> {
  const laneState = required(run.lanes[lane]);
  if (laneState.source !== undefined) return policyValuesAt(laneState.source.run, laneState.source.lane, timeNs);
  const values = resolvedPolicyValues(scenarioOfRun(run), policyOfLane(laneState), laneState.values);
  for (const id of Object.keys(values))
    values[id] = parameterValueAt(run, lanePath(lane, id), timeNs, required(values[id]));
  return values;
}

/** The declaration of a path of the run. `lanes.N.link.rateBps` is a path of the scenario for lane N only. */
export function runParameter(run: RunState, path: string): Parameter | undefined {
  const parsedPath = parsePath(path);
  const laneState = parsedPath?.lane === undefined ? undefined : run.lanes[parsedPath.lane];
  if (parsedPath === undefined || (parsedPath.lane !== undefined && laneState === undefined)) return undefined;
  if (parsedPath.group !== 'policy') {
    const scenario = scenarioOfRun(run);
    const parameter = parameterAtPath(scenario, parsedPath);
    return parameter ?? (scenario.up && loadedUpPolicies()?.parameterOf(parsedPath));
  }
  const schema = laneState && findPolicy(laneState.policy)?.parameters;
  return schema && Object.hasOwn(schema, parsedPath.id) ? schema[parsedPath.id] : undefined;
}

/** Path of the buffer's size in this run. */
export function bufferPath(run: RunState): string {
  return `buffer.${bufferUnit(scenarioOfRun(run))}`;
}
