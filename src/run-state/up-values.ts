/** The direction up of a run: its policies as values, and the run with and without it. */
import type { PolicyDefinition } from '../engine/contract/policy.ts';
import type { Scenario } from '../engine/scenario/scenario.ts';
import { lanePath, parsePath, UP_PATH, upPath } from '../params/path.ts';
import type { ParameterValue } from '../params/schema.ts';
import { loadedUpPolicies } from '../policies/loaded-up-policies.ts';
import type { RunState } from './run-state.ts';
import { baseScenario, parameterValueAt, policyOfLane, scenarioOfRun } from './run-values.ts';

interface UpPolicyValues {
  readonly definition: PolicyDefinition;
  /** Its values at the given time. */
  readonly values: Readonly<Record<string, ParameterValue>>;
}

/** The policies of the queues up, each once, with their values at `timeNs`; for the first lane that has it. */
export function upPoliciesAt(run: RunState, timeNs: number): readonly UpPolicyValues[] {
  const scenario = scenarioOfRun(run);
  const foundPolicies = new Map<PolicyDefinition, UpPolicyValues>();
  run.lanes.forEach((laneState, lane) => {
    const upPolicy = loadedUpPolicies()?.resolvedPolicy(scenario, policyOfLane(laneState), laneState.values);
    if (upPolicy === undefined || foundPolicies.has(upPolicy.definition)) return;
    const { definition, values, sharedIds } = upPolicy;
    const valueAt = (id: string, atStart: ParameterValue) => {
      const sharedValue = sharedIds.includes(id) ? parameterValueAt(run, lanePath(lane, id), timeNs, atStart) : atStart;
      return parameterValueAt(run, upPath(definition.id, id), timeNs, sharedValue);
    };
    const entries = Object.entries(values).map(([id, value]) => [id, valueAt(id, value)] as const);
    foundPolicies.set(definition, { definition, values: Object.fromEntries(entries) });
  });
  return [...foundPolicies.values()];
}

const isOfUp = (path: string) => parsePath(path)?.group === 'up';
const isDirection = (path: string) => parsePath(path)?.group === 'sources' && path.endsWith('.direction');

/** The run without a queue up: its classes send down, and its changes of the direction up are removed. */
export function withoutUp(run: RunState): RunState {
  const startValues = Object.fromEntries(
    Object.entries(run.startValues).filter(([path]) => !isOfUp(path) && !isDirection(path)),
  );
  const edits = run.edits.filter(({ path }) => !isOfUp(path));
  const base = baseScenario(run);
  return base.up === undefined
    ? { ...run, startValues, edits }
    : { ...run, startValues, edits, custom: scenarioWithoutUp(base) };
}

function scenarioWithoutUp({ up: _, ...scenario }: Scenario): Scenario {
  const sources = Object.entries(scenario.sources).map(([id, { direction, ...source }]) => [id, source]);
  return { ...scenario, sources: Object.fromEntries(sources) };
}

/** The run with a queue up. Only its rate is set: that of the path of the ACKs before. */
export function withUp(run: RunState, rateBps: ParameterValue): RunState {
  return { ...run, startValues: { ...run.startValues, [`${UP_PATH}.rateBps`]: rateBps } };
}
