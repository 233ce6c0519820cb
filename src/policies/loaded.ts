/**
 * The policies as a page knows them: those of the scenario that it opens with at once, all when they are asked for. What
 * has to know all of them from the beginning imports the registry, which makes them known here too.
 */
import type { PolicyDefinition } from '../engine/policy.ts';
import { droptail } from './packets/droptail.ts';
import { red } from './packets/red.ts';
import { redEcn } from './packets/red-ecn.ts';

let loaded: readonly PolicyDefinition[] = [droptail, red, redEcn];

export function loadedPolicies(): readonly PolicyDefinition[] {
  return loaded;
}

export function loadedPolicy(id: string): PolicyDefinition | undefined {
  return loaded.find((definition) => definition.id === id);
}

/** Called by the registry when it is loaded: all policies are then available. */
export function know(definitions: readonly PolicyDefinition[]): void {
  loaded = definitions;
}
