/**
 * A program of one's own, RED as the template writes it, beside the built-in RED: simulated seconds per second of
 * processor time, at 35 Mb/s. Both must give the same verdicts.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { PolicyDefinition } from '../../src/engine/contract/policy.ts';
import { type Scenario, withValue } from '../../src/engine/scenario/scenario.ts';
import { findPolicy } from '../../src/policies/registry.ts';
import { compileProgram } from '../../src/program/sandbox/program-policy.ts';
import { compileInterpreter } from '../../src/program/sandbox/sandbox.ts';
import { programTemplates } from '../../src/program/templates.ts';
import { openRunOfPolicy } from '../../src/runs/open-run-of-policy.ts';
import { findPreset } from '../../src/scenarios/index.ts';

const PRESET = 'zhao-35mb-1bwdp-stf30';
const SECONDS = 20;
const ROUNDS = 5;
const AT_LEAST = 5;

const wasm = createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm');
const source = programTemplates.find(({ id }) => id === 'red')?.source ?? '';
const program = compileProgram(compileInterpreter(readFileSync(wasm)), source);
const scenario = withValue(findPreset(PRESET) as Scenario, 'run.durationSeconds', SECONDS);

function played(policy: PolicyDefinition): { readonly rate: number; readonly digest: string } {
  const simulation = openRunOfPolicy(policy, { scenario, seed: 1 });
  const before = process.cpuUsage();
  simulation.advance(simulation.endNs);
  const { user, system } = process.cpuUsage(before);
  return { rate: (SECONDS * 1e6) / (user + system), digest: simulation.digest() };
}

const rates = { 'RED, a program': [] as number[], 'RED, built in': [] as number[] };
const digests = new Set<string>();
for (let round = 0; round <= ROUNDS; round++)
  for (const [name, policy] of [
    ['RED, a program', program],
    ['RED, built in', findPolicy('red') as PolicyDefinition],
  ] as const) {
    const { rate, digest } = played(policy);
    digests.add(digest);
    // The first round is the compiler's.
    if (round > 0) rates[name].push(rate);
  }

console.log(`\nA program of one's own, ${PRESET}, ${SECONDS} s: simulated seconds per second of processor time`);
for (const [name, samples] of Object.entries(rates)) {
  const sorted = samples.sort((one, other) => one - other);
  const [low, middle, high] = [sorted[0], sorted[sorted.length >> 1], sorted.at(-1)] as [number, number, number];
  console.log(`${name.padEnd(20)} ${middle.toFixed(1)} (${low.toFixed(1)}..${high.toFixed(1)})`);
  if (middle < AT_LEAST) process.exitCode = 1;
}
if (digests.size !== 1) {
  console.log(`the verdicts differ: ${[...digests].join(', ')}`);
  process.exitCode = 1;
}
