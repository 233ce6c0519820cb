/** The policy of the direction up: that of the lane, or one of its own, with the values that it runs with. */
import type { PolicyDefinition } from '../engine/contract/policy.ts';
import { resolveScenario, type Scenario } from '../engine/scenario/scenario.ts';
import { EMPTY_UP_LINK, upContext } from '../engine/scenario/up-link.ts';
import { SAME_POLICY } from '../params/id.ts';
import { type ParsedPath, UP_BUFFER } from '../params/path.ts';
import {
  ownEntry,
  type Parameter,
  type ParameterValue,
  type ParameterValues,
  resolveValues,
} from '../params/schema.ts';
import { findPolicy } from './loaded-policies.ts';
import { givenPolicyValues } from './policy-values.ts';

export interface UpPolicy {
  readonly definition: PolicyDefinition;
  /** All values that it runs with. */
  readonly values: Readonly<Record<string, ParameterValue>>;
  /** Ids of the values that it takes from the lane, also when these change during the run. */
  readonly sharedIds: readonly string[];
}

/**
 * The policy of the queue up of a lane; undefined in a scenario with one queue, or if the scenario names an unknown
 * policy.
 * @param laneValues values of the lane that differ from the scenario's
 */
export function resolvedUpPolicy(
  scenario: Scenario,
  laneDefinition: PolicyDefinition,
  laneValues: ParameterValues,
): UpPolicy | undefined {
  const { up } = resolveScenario(scenario);
  if (up === undefined) return undefined;
  const isSame = up.link.policy === SAME_POLICY || up.link.policy === laneDefinition.id;
  const definition = isSame ? laneDefinition : findPolicy(up.link.policy);
  if (definition === undefined) return undefined;
  const { policies } = scenario.up ?? EMPTY_UP_LINK;
  const ownValues = policies[definition.id] ?? {};
  const givenValues = { ...givenPolicyValues(scenario, definition, isSame ? laneValues : {}), ...ownValues };
  const sharedIds = isSame ? Object.keys(definition.parameters).filter((id) => !Object.hasOwn(ownValues, id)) : [];
  return { definition, values: resolveValues(definition.parameters, givenValues, upContext(up)), sharedIds };
}

/** The declaration of a value of the policy up, as its path names it. */
export function upPolicyParameter(path: ParsedPath | undefined): Parameter | undefined {
  if (path?.group !== 'up' || path.owner === '' || path.owner === UP_BUFFER) return undefined;
  const parameters = findPolicy(path.owner)?.parameters;
  return parameters && ownEntry(parameters, path.id);
}
