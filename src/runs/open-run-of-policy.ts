/** Opens a run of a policy with a scenario and the values that differ from it. */

import type { PolicyDefinition } from '../engine/contract/policy.ts';
import type { Edit } from '../engine/scenario/edits.ts';
import { resolveScenario, type Scenario } from '../engine/scenario/scenario.ts';
import { Simulation, type TraceRecord } from '../engine/simulation/simulation.ts';
import type { ParameterValues } from '../params/schema.ts';
import { loadedUpPolicies } from '../policies/loaded-up-policies.ts';
import { resolvedPolicyValues } from '../policies/policy-values.ts';

export interface RunArguments {
  readonly scenario: Scenario;
  /** Values of the policy that differ from the scenario's. */
  readonly policyValues?: ParameterValues;
  /** By default the policy's name. */
  readonly laneName?: string;
  readonly seed: number;
  readonly edits?: readonly Edit[];
  /** Keep the tables of single packets for frames. */
  readonly recordsPackets?: boolean;
  readonly trace?: (record: TraceRecord) => void;
  /** Allows the run's `probe` to be set. */
  readonly allowsProbe?: boolean;
  readonly lostArrivals?: readonly number[];
}

export function openRunOfPolicy(policy: PolicyDefinition, { policyValues = {}, ...run }: RunArguments): Simulation {
  const upPolicy = run.scenario.up && loadedUpPolicies()?.resolved(run.scenario, policy, policyValues);
  return new Simulation({
    ...run,
    policy,
    upPolicy,
    scenario: resolveScenario(run.scenario),
    policyValues: resolvedPolicyValues(run.scenario, policy, policyValues),
  });
}
