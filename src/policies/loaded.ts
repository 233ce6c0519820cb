/**
 * The policies as a page knows them: those of the scenario that it opens with at once, all when they are asked for. What
 * has to know all of them from the beginning imports the registry instead.
 */
import type { PolicyDefinition } from '../engine/policy.ts';
import { droptail } from './droptail.ts';
import { red } from './red.ts';
import { redEcn } from './red-ecn.ts';

let loaded: readonly PolicyDefinition[] = [droptail, red, redEcn];

export function loadedPolicies(): readonly PolicyDefinition[] {
  return loaded;
}

export function loadedPolicy(id: string): PolicyDefinition | undefined {
  return loaded.find((definition) => definition.id === id);
}

/** Loads all policies: after this, every one that exists is known. */
export async function loadPolicies(): Promise<void> {
  loaded = (await import('./registry.ts')).definitions;
}
