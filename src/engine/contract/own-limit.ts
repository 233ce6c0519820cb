/** The limit that a policy keeps in place of the buffer. */
import type { ParameterValues } from '../../params/schema.ts';
import type { OwnLimit, PolicyDefinition } from './policy.ts';

/** @returns undefined if the policy has the buffer of the scenario, with these values */
export const ownLimitOf = (policy: PolicyDefinition, values: ParameterValues): OwnLimit | undefined =>
  policy.manages === 'packets' ? policy.ownLimit?.(values) : undefined;
