/**
 * The policies of the direction up, which only a scenario with a queue there needs. The registry adds them when it is
 * loaded.
 */
import type { resolvedUpPolicy, upPolicyParameter } from './up-policy.ts';

interface UpPolicies {
  readonly resolvedPolicy: typeof resolvedUpPolicy;
  readonly parameterOf: typeof upPolicyParameter;
}

let upPolicies: UpPolicies | undefined;

/** Adds the policies of the direction up. Later calls replace them. */
export function registerUpPolicies(policies: UpPolicies): void {
  upPolicies = policies;
}

/** Undefined until they are loaded. */
export function loadedUpPolicies(): UpPolicies | undefined {
  return upPolicies;
}
