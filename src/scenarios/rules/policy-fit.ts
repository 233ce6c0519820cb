/** The fit of a policy and a scenario. */
import type { PolicyDefinition } from '../../engine/contract/policy.ts';
import { type Scenario, usesCells } from '../../engine/scenario/scenario.ts';

/** Whether a policy manages the traffic of the scenario: packets, or cells. */
export function policyFits(scenario: Pick<Scenario, 'sources'>, definition: PolicyDefinition): boolean {
  return usesCells(scenario) === (definition.manages === 'cells');
}
