/**
 * Zhao & Reddy, "Impact of bandwidth-delay product and non-responsive flows on the performance of queue management
 * schemes": three links, three buffers, three loads of short flows, and the on/off variant of figure 4.
 */

import type { Scenario, SourceSpec } from '../../engine/scenario/scenario.ts';
import type { ParameterValues } from '../../params/schema.ts';

const CITATION =
  'Zhao & Reddy, Impact of bandwidth-delay product and non-responsive flows on the performance of queue management schemes, section II';

/** TCP of the authors: that of ns-2. MODEL.md has its settings. */
const ns2Tcp: ParameterValues = {
  conformance: 'ns2',
  variant: 'sack',
  initialWindow: 2,
  initialRtoMs: 3000,
  minRtoMs: 200,
  clockGranularityMs: 10,
  accessDelayMs: 5,
};

interface Link {
  readonly id: string;
  readonly rateBps: number;
  readonly cbrBps: number;
  /** Table I: 1/3, 1 and 3 bandwidth-delay products, packets. */
  readonly buffers: readonly [number, number, number];
  /** Table II and its scaling to the other links. */
  readonly longFlows: number;
  /** By load of short flows: 0, 5 and 30 %. */
  readonly shortFlows: readonly [number, number, number];
  /** Constant-rate flows by load, in three readings (see `variants`). */
  readonly inferredFlows: readonly [number, number, number];
  readonly printedFlows: readonly [number, number, number];
  readonly nominalFlows: readonly [number, number, number];
}

const links: readonly Link[] = [
  {
    id: '5mb',
    rateBps: 5e6,
    cbrBps: 0.5e6,
    buffers: [25, 75, 225],
    longFlows: 8,
    shortFlows: [0, 36, 186],
    inferredFlows: [5, 5, 3],
    printedFlows: [6, 6, 4],
    nominalFlows: [6, 6, 3],
  },
  {
    id: '35mb',
    rateBps: 35e6,
    cbrBps: 1e6,
    buffers: [200, 500, 1500],
    longFlows: 55,
    shortFlows: [0, 250, 1300],
    inferredFlows: [17, 17, 10],
    printedFlows: [22, 22, 14],
    nominalFlows: [21, 19, 11],
  },
  {
    id: '100mb',
    rateBps: 100e6,
    cbrBps: 1e6,
    buffers: [500, 1500, 4500],
    longFlows: 157,
    shortFlows: [0, 714, 3714],
    inferredFlows: [48, 48, 25],
    printedFlows: [63, 63, 40],
    nominalFlows: [60, 55, 30],
  },
];

const buffers = [
  { id: 'third', name: '1/3 BDP' },
  { id: '1', name: '1 BDP' },
  { id: '3', name: '3 BDP' },
] as const;

const loads = [0, 5, 30] as const;

/** The sources of constant rate: all the time, or on and off together. */
type Pauses = 'steady' | 'onOff';

function constantRate(link: Link, flowCount: number, pauses: Pauses): SourceSpec {
  const sharedFields = {
    label: 'constant rate',
    flows: flowCount,
    rateBps: link.cbrBps,
    packetBytes: 1000,
    accessDelayMs: 5,
  };
  if (pauses === 'onOff') return { kind: 'onOff', ...sharedFields, onSeconds: 20, offSeconds: 20, synchronised: true };
  return { kind: 'cbr', ...sharedFields, timing: 'periodic' };
}

function preset(link: Link, bufferIndex: 0 | 1 | 2, loadIndex: 0 | 1 | 2, pauses: Pauses): Scenario {
  const isOnOff = pauses === 'onOff';
  const buffer = buffers[bufferIndex];
  const load = loads[loadIndex];
  const shortFlows = link.shortFlows[loadIndex];
  const megabits = link.rateBps / 1e6;
  return {
    id: `zhao-${link.id}-${buffer.id}bwdp-stf${load}${isOnOff ? '-onoff' : ''}`,
    title: `Zhao & Reddy · ${megabits} Mb/s · ${buffer.name} · ${load} % short flows${isOnOff ? ' · on/off' : ''}`,
    summary: `${link.longFlows} long TCP flows, ${shortFlows} short ones and ${link.inferredFlows[loadIndex]} constant-rate flows${isOnOff ? ' that pause together' : ''} share ${megabits} Mb/s. ${isOnOff ? 'Does the policy follow the change?' : 'The round trip is 120 ms. Does the policy keep the delay short?'}`,
    citation: isOnOff ? `${CITATION}, figure 4` : CITATION,
    link: { rateBps: link.rateBps, delayMs: 50 },
    access: { receiverDelayMs: 5 },
    buffer: { packets: link.buffers[bufferIndex] },
    run: { durationSeconds: isOnOff ? 200 : 100, warmupSeconds: isOnOff ? 40 : 20 },
    sources: {
      ltrf: { kind: 'tcp', label: 'long TCP', flows: link.longFlows, startWithinSeconds: 5, ...ns2Tcp },
      ...(shortFlows > 0
        ? {
            stf: {
              kind: 'shortTcp',
              label: 'short TCP',
              flows: shortFlows,
              transferPackets: 10,
              thinkSeconds: 10,
              persistent: true,
              ...ns2Tcp,
            } as SourceSpec,
          }
        : {}),
      ltnrf: constantRate(link, link.inferredFlows[loadIndex], pauses),
    },
    policies: { droptail: {}, red: {}, 'red-ecn': {} },
    variants: {
      load: {
        inferred: { 'sources.ltnrf.flows': link.inferredFlows[loadIndex] },
        printed: { 'sources.ltnrf.flows': link.printedFlows[loadIndex] },
        nominal: { 'sources.ltnrf.flows': link.nominalFlows[loadIndex] },
      },
    },
  };
}

function presetsOfLinks(): Scenario[] {
  const presets: Scenario[] = [];
  for (const link of links) {
    for (const bufferIndex of [0, 1, 2] as const) {
      for (const pauses of ['steady', 'onOff'] as const)
        for (const loadIndex of [0, 1, 2] as const) presets.push(preset(link, bufferIndex, loadIndex, pauses));
    }
  }
  return presets;
}

export const zhaoPresets: readonly Scenario[] = presetsOfLinks();
