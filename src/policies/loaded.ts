/**
 * The policies as a page knows them: those of the opening scenario at once, all policies after they have been loaded. The
 * registry makes all policies known here when it is imported.
 */
import type { PolicyDefinition } from '../engine/policy.ts';
import { PROGRAM_POLICY } from '../params/id.ts';
import { droptail } from './packets/droptail.ts';
import { red } from './packets/red.ts';
import { redEcn } from './packets/red-ecn.ts';

let loaded: readonly PolicyDefinition[] = [droptail, red, redEcn];

/** The policy of the one program that this thread shows or runs: a page, a worker and a command have one run with a program at a time. */
let ofProgram: PolicyDefinition | undefined;

export function loadedPolicies(): readonly PolicyDefinition[] {
  return loaded;
}

export function loadedPolicy(id: string): PolicyDefinition | undefined {
  return loaded.find((definition) => definition.id === id) ?? programPolicy(id);
}

/** The program's policy, if there is one and this is its id. */
export function programPolicy(id: string): PolicyDefinition | undefined {
  return id === PROGRAM_POLICY ? ofProgram : undefined;
}

/** Makes a program's policy known, in place of the one before. It is not among the policies that are offered to all. */
export function knowProgram(definition: PolicyDefinition | undefined): void {
  ofProgram = definition;
}

/** Called by the registry when it is loaded: all policies are then available. */
export function know(definitions: readonly PolicyDefinition[]): void {
  loaded = definitions;
}
