/** Opens a run from its arguments as people give them: a scenario, a policy's id, the values that differ. */

import { resolveScenario, type Scenario, type Values } from '../engine/scenario.ts';
import { type Edit, Simulation, type TraceRecord } from '../engine/simulation.ts';
import { findPolicy } from '../policies/registry.ts';
import { resolvedPolicyValues } from '../policies/values.ts';

export interface RunArguments {
  readonly scenario: Scenario;
  /** Policy id; must be registered. */
  readonly policy: string;
  /** Values of the policy that differ from the scenario's. */
  readonly policyValues?: Values;
  readonly seed: number;
  readonly edits?: readonly Edit[];
  /** Keep the tables of single packets for frames. */
  readonly watch?: boolean;
  readonly trace?: (record: TraceRecord) => void;
  readonly lostArrivals?: readonly number[];
}

export function openRun(run: RunArguments): Simulation {
  const policy = findPolicy(run.policy);
  if (policy === undefined) throw new Error(`no policy is called ${run.policy}`);
  const { policyValues, ...rest } = run;
  return new Simulation({
    ...rest,
    policy,
    scenario: resolveScenario(run.scenario),
    policyValues: resolvedPolicyValues(run.scenario, policy, policyValues ?? {}),
  });
}
