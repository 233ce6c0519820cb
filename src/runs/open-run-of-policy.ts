/** Opens a run of a policy with a scenario and the values that differ from it. */

import type { PolicyDefinition } from '../engine/contract/policy.ts';
import { resolveScenario, type Scenario } from '../engine/scenario/scenario.ts';
import type { SimulationOptions } from '../engine/simulation/run-description.ts';
import { Simulation } from '../engine/simulation/simulation.ts';
import type { ParameterValues } from '../params/schema.ts';
import { loadedUpPolicies } from '../policies/loaded-up-policies.ts';
import { resolvedPolicyValues } from '../policies/policy-values.ts';

/** The arguments of a run, with the defaults of scenario and policy left out. */
export interface RunArguments
  extends Omit<SimulationOptions, 'scenario' | 'policy' | 'policyValues' | 'upPolicy' | 'cellPort'> {
  readonly scenario: Scenario;
  /** Values of the policy that differ from the scenario's. */
  readonly policyValues?: ParameterValues;
}

/**
 * Opens a run of a policy that need not be registered.
 * @throws Error as the constructor of `Simulation`
 */
export function openRunOfPolicy(policy: PolicyDefinition, { policyValues = {}, ...run }: RunArguments): Simulation {
  const upPolicy = run.scenario.up && loadedUpPolicies()?.resolvedPolicy(run.scenario, policy, policyValues);
  return new Simulation({
    ...run,
    policy,
    upPolicy,
    scenario: resolveScenario(run.scenario),
    policyValues: resolvedPolicyValues(run.scenario, policy, policyValues),
  });
}
