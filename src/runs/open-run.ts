/** Opens a run of a policy that is named by its id. */
import type { Simulation } from '../engine/simulation/simulation.ts';
import { findPolicy } from '../policies/registry.ts';
import { openRunOfPolicy, type RunArguments } from './open-run-of-policy.ts';

/** The arguments of a run, with the policy by its id. */
export interface NamedRun extends RunArguments {
  /** Policy id; must be registered. */
  readonly policy: string;
}

/**
 * Opens a run of a registered policy.
 * @throws Error if no policy has this id, and as `openRunOfPolicy`
 */
export function openRun({ policy: id, ...run }: NamedRun): Simulation {
  const policy = findPolicy(id);
  if (policy === undefined) throw new Error(`unknown policy: ${id}`);
  return openRunOfPolicy(policy, run);
}
