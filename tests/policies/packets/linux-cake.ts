/** The figures of the Linux kernel's CAKE on small inputs (tests/golden/fixtures/README.md), and the same runs here. */
import type { PacketPolicyDefinition } from '../../../src/engine/contract/policy.ts';
import type { Arrivals } from '../../../src/engine/time-lists/arrivals.ts';
import { resolveValues } from '../../../src/params/schema.ts';
import { cake } from '../../../src/policies/packets/cake.ts';
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

export const cakeCases: readonly CakeCase[] = [
  {
    name: 'four kinds',
    tc: 'besteffort',
    flows: fourKinds,
    kernel: figures(10_220, 1973, 469.38, [0.25, 0.25, 0.25, 0.25]),
  },
  {
    name: 'four kinds',
    tc: 'diffserv3',
    flows: fourKinds,
    kernel: figures(7837, 4010, 513, [0.344, 0.063, 0.344, 0.25]),
  },
  {
    name: 'four kinds',
    tc: 'diffserv4',
    flows: fourKinds,
    kernel: figures(7807, 3990, 519.79, [0.187, 0.063, 0.5, 0.25]),
  },
  { name: 'four kinds', tc: 'diffserv8', flows: fourKinds, kernel: figures(4711, 7517, 445.74, [0, 0, 0.551, 0.449]) },
  { name: 'four kinds', tc: 'precedence', flows: fourKinds, kernel: figures(4770, 7464, 440.14, [0, 0, 0.487, 0.513]) },
  {
    ...{ name: 'too much voice', tc: 'diffserv4', flows: [flow(BEST_EFFORT), flow(VOICE, 20e6)] },
    kernel: figures(5918, 2014, 450.76, [0.75, 0.25]),
  },
  {
    ...{ name: 'bulk', tc: 'diffserv4', flows: [flow(BEST_EFFORT), flow(BULK)] },
    kernel: figures(1256, 1815, 454.35, [0.937, 0.063]),
  },
  {
    ...{ name: 'a little voice', tc: 'diffserv4', flows: [flow(BEST_EFFORT), flow(VOICE, 2e6)] },
    kernel: figures(715, 0, 174.39, [0.8, 0.2]),
  },
  {
    name: 'hosts',
    tc: 'besteffort triple-isolate',
    flows: hosts,
    kernel: figures(9667, 3451, 356.64, [0.499, ...eight(0.0626)]),
  },
  {
    name: 'hosts',
    tc: 'besteffort dual-srchost',
    flows: hosts,
    kernel: figures(9667, 3451, 356.64, [0.499, ...eight(0.0626)]),
  },
  {
    name: 'hosts',
    tc: 'besteffort dual-dsthost',
    flows: hosts,
    kernel: figures(9667, 3451, 356.64, [0.499, ...eight(0.0626)]),
  },
  {
    name: 'hosts',
    tc: 'besteffort flows',
    flows: hosts,
    kernel: figures(10_302, 2781, 471.81, [0.111, ...eight(0.111)]),
  },
  {
    ...{ name: 'hosts', tc: 'besteffort flowblind', flows: hosts },
    kernel: figures(11_026, 2015, 451.59, [0.2345, 0.0833, 0.083, 0.0756, 0.078, 0.078, 0.1056, 0.1317, 0.1303]),
  },
  {
    ...{ name: 'hosts', tc: 'besteffort srchost', flows: hosts },
    kernel: figures(9861, 2430, 787.04, [0.5, 0.0607, 0.0605, 0.0607, 0.0619, 0.0655, 0.0634, 0.0636, 0.0636]),
  },
];

/** The arrivals of a case: packet i of flow f comes 13 f + 1 ns after its even time. */
function arrivalsOf(flows: readonly CakeFlow[]): Arrivals {
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
  return {
    count: packets.length,
    timeNs: Float64Array.from(packets, ({ timeNs }) => timeNs),
    flow: Int32Array.from(packets, (packet) => packet.flow),
    bytes: new Int32Array(packets.length).fill(PACKET_BYTES),
    ect: new Uint8Array(packets.length),
    codePoint: Uint8Array.from(columnOf(({ codePoint }) => codePoint)),
    sourceHost: columnOf(({ sourceHost }) => sourceHost),
    destinationHost: columnOf(({ destinationHost }) => destinationHost),
    classIndex: new Uint8Array(packets.length),
    classes: ['all'],
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

export function figuresOf({ tc, flows }: Pick<CakeCase, 'tc' | 'flows'>, bandwidth = '10Mbit'): CakeFigures {
  const arrivals = arrivalsOf(flows);
  const { outcome, timeNs } = replayCake(
    arrivals,
    `bandwidth ${bandwidth} ${tc}`,
    Number.parseInt(bandwidth, 10) * 1e6,
  );
  const counts = { dequeueDrops: 0, overloadDrops: 0 };
  const sentByFlow = flows.map(() => 0);
  let sent = 0;
  let delayNs = 0;
  for (let index = 0; index < arrivals.count; index++) {
    const result = PACKET_OUTCOMES[outcome[index] as number];
    if (result === 'dropped-dequeue') counts.dequeueDrops++;
    else if (result !== 'sent') counts.overloadDrops++;
    else {
      sent++;
      delayNs += (timeNs[index] as number) - (arrivals.timeNs[index] as number);
      const flowIndex = arrivals.flow[index] as number;
      if ((timeNs[index] as number) < SECONDS * 1e9) sentByFlow[flowIndex] = (sentByFlow[flowIndex] as number) + 1;
    }
  }
  const all = sentByFlow.reduce((sum, count) => sum + count, 0);
  return { ...counts, meanDelayMs: delayNs / sent / 1e6, shares: sentByFlow.map((count) => count / all) };
}
