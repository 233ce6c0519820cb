/** The shared part of the tests of students' programs. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { PacketPolicyDefinition, PolicyDefinition } from '../../src/engine/contract/policy.ts';
import type { Scenario } from '../../src/engine/scenario/scenario.ts';
import type { Simulation } from '../../src/engine/simulation/simulation.ts';
import { findPolicy } from '../../src/policies/registry.ts';
import { compileProgram } from '../../src/program/sandbox/program-policy.ts';
import { compileInterpreter } from '../../src/program/sandbox/sandbox.ts';
import { programTemplates } from '../../src/program/templates.ts';
import { openRunOfPolicy } from '../../src/runs/open-run-of-policy.ts';
import { findPreset } from '../../src/scenarios/index.ts';

export const interpreterFile = createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm');
export const interpreter = compileInterpreter(readFileSync(interpreterFile));

export function templateOf(id: string): string {
  const template = programTemplates.find((one) => one.id === id);
  if (template === undefined) throw new Error(`no template ${id}`);
  return template.source;
}

export function compiled(source: string): PacketPolicyDefinition {
  return compileProgram(interpreter, source);
}

export const opening = findPreset('opening') as Scenario;

export function policy(id: string): PolicyDefinition {
  return findPolicy(id) as PolicyDefinition;
}

/** The opening scenario under a policy, played for this number of seconds. */
export function run(definition: PolicyDefinition, seconds: number): Simulation {
  const simulation = openRunOfPolicy(definition, { scenario: opening, seed: 1 });
  simulation.advance(seconds * 1e9);
  return simulation;
}
