/** The figures of the Linux kernel's CAKE on small inputs (tests/golden/fixtures/README.md), and the same runs here. */
import { createHash } from 'node:crypto';
import type { PacketPolicyDefinition } from '../../../src/engine/contract/policy.ts';
import type { Arrivals } from '../../../src/engine/time-lists/arrivals.ts';
import { resolveValues } from '../../../src/params/schema.ts';
import { cake } from '../../../src/policies/packets/cake.ts';
import { QUEUES_PER_TIN } from '../../../src/policies/packets/mechanisms/cake/cake-hash.ts';
import { mixBits } from '../../../src/policies/packets/mechanisms/flow-queues.ts';
import { readTcLine } from '../../../src/run-state/tc/tc-line.ts';
import { PACKET_OUTCOMES, replayArrivals } from '../../../src/runs/replay.ts';

const RATE_BPS = 10e6;
const SECONDS = 5;
const PACKET_BYTES = 1500;

/** A flow of packets of 1500 bytes at an even rate, from 0 to 5 s. */
export interface CakeFlow {
  readonly rateBps: number;
  readonly codePoint?: number;
  readonly sourceHost?: number;
  readonly destinationHost?: number;
}

export interface CakeFigures {
  readonly dequeueDrops: number;
  readonly overloadDrops: number;
  readonly meanDelayMs: number;
  /** Of the packets that left before 5 s, by flow. */
  readonly shares: readonly number[];
}

export interface CakeCase {
  readonly name: string;
  /** Behind `cake bandwidth 10Mbit`. */
  readonly tc: string;
  readonly flows: readonly CakeFlow[];
  readonly kernel: CakeFigures;
  /** The start of the SHA-256 of the kernel's log: a line for each packet, with its verdict and its time. */
  readonly log: string;
  /**
   * By flow: a queue of its tin for which the log agrees. The key of the kernel's hash is random, so a search found
   * them. Only their places in the heap of the longest queues matter. Left out where no two queues are equally long.
   */
  readonly queues?: readonly number[];
}

const figures = (dequeueDrops: number, overloadDrops: number, meanDelayMs: number, shares: readonly number[]) => ({
  ...{ dequeueDrops, overloadDrops, meanDelayMs, shares },
});
const eight = (share: number) => Array.from({ length: 8 }, () => share);

const [BEST_EFFORT, BULK, VIDEO, VOICE] = [0, 8, 34, 46] as const;
const flow = (codePoint: number, rateBps = RATE_BPS): CakeFlow => ({ rateBps, codePoint });
const fourKinds = [flow(BEST_EFFORT), flow(BULK), flow(VIDEO), flow(VOICE)];
/** Host 100 sends one flow, host 101 eight. */
const hosts: readonly CakeFlow[] = [
  { rateBps: RATE_BPS, sourceHost: 100, destinationHost: 1 },
  ...Array.from({ length: 8 }, () => ({ rateBps: 4e6, sourceHost: 101, destinationHost: 2 })),
];

/** The kernel's figures on flows to hosts with a share for each of them: one log for three kinds of isolation. */
const dividedHosts = {
  ...{ flows: hosts, kernel: figures(9667, 3451, 356.64, [0.499, ...eight(0.0626)]), log: '30b26169eca87fae' },
  queues: [180, 553, 664, 506, 708, 370, 924, 270, 763],
};

export const cakeCases: readonly CakeCase[] = [
  {
    ...{ name: 'four kinds', tc: 'besteffort', flows: fourKinds, queues: [576, 437, 931, 974] },
    ...{ kernel: figures(10_220, 1973, 469.38, [0.25, 0.25, 0.25, 0.25]), log: '11b04f23dbafacd1' },
  },
  {
    ...{ name: 'four kinds', tc: 'diffserv3', flows: fourKinds, queues: [142, 573, 545, 137] },
    ...{ kernel: figures(7837, 4010, 513, [0.344, 0.063, 0.344, 0.25]), log: '104510412826404e' },
  },
  {
    ...{ name: 'four kinds', tc: 'diffserv4', flows: fourKinds, queues: [142, 573, 545, 137] },
    ...{ kernel: figures(7807, 3990, 519.79, [0.187, 0.063, 0.5, 0.25]), log: '6b367e39a6a8cc6f' },
  },
  {
    ...{ name: 'four kinds', tc: 'diffserv8', flows: fourKinds, queues: [161, 51, 604, 321] },
    ...{ kernel: figures(4711, 7517, 445.74, [0, 0, 0.551, 0.449]), log: '4840bfc4e05cbc86' },
  },
  {
    ...{ name: 'four kinds', tc: 'precedence', flows: fourKinds, queues: [161, 51, 604, 321] },
    ...{ kernel: figures(4770, 7464, 440.14, [0, 0, 0.487, 0.513]), log: '98ce0a64ac9c6d82' },
  },
  {
    ...{ name: 'too much voice', tc: 'diffserv4', flows: [flow(BEST_EFFORT), flow(VOICE, 20e6)] },
    ...{ kernel: figures(5918, 2014, 450.76, [0.75, 0.25]), log: '756f02e6ace08c9e' },
  },
  {
    ...{ name: 'bulk', tc: 'diffserv4', flows: [flow(BEST_EFFORT), flow(BULK)] },
    ...{ kernel: figures(1256, 1815, 454.35, [0.937, 0.063]), log: 'e55e278b5d598764' },
  },
  {
    ...{ name: 'a little voice', tc: 'diffserv4', flows: [flow(BEST_EFFORT), flow(VOICE, 2e6)] },
    ...{ kernel: figures(715, 0, 174.39, [0.8, 0.2]), log: '7f6bff4699858a6f' },
  },
  { name: 'hosts', tc: 'besteffort triple-isolate', ...dividedHosts },
  { name: 'hosts', tc: 'besteffort dual-srchost', ...dividedHosts },
  { name: 'hosts', tc: 'besteffort dual-dsthost', ...dividedHosts },
  {
    ...{ name: 'hosts', tc: 'besteffort flows', flows: hosts, queues: [484, 695, 613, 219, 318, 305, 147, 772, 170] },
    ...{ kernel: figures(10_302, 2781, 471.81, [0.111, ...eight(0.111)]), log: '2cce81d82149928a' },
  },
  {
    ...{ name: 'hosts', tc: 'besteffort flowblind', flows: hosts, log: 'ba5b0813a4b9b5b5' },
    kernel: figures(11_026, 2015, 451.59, [0.2345, 0.0833, 0.083, 0.0756, 0.078, 0.078, 0.1056, 0.1317, 0.1303]),
  },
  {
    ...{ name: 'hosts', tc: 'besteffort srchost', flows: hosts, log: '9dbbc6117873ee4e' },
    kernel: figures(9861, 2430, 787.04, [0.5, 0.0607, 0.0605, 0.0607, 0.0619, 0.0655, 0.0634, 0.0636, 0.0636]),
  },
];

/** The lowest number of a flow that our hash puts into a queue of its tin. */
function flowIn(queue: number): number {
  let flowNumber = 1;
  while (mixBits(flowNumber) % QUEUES_PER_TIN !== queue) flowNumber++;
  return flowNumber;
}

/** The arrivals of a case: packet i of flow f comes 13 f + 1 ns after its even time. */
function arrivalsOf(flows: readonly CakeFlow[], queues: readonly number[]): { arrivals: Arrivals; indices: number[] } {
  const packets = flows.flatMap(({ rateBps }, index) => {
    const gapNs = (PACKET_BYTES * 8e9) / rateBps;
    const count = Math.floor((SECONDS * 1e9) / gapNs);
    return Array.from({ length: count }, (_, number) => ({
      timeNs: Math.floor(number * gapNs) + 13 * index + 1,
      flow: index,
    }));
  });
  packets.sort((one, other) => one.timeNs - other.timeNs);
  const columnOf = (value: (flow: CakeFlow) => number | undefined) =>
    Int32Array.from(packets, (packet) => value(flows[packet.flow] as CakeFlow) ?? 0);
  const numbers = flows.map((_, index) => (queues[index] === undefined ? index : flowIn(queues[index])));
  return {
    indices: packets.map((packet) => packet.flow),
    arrivals: {
      count: packets.length,
      timeNs: Float64Array.from(packets, ({ timeNs }) => timeNs),
      flow: Int32Array.from(packets, (packet) => numbers[packet.flow] as number),
      bytes: new Int32Array(packets.length).fill(PACKET_BYTES),
      ect: new Uint8Array(packets.length),
      codePoint: Uint8Array.from(columnOf(({ codePoint }) => codePoint)),
      sourceHost: columnOf(({ sourceHost }) => sourceHost),
      destinationHost: columnOf(({ destinationHost }) => destinationHost),
      classIndex: new Uint8Array(packets.length),
      classes: ['all'],
    },
  };
}

/** Replays arrivals on a link of 10 Mb/s with a line of tc. */
export function replayCake(arrivals: Arrivals, tc: string, rateBps = RATE_BPS) {
  const { values } = readTcLine(`cake ${tc}`, rateBps);
  const context = { rateBps, delayMs: 0, bufferPackets: 100 };
  return replayArrivals(arrivals, {
    ...{ definition: cake as PacketPolicyDefinition, values: resolveValues(cake.parameters, values, context) },
    ...{ rateBps, limitPackets: 1e6, seed: 1, roundsEach: true },
  });
}

const LETTERS = { sent: 'Q', 'dropped-dequeue': 'T' } as const;

/** Our figures, and our log as `CakeCase.log`. */
export function figuresOf(
  { tc, flows, queues = [] }: Pick<CakeCase, 'tc' | 'flows' | 'queues'>,
  bandwidth = '10Mbit',
): CakeFigures & { readonly log: string } {
  const { arrivals, indices } = arrivalsOf(flows, queues);
  const { outcome, timeNs } = replayCake(
    arrivals,
    `bandwidth ${bandwidth} ${tc}`,
    Number.parseInt(bandwidth, 10) * 1e6,
  );
  const counts = { Q: 0, T: 0, O: 0 };
  const log = createHash('sha256');
  const sentByFlow = flows.map(() => 0);
  let delayNs = 0;
  for (const [index, flowIndex] of indices.entries()) {
    const letter = LETTERS[PACKET_OUTCOMES[outcome[index] as number] as keyof typeof LETTERS] ?? 'O';
    counts[letter]++;
    log.update(`${letter}${timeNs[index]}\n`);
    if (letter !== 'Q') continue;
    delayNs += (timeNs[index] as number) - (arrivals.timeNs[index] as number);
    if ((timeNs[index] as number) < SECONDS * 1e9) sentByFlow[flowIndex] = (sentByFlow[flowIndex] as number) + 1;
  }
  const all = sentByFlow.reduce((sum, count) => sum + count, 0);
  return {
    ...{ dequeueDrops: counts.T, overloadDrops: counts.O, meanDelayMs: delayNs / counts.Q / 1e6 },
    shares: sentByFlow.map((count) => count / all),
    log: log.digest('hex').slice(0, 16),
  };
}
