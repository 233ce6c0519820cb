/**
 * Simulated seconds in a second, beside ns-2 on the same scenario in the same run, one after the other. Without ns-2,
 * the baseline is a flat queue that only stores and returns the same number of events. Then the CPU time beside that of
 * an earlier commit, and the time in the three browsers.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import FlatQueue from 'flatqueue';
import { CLASS_STRIDE, ClassColumn } from '../../src/engine/frame/frame.ts';
import { type Scenario, withValue } from '../../src/engine/scenario/scenario.ts';
import { openRun } from '../../src/runs/open-run.ts';
import { findPreset } from '../../src/scenarios/index.ts';
import { compareWithCommit } from './against-commit.ts';
import { compareBrowsers } from './in-browsers.ts';

const ROUNDS = 5;
const SECONDS = 100;
const PENDING = 1_000;
const WIDTH = 30;
const CPU_ROUNDS = 3;

interface Case {
  readonly name: string;
  readonly scenario: Scenario;
  readonly policy: string;
  /** Script in tests/bench/ns2. */
  readonly script: string;
  readonly atLeast: number;
  /** The least ratio of ns-2's CPU time to ours. */
  readonly cpuAtLeast: number;
}

function preset(id: string, changes: Readonly<Record<string, number>>): Scenario {
  const scenario = findPreset(id);
  if (scenario === undefined) throw new Error(`unknown preset: ${id}`);
  return Object.entries({ 'run.durationSeconds': SECONDS, ...changes }).reduce(
    (changed, [path, value]) => withValue(changed, path, value),
    scenario,
  );
}

const cases: readonly Case[] = [
  {
    name: '35 Mb/s, 30 % short flows, RED',
    scenario: preset('zhao-35mb-1bwdp-stf30', {}),
    policy: 'red',
    script: 'mixed-red.tcl',
    atLeast: 1,
    cpuAtLeast: 7,
  },
  {
    name: 'one TCP flow, 100 Mb/s',
    scenario: preset('single-tcp', { 'link.rateBps': 100e6, 'access.rateBps': 1e9, 'buffer.packets': 550 }),
    policy: 'droptail',
    script: 'single-tcp.tcl',
    atLeast: 1,
    cpuAtLeast: 2.5,
  },
];

interface Measured {
  /** Simulated seconds in a wall second. */
  readonly rate: number;
  /** TCP segments sent: both sides should send about the same number. */
  readonly segments: number;
}

function ours({ scenario, policy }: Case): Measured & { readonly events: number } {
  const simulation = openRun({ scenario, policy, seed: 1 });
  const began = performance.now();
  simulation.advance(simulation.endNs);
  const wall = (performance.now() - began) / 1_000;
  const { classes } = simulation.description;
  const counters = simulation.recorder.classes;
  const arrived = (index: number) => counters[index * CLASS_STRIDE + ClassColumn.arrivedPackets] as number;
  const segments = classes.reduce((sum, { kind }, index) => sum + (/tcp/i.test(kind) ? arrived(index) : 0), 0);
  return { rate: SECONDS / wall, segments, events: simulation.clock.executedEventCount };
}

function ns2({ script }: Case): Measured | undefined {
  const { status, stdout } = spawnSync('ns', [join('tests/bench/ns2', script), String(SECONDS)], { encoding: 'utf8' });
  if (status !== 0) return undefined;
  const [wall, segments] = stdout.trim().split(' ').map(Number) as [number, number];
  return { rate: SECONDS / wall, segments };
}

/** The same number of events through a queue that does nothing else. */
function bareQueue(events: number): Measured {
  const queue = new FlatQueue<number>();
  for (let item = 0; item < PENDING; item++) queue.push(item, (item * 0.618_034) % 1);
  const began = performance.now();
  for (let event = 0; event < events; event++) {
    const time = queue.peekValue() as number;
    queue.push(queue.pop() as number, time + ((event * 0.618_034) % 1));
  }
  return { rate: SECONDS / ((performance.now() - began) / 1_000), segments: 0 };
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[values.length >> 1] as number;
}

function spread(values: readonly number[]): string {
  return `${median(values).toFixed(0)} (${Math.min(...values).toFixed(0)}..${Math.max(...values).toFixed(0)})`;
}

console.log(
  `\nSimulated seconds in a second, ${SECONDS} s runs, median of ${ROUNDS} (lowest..highest), Node ${process.versions.node}\n`,
);
for (const one of cases) {
  const warm = ours(one);
  const rates = { ours: [] as number[], ns2: [] as number[], bare: [] as number[] };
  let segments = 0;
  for (let round = 0; round < ROUNDS; round++) {
    rates.ours.push(ours(one).rate);
    const other = ns2(one);
    if (other !== undefined) {
      rates.ns2.push(other.rate);
      segments = other.segments;
    }
    rates.bare.push(bareQueue(warm.events).rate);
  }
  const bare = `a bare flat queue ${spread(rates.bare)}, ratio ${(median(rates.ours) / median(rates.bare)).toFixed(2)}`;
  console.log(
    `${one.name.padEnd(WIDTH)} ${spread(rates.ours)}; ${(warm.events / SECONDS / 1e3).toFixed(1)} k events a simulated second; ${bare}`,
  );
  if (rates.ns2.length === 0) console.log(`${''.padEnd(WIDTH)} ns-2 is not installed: no comparison`);
  else {
    const ratio = median(rates.ours) / median(rates.ns2);
    const met = ratio >= one.atLeast ? '' : `  below ${one.atLeast}`;
    if (met !== '') process.exitCode = 1;
    console.log(
      `${''.padEnd(WIDTH)} ns-2 ${spread(rates.ns2)}, ratio ${ratio.toFixed(2)}${met}; segments sent: ${warm.segments}, ns-2 ${segments}`,
    );
  }
}

/** Simulated seconds of two runs: what one takes more than the other has no set-up, and no warm-up of the compiler. */
const [SHORT_SECONDS, LONG_SECONDS] = [20, 80];

/** CPU seconds of ns-2; undefined where it is not installed. */
function ns2Cpu({ script }: Case, seconds: number): number | undefined {
  const command = `TIMEFORMAT='%U %S'; time ns ${join('tests/bench/ns2', script)} ${seconds} > /dev/null`;
  const { status, stderr } = spawnSync('bash', ['-c', command], { encoding: 'utf8' });
  if (status !== 0) return undefined;
  const [user = Number.NaN, system = Number.NaN] = stderr.trim().split(/\s+/).slice(-2).map(Number);
  return user + system;
}

function ourCpu({ scenario, policy }: Case, seconds: number): number {
  const simulation = openRun({ scenario: withValue(scenario, 'run.durationSeconds', seconds), policy, seed: 1 });
  const before = process.cpuUsage();
  simulation.advance(simulation.endNs);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/**
 * CPU time of a simulated second: (long run - short run) / difference of their lengths, the least of the rounds each.
 */
function compareCpuWithNs2(): void {
  console.log(`\nCPU time of a simulated second, ms, from runs of ${SHORT_SECONDS} and ${LONG_SECONDS} s, by turns\n`);
  for (const one of cases) {
    const least = { ns2: [Infinity, Infinity], ours: [Infinity, Infinity] };
    for (let round = 0; round < CPU_ROUNDS; round++)
      for (const [place, seconds] of [SHORT_SECONDS, LONG_SECONDS].entries()) {
        least.ns2[place] = Math.min(least.ns2[place] as number, ns2Cpu(one, seconds) ?? Number.NaN);
        least.ours[place] = Math.min(least.ours[place] as number, ourCpu(one, seconds));
      }
    const [ns2Ms, oursMs] = [least.ns2, least.ours].map(
      ([short, long]) => (((long as number) - (short as number)) * 1e3) / (LONG_SECONDS - SHORT_SECONDS),
    ) as [number, number];
    const isMet = Number.isNaN(ns2Ms) || ns2Ms / oursMs >= one.cpuAtLeast;
    if (!isMet) process.exitCode = 1;
    const ratio = Number.isNaN(ns2Ms)
      ? 'ns-2 is not installed'
      : `ns-2 ${ns2Ms.toFixed(1)}, ratio ${(ns2Ms / oursMs).toFixed(1)}`;
    console.log(`${one.name.padEnd(WIDTH)} ${oursMs.toFixed(2)}; ${ratio}${isMet ? '' : `  below ${one.cpuAtLeast}`}`);
  }
}

compareCpuWithNs2();
compareWithCommit();
await compareBrowsers();
