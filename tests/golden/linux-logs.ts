/**
 * The verdicts of the Linux kernel's queue disciplines on given arrivals, packet by packet (fixtures/README.md), beside
 * ours. Another discipline is one more entry of `disciplines`, and its logs in a file of `FILES`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { PacketPolicyDefinition } from '../../src/engine/contract/policy.ts';
import type { Arrivals, DrawWords } from '../../src/engine/time-lists/arrivals.ts';
import { type ParameterValue, resolveValues } from '../../src/params/schema.ts';
import { choke } from '../../src/policies/packets/choke.ts';
import { codel } from '../../src/policies/packets/codel.ts';
import { fqCodel } from '../../src/policies/packets/fq-codel.ts';
import { fqPie } from '../../src/policies/packets/fq-pie.ts';
import { pie } from '../../src/policies/packets/pie.ts';
import { red } from '../../src/policies/packets/red.ts';
import { PACKET_OUTCOMES, type PacketOutcome, replayArrivals } from '../../src/runs/replay.ts';
import { ns3Arrivals } from '../policies/packets/ns3-logs.ts';

const FILES = ['linux-aqm.json.gz'];

interface ListedArrivals {
  readonly gapNs: readonly number[];
  readonly flow: readonly number[];
  readonly bytes: readonly number[];
  /** A digit for each packet. */
  readonly ect: string;
}

export interface LinuxLog {
  readonly arrivals: string;
  readonly discipline: string;
  /** The settings, as `tc -d qdisc show` prints them. */
  readonly tc: string;
  /** A letter for each arrival: see `OUTCOMES`. */
  readonly verdicts: string;
  /**
   * For each packet with a time of its own: the time since the one before, ns. Packets that their own arrival lost have
   * none.
   */
  readonly gapNs: readonly number[];
  /** A digit for each arrival: random words that were drawn for it. */
  readonly draws?: string;
}

interface Fixture {
  readonly arrivals: Readonly<Record<string, ListedArrivals>>;
  readonly runs: readonly LinuxLog[];
}

const fixtures = FILES.map(
  (name) => JSON.parse(gunzipSync(readFileSync(join(import.meta.dirname, 'fixtures', name))).toString()) as Fixture,
);

export const linuxLogs: readonly LinuxLog[] = fixtures.flatMap(({ runs }) => runs);

interface Discipline {
  readonly policy: PacketPolicyDefinition;
  readonly values: Readonly<Record<string, ParameterValue>>;
  readonly limitPackets?: number;
  readonly limitBytes?: number;
  /** Bits of a random word. */
  readonly wordBits?: 32 | 64;
}

const redValues = {
  minThreshold: 30,
  maxThreshold: 90,
  meanPacketBytes: 1000,
  burstPackets: 55,
  bandwidthBps: 10e6,
  maxProbability: 0.1,
};
const inBytes = { policy: red, limitBytes: 1e6, wordBits: 32 } as const;
const inPackets = { policy: choke, limitPackets: 1000, wordBits: 32 } as const;
const withPie = { policy: pie, limitPackets: 1000, wordBits: 64 } as const;
const withFqPie = { policy: fqPie, limitPackets: 10_240, wordBits: 64 } as const;
/** ECN is on by default here, and off in most logs. */
const pieValues = { updateMs: 20, ecn: false };

/** By the name of a discipline in the logs: its settings here. */
const disciplines: Readonly<Record<string, Discipline>> = {
  red: { ...inBytes, values: redValues },
  red_ecn: { ...inBytes, values: { ...redValues, ecn: true } },
  red_hard: { ...inBytes, values: { ...redValues, ecn: true, harddrop: true } },
  red_nodrop: { ...inBytes, values: { ...redValues, ecn: true, nodrop: true } },
  choke: { ...inPackets, values: redValues },
  choke_ecn: { ...inPackets, values: { ...redValues, ecn: true } },
  codel: { policy: codel, limitPackets: 1000, values: { ecn: false } },
  codel_ecn: { policy: codel, limitPackets: 1000, values: {} },
  codel_lim: { policy: codel, limitPackets: 60, values: { ecn: false } },
  fq_codel: { policy: fqCodel, limitPackets: 10_240, values: { ecn: false } },
  fq_codel_ecn: { policy: fqCodel, limitPackets: 10_240, values: {} },
  fq_codel_lim: { policy: fqCodel, limitPackets: 100, values: { ecn: false } },
  pie: { ...withPie, values: pieValues },
  pie_ecn: { ...withPie, values: { ...pieValues, ecn: true } },
  pie_byte: { ...withPie, values: { ...pieValues, byteMode: true } },
  pie_dq: { ...withPie, values: { ...pieValues, delayFrom: 'departures' } },
  fq_pie: { ...withFqPie, values: pieValues },
  fq_pie_ecn: { ...withFqPie, values: { ...pieValues, ecn: true } },
};

/** The possible letters of a log for each of our results. */
export const OUTCOMES: Readonly<Record<PacketOutcome, string>> = {
  sent: 'Q',
  marked: 'M',
  'dropped-enqueue': 'EF',
  'dropped-dequeue': 'T',
  'dropped-overload': 'O',
};
/** Letters of packets that have a time of their own. */
const TIMED = 'QMTO';

/** The link of a shape of arrivals. */
const rateBpsOf = (arrivals: string): number => (arrivals.startsWith('f') ? 1e6 : 10e6);

function listedArrivals(name: string): Arrivals {
  const listed = fixtures.map(({ arrivals }) => arrivals[name]).find((found) => found !== undefined);
  // ns-3's logs have the other shapes.
  if (listed === undefined) return ns3Arrivals(name);
  let timeNs = 0;
  return {
    count: listed.gapNs.length,
    timeNs: Float64Array.from(listed.gapNs, (gap) => {
      timeNs += gap;
      return timeNs;
    }),
    flow: Int32Array.from(listed.flow),
    bytes: Int32Array.from(listed.bytes),
    ect: Uint8Array.from(listed.ect, Number),
    classIndex: new Uint8Array(listed.gapNs.length),
    classes: ['all'],
  };
}

const SEED = 7;

/**
 * The random words of the kernel's modules: splitmix64 (S. Vigna, public domain) in place of their generator, in their
 * order.
 * @param draws a digit for each arrival: its number of words
 */
export function drawnWords(draws: string, bits: 32 | 64, seed: number): DrawWords {
  const firstWord = Int32Array.from({ length: draws.length + 1 }, () => 0);
  for (const [index, digit] of [...draws].entries())
    firstWord[index + 1] = (firstWord[index] as number) + Number(digit);
  const count = firstWord[draws.length] as number;
  const upper = new Uint32Array(count);
  const lower = new Uint32Array(count);
  let state = BigInt(seed);
  for (let index = 0; index < count; index++) {
    state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n);
    let word = BigInt.asUintN(64, (state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n);
    word = BigInt.asUintN(64, (word ^ (word >> 27n)) * 0x94d049bb133111ebn);
    word ^= word >> 31n;
    upper[index] = Number(word >> 32n);
    lower[index] = bits === 32 ? 0 : Number(word & 0xffffffffn);
  }
  return { firstWord, upper, lower };
}

export interface LogComparison {
  readonly packets: number;
  readonly wrongVerdicts: number;
  /** Packets with the right verdict at another time. */
  readonly wrongTimes: number;
  /** Index and both results of the first packet that differs. */
  readonly first?: string;
}

/** Plays the arrivals of a log with its random words, and counts the differences. */
export function compareWithLinux(log: LinuxLog): LogComparison {
  const discipline = disciplines[log.discipline];
  if (discipline === undefined) throw new Error(`${log.discipline} is not in the table of disciplines`);
  const { policy, limitPackets, limitBytes, wordBits } = discipline;
  const rateBps = rateBpsOf(log.arrivals);
  const context = { rateBps, delayMs: 10, bufferPackets: limitPackets ?? 1000 };
  const values = resolveValues(policy.parameters, { variant: 'linux', ...discipline.values }, context) as never;
  const plain = listedArrivals(log.arrivals);
  const drawWords = log.draws === undefined ? {} : { drawWords: drawnWords(log.draws, wordBits ?? 64, SEED) };
  const arrivals = { ...plain, ...drawWords };
  const result = replayArrivals(arrivals, { definition: policy, values, rateBps, limitPackets, limitBytes, seed: 1 });
  if (log.verdicts.length !== plain.count) throw new Error(`${log.verdicts.length} rows, ${plain.count} arrivals`);
  let [timeNs, timedCount, wrongVerdicts, wrongTimes] = [0, 0, 0, 0];
  let first: string | undefined;
  for (const [index, letter] of [...log.verdicts].entries()) {
    const isTimed = TIMED.includes(letter);
    if (isTimed) timeNs += log.gapNs[timedCount++] as number;
    const theirNs = isTimed ? timeNs : (plain.timeNs[index] as number);
    const outcome = PACKET_OUTCOMES[result.outcome[index] as number] as PacketOutcome;
    const ourNs = result.timeNs[index] as number;
    const isRight = OUTCOMES[outcome].includes(letter);
    if (!isRight) wrongVerdicts++;
    else if (ourNs !== theirNs) wrongTimes++;
    if (!isRight || ourNs !== theirNs) first ??= `${index}: ${letter} at ${theirNs}, ours ${outcome} at ${ourNs}`;
  }
  return { packets: plain.count, wrongVerdicts, wrongTimes, ...(first === undefined ? {} : { first }) };
}
