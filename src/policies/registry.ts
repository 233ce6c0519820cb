/** The policies, one line each. */
import type { PolicyDefinition } from '../engine/policy.ts';
import { droptail } from './droptail.ts';
import { red } from './red.ts';
import { redEcn } from './red-ecn.ts';

const definitions: readonly PolicyDefinition[] = [
  droptail, //
  red,
  redEcn,
];

export const policyIds: readonly string[] = definitions.map((definition) => definition.id);

export function findPolicy(id: string): PolicyDefinition | undefined {
  return definitions.find((definition) => definition.id === id);
}
