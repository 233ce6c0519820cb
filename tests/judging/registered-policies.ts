/** The registered policies, and the results of a finished run. */
import type { PolicyDefinition } from '../../src/engine/contract/policy.ts';
import type { Simulation } from '../../src/engine/simulation/simulation.ts';
import { findPolicy, policyIds } from '../../src/policies/registry.ts';

const definitions = policyIds.map((id) => findPolicy(id) as PolicyDefinition);
export const policies = definitions.filter((definition) => definition.manages === 'packets');
export const cellPolicies = definitions.filter((definition) => definition.manages === 'cells');

/** All results of a finished run. */
export function outcome(simulation: Simulation): { digest: string; summary: unknown } {
  simulation.advance(simulation.endNs);
  return { digest: simulation.digest(), summary: simulation.summary() };
}
