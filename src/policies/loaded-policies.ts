/**
 * The policies that are loaded: first those of the opening scenario, later all. The registry adds all policies here
 * when it is imported.
 */
import type { PolicyDefinition } from '../engine/contract/policy.ts';
import { PROGRAM_POLICY } from '../params/id.ts';
import type { ParameterValues } from '../params/schema.ts';
import { droptail } from './packets/droptail.ts';
import { isVariantLoaded } from './packets/mechanisms/linux/loaded-linux-red.ts';
import { red } from './packets/red.ts';
import { redEcn } from './packets/red-ecn.ts';

let loadedById: readonly PolicyDefinition[] = [droptail, red, redEcn];

/**
 * The policy of the one program that this thread shows or runs: a page, a worker and a command have one run with a
 * program at a time.
 */
let policyOfProgram: PolicyDefinition | undefined;

/** All loaded policies, without that of a program. */
export function loadedPolicies(): readonly PolicyDefinition[] {
  return loadedById;
}

/** The loaded policy with this id, also that of a program; undefined without one. */
export function findPolicy(id: string): PolicyDefinition | undefined {
  return loadedById.find((definition) => definition.id === id) ?? programPolicy(id);
}

/** Whether a policy and all that it runs with these values are loaded. */
export function isPolicyLoaded(id: string, values: ParameterValues): boolean {
  return findPolicy(id) !== undefined && isVariantLoaded(values);
}

/** The program's policy, if there is one and this is its id. */
export function programPolicy(id: string): PolicyDefinition | undefined {
  return id === PROGRAM_POLICY ? policyOfProgram : undefined;
}

/** Registers a program's policy, in place of the last one. It is not in the list of policies for every scenario. */
export function registerProgram(definition: PolicyDefinition | undefined): void {
  policyOfProgram = definition;
}

/** The registry calls it when it is loaded. Then all policies are available. */
export function registerPolicies(definitions: readonly PolicyDefinition[]): void {
  loadedById = definitions;
}

/** Adds a policy to those of the registry. */
export function addPolicy(definition: PolicyDefinition): void {
  loadedById = [...loadedById, definition];
}
