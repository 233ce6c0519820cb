/**
 * The verdicts of the Linux kernel's fair queues, DualPI2 and COBALT on given arrivals, packet by packet
 * (fixtures/README.md), beside ours. Each run is opened from the line that tc printed. DualPI2 gets the kernel's random
 * numbers, if the test sets them.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { vi } from 'vitest';
import type { PacketPolicyDefinition } from '../../src/engine/contract/policy.ts';
import { RandomStream } from '../../src/engine/numbers/random.ts';
import type { Arrivals } from '../../src/engine/time-lists/arrivals.ts';
import { type ParameterValue, resolveValues } from '../../src/params/schema.ts';
import { findPolicy } from '../../src/policies/registry.ts';
import { readTcLine } from '../../src/run-state/tc/tc-line.ts';
import { PACKET_OUTCOMES, replayArrivals } from '../../src/runs/replay.ts';

interface StoredArrivals {
  readonly gapNs: readonly number[];
  /** Left out in `ns3-pie.json.gz`. */
  readonly flow?: readonly number[];
  readonly bytes: readonly number[];
  readonly ect: string;
}

export interface FairQueueLog {
  readonly arrivals: string;
  readonly name: string;
  readonly tc: string;
  readonly rateBps: number;
  readonly verdicts: string;
  readonly gapNs: readonly (number | null)[];
}

interface Fixture {
  readonly arrivals: Readonly<Record<string, StoredArrivals>>;
  readonly runs: readonly FairQueueLog[];
  /** By arrivals: a digit for each packet. */
  readonly flows: Readonly<Record<string, string>>;
}

function fixtureOf(name: string): Fixture {
  return JSON.parse(gunzipSync(readFileSync(join(import.meta.dirname, 'fixtures', name))).toString());
}
const fixture = fixtureOf('linux-fair-queues.json.gz');
const stored: Readonly<Record<string, StoredArrivals>> = {
  ...fixtureOf('ns3-queue-discs.json.gz').arrivals,
  ...fixtureOf('ns3-pie.json.gz').arrivals,
  ...fixture.arrivals,
};

export const fairQueueLogs = [...fixture.runs, ...fixtureOf('linux-cake.json.gz').runs];

/** The kernel's hash put flows 0 and 6 of this run into one queue: its key is random. */
const COLLISION: readonly (readonly [name: string, flow: number, with_: number])[] = [['c1 sfq', 6, 0]];

function arrivalsOf({ arrivals, name }: FairQueueLog): Arrivals {
  const { gapNs, bytes, ect, ...rest } = stored[arrivals] as StoredArrivals;
  const flow = rest.flow ?? Array.from(fixture.flows[arrivals] ?? '0'.repeat(gapNs.length), Number);
  const [, from, to] = COLLISION.find(([run]) => run === `${arrivals} ${name}`) ?? [];
  let timeNs = 0;
  return {
    count: gapNs.length,
    timeNs: Float64Array.from(gapNs, (gap) => {
      timeNs += gap;
      return timeNs;
    }),
    flow: Int32Array.from(flow, (number) => (number === from ? (to as number) : number)),
    bytes: Int32Array.from(bytes),
    ect: Uint8Array.from(ect, Number),
    classIndex: new Uint8Array(gapNs.length),
    classes: ['all'],
  };
}

/**
 * The generator that stood in for that of the kernel: splitmix64 (Steele, Lea & Flood 2014), its upper 32 bits; of
 * CAKE's quanta its upper 16 bits.
 */
export function drawAsTheKernel(seed = 7): void {
  const mask = 2n ** 64n - 1n;
  let state = BigInt(seed);
  const next = () => {
    state = (state + 0x9e3779b97f4a7c15n) & mask;
    let word = ((state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n) & mask;
    word = ((word ^ (word >> 27n)) * 0x94d049bb133111ebn) & mask;
    return word ^ (word >> 31n);
  };
  vi.spyOn(RandomStream.prototype, 'drawUniform').mockImplementation(function (this: RandomStream) {
    this.drawn[0] = Number(next() >> 32n) / 2 ** 32;
  });
  vi.spyOn(RandomStream.prototype, 'integer').mockImplementation((range) =>
    Math.floor((Number(next() >> 48n) * range) / 2 ** 16),
  );
}

/** The letters of the kernel for each result of a packet. */
const LETTERS = {
  sent: 'Q',
  marked: 'M',
  'dropped-enqueue': 'FEL',
  'dropped-dequeue': 'TX',
  'dropped-overload': 'O',
} as const;

export interface FairQueueDifference {
  readonly index: number;
  readonly kind: 'verdict' | 'time';
  readonly text: string;
}

/** Our verdicts and times for the arrivals of a log. */
function replay(run: FairQueueLog, seed: number) {
  const { policy, values: given } = readTcLine(run.tc, run.rateBps);
  const definition = findPolicy(policy) as PacketPolicyDefinition;
  const { rateBps } = run;
  const values = resolveValues(definition.parameters, given as Record<string, ParameterValue>, {
    ...{ rateBps, delayMs: 0, bufferPackets: 100 },
  });
  const arrivals = arrivalsOf(run);
  if (run.verdicts.length !== arrivals.count) throw new Error(`${run.name}: ${run.verdicts.length} verdicts`);
  const { outcome, timeNs } = replayArrivals(arrivals, {
    ...{ definition, values, rateBps, limitPackets: 1e6, seed, roundsEach: true },
  });
  return { arrivals, timeNs, outcomes: Array.from(outcome, (index) => PACKET_OUTCOMES[index] as keyof typeof LETTERS) };
}

/** The rows that differ: none is right. */
export function fairQueueDifferences(run: FairQueueLog): FairQueueDifference[] {
  const { outcomes, timeNs } = replay(run, 1);
  let kernelNs = 0;
  return Array.from(run.verdicts, (letter, index): FairQueueDifference | undefined => {
    const gap = run.gapNs[index] ?? null;
    if (gap !== null) kernelNs += gap;
    const ours = outcomes[index] as keyof typeof LETTERS;
    const isVerdict = !LETTERS[ours].includes(letter);
    if (!isVerdict && (gap === null || kernelNs === timeNs[index])) return undefined;
    const text = `${letter} ${kernelNs}, ours: ${ours} ${timeNs[index]}`;
    return { index, kind: isVerdict ? 'verdict' : 'time', text };
  }).filter((difference) => difference !== undefined);
}

/** Totals of a log. The delay is the mean from the arrival to the start of the transmission. */
export interface LogTotals {
  readonly drops: number;
  readonly marks: number;
  readonly delayMs: number;
}

function totalsOf(letters: readonly string[], arrivalNs: Float64Array, timeNs: ArrayLike<number>): LogTotals {
  let [drops, marks, sent, delayNs] = [0, 0, 0, 0];
  for (const [index, letter] of letters.entries()) {
    if (letter === 'M') marks++;
    if (letter === 'M' || letter === 'Q') {
      sent++;
      delayNs += (timeNs[index] as number) - (arrivalNs[index] as number);
    } else drops++;
  }
  return { drops, marks, delayMs: delayNs / sent / 1e6 };
}

export function kernelTotals(run: FairQueueLog): LogTotals {
  let nowNs = 0;
  const timeNs = run.gapNs.map((gap) => {
    nowNs += gap ?? 0;
    return nowNs;
  });
  return totalsOf([...run.verdicts], arrivalsOf(run).timeNs, timeNs);
}

/** With our random numbers. */
export function ourTotals(run: FairQueueLog, seed: number): LogTotals {
  const { arrivals, timeNs, outcomes } = replay(run, seed);
  return totalsOf(
    outcomes.map((outcome) => LETTERS[outcome].charAt(0)),
    arrivals.timeNs,
    timeNs,
  );
}
