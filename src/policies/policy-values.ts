/** The values that a policy runs with: its defaults, then the scenario's values, then the lane's. */
import type { PolicyDefinition } from '../engine/contract/policy.ts';
import { defaultContext, type Scenario } from '../engine/scenario/scenario.ts';
import { type ParameterValue, type ParameterValues, resolveValues } from '../params/schema.ts';

/**
 * Values that differ from the policy's defaults. A policy that shares the parameters of another policy first gets the
 * values of that policy.
 */
export function givenPolicyValues(
  scenario: Scenario,
  definition: PolicyDefinition,
  lane: ParameterValues,
): ParameterValues {
  const sharedValues = definition.parametersOf === undefined ? {} : scenario.policies[definition.parametersOf];
  return { ...sharedValues, ...scenario.policies[definition.id], ...lane };
}

/** All values that the policy runs with. */
export function resolvedPolicyValues(
  scenario: Scenario,
  definition: PolicyDefinition,
  lane: ParameterValues,
): Record<string, ParameterValue> {
  return resolveValues(definition.parameters, givenPolicyValues(scenario, definition, lane), defaultContext(scenario));
}
