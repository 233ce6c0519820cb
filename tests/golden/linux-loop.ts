/**
 * Greedy flows in the loop, beside the same flows of the Linux kernel (fixtures/README.md): four senders and eight
 * disciplines, with one flow and with four.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PacketPolicyDefinition } from '../../src/engine/contract/policy.ts';
import type { Scenario } from '../../src/engine/scenario/scenario.ts';
import { tolerances } from '../../src/papers/tolerances.ts';
import type { ParameterValues } from '../../src/params/schema.ts';
import { addPolicy, findPolicy } from '../../src/policies/loaded-policies.ts';
import '../../src/policies/registry.ts';
import { runLanes } from '../../src/runs/run-lanes.ts';
import { withLinuxAcks } from './linux-receiver.ts';
import { behindTokenBucket } from './linux-token-bucket.ts';
import './linux-senders.ts';

const RATE_BPS = 10e6;
/** Of the engine's link behind the filter. */
const LINK_BPS = 1e10;
const MEASURED_FROM_SECONDS = 6;
const DURATION_SECONDS = 36;
/** Of a data packet on Ethernet: 1,448 bytes, timestamps, headers of TCP, IP and Ethernet. */
const HEADER_BYTES = 66;

export interface KernelRun {
  readonly congestion: string;
  readonly flows: 1 | 4;
  readonly discipline: string;
  /** One number for each repetition; of the 30 s after 6 s, and `firstDrops` of the 6 s. */
  readonly utilisation: readonly number[];
  readonly queueMs: readonly number[];
  readonly drops: readonly number[];
  readonly firstDrops: readonly number[];
}

const fixture = JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures/linux-loop.json'), 'utf8')) as {
  readonly kernel: string;
  readonly startSeconds: readonly (readonly number[])[];
  readonly runs: readonly KernelRun[];
};
export const kernelRuns: readonly KernelRun[] = fixture.runs;

const redValues = {
  minThreshold: 30,
  maxThreshold: 90,
  meanPacketBytes: 1000,
  burstPackets: 55,
  bandwidthBps: 10e6,
  maxProbability: 0.1,
};
/** Twice the MTU with header are two packets, one of which the filter has taken. */
const oneTaken = { mtuBytes: 743, headerBytes: 14 };
/** By the name in tc: our policy, its settings, and the buffer. */
const disciplines: Readonly<Record<string, { id: string; values: ParameterValues; buffer: ParameterValues }>> = {
  pfifo: { id: 'pfifo', values: { limit: 33 }, buffer: { packets: 1000 } },
  codel: { id: 'codel', values: { variant: 'linux', ecn: false }, buffer: { packets: 1000 } },
  fq_codel: { id: 'fq-codel', values: { variant: 'linux' }, buffer: { packets: 10_240 } },
  pie: { id: 'pie', values: { variant: 'linux', ecn: false, ...oneTaken }, buffer: { packets: 1000 } },
  red: { id: 'red', values: { variant: 'linux', ...redValues }, buffer: { bytes: 1_000_000 } },
  choke: { id: 'choke', values: { variant: 'linux', ...redValues }, buffer: { packets: 1000 } },
  dualpi2: { id: 'dualpi2', values: { variant: 'linux', mtuBytes: 757 }, buffer: { packets: 10_000 } },
  // It has a shaper of its own.
  cake: {
    id: 'cake',
    values: { bandwidthBps: RATE_BPS, tins: 'besteffort', headerBytes: 14 },
    buffer: { packets: 1000 },
  },
};
for (const { id } of Object.values(disciplines))
  if (id !== 'cake') addPolicy(behindTokenBucket(findPolicy(id) as PacketPolicyDefinition, RATE_BPS));

export const LOOP_FIGURES = ['utilisation', 'queueMs', 'drops', 'firstDrops'] as const;
export type LoopFigure = (typeof LOOP_FIGURES)[number];
type LoopFigures = Readonly<Record<LoopFigure, number>>;

/** The sender's settings that make it Linux's. */
const linuxSender = {
  variant: 'rack',
  growthPer: 'segment',
  cubicGrowth: 'linux',
  initialWindow: 10,
  minRtoMs: 200,
  delayedAck: true,
  delayedAckMs: 40,
};
/** Of one connection: Linux's segments, and our sender with its settings. */
export const linuxConnection = {
  flows: 1,
  ecn: false,
  segmentBytes: 1448,
  headerBytes: HEADER_BYTES,
  accessDelayMs: 0,
  ...linuxSender,
};
export const OUR_NAMES: Readonly<Record<string, string>> = { reno: 'newreno', bbr: 'bbr1' };

/**
 * Our senders and receiver, or those with Linux's rules in `linux-senders.ts` and `linux-receiver.ts`, or one of the
 * two. A sender of Linux may leave out one of its rules.
 */
export type LoopRules = 'ours' | 'linux' | 'sender' | 'receiver' | `without ${string}`;

const hasLinuxReceiver = (rules: LoopRules) => rules !== 'ours' && rules !== 'sender';

function controlOf(congestion: string, rules: LoopRules): string {
  if (rules === 'ours' || rules === 'receiver') return OUR_NAMES[congestion] ?? congestion;
  return `linux-${congestion}${rules.startsWith('without ') ? `-${rules.replace(' ', '-')}` : ''}`;
}

function scenarioOf(run: KernelRun, repetition: number, rules: LoopRules): Scenario {
  const { id, values, buffer } = disciplines[run.discipline] as (typeof disciplines)[string];
  const starts = fixture.startSeconds[repetition]?.slice(0, run.flows) as number[];
  return {
    id: 'linux-loop',
    title: '',
    summary: '',
    citation: '',
    // The filter is the link. The way back takes 40 ms.
    link: { rateBps: LINK_BPS, delayMs: 0.1 },
    access: { rateBps: 10 * LINK_BPS, receiverDelayMs: 19.9 },
    buffer,
    run: { durationSeconds: DURATION_SECONDS, warmupSeconds: MEASURED_FROM_SECONDS, accounting: 'wire' },
    sources: {
      tcp: {
        kind: 'tcp',
        label: 'TCP',
        ...linuxConnection,
        flows: run.flows,
        congestion: controlOf(run.congestion, rules),
        startSeconds: run.flows === 1 ? (starts[0] as number) : starts,
      },
    },
    policies: { [id === 'cake' ? id : `${id}-behind-tbf`]: values },
  };
}

/** @param repetition from 0: it chooses the starts of the flows, and the seed */
function runLoop(run: KernelRun, repetition: number, rules: LoopRules): LoopFigures {
  const scenario = scenarioOf(run, repetition, rules);
  const policies = Object.keys(scenario.policies);
  const { reasons } = findPolicy(policies[0] as string) as PacketPolicyDefinition;
  let [drops, firstDrops] = [0, 0];
  const play = () =>
    runLanes({
      scenario,
      policies,
      seed: repetition + 1,
      wallSeconds: () => 0,
      trace: (_, { reason, timeNs }) => {
        if (reasons[reason]?.verdict !== 'drop') return;
        if (timeNs < MEASURED_FROM_SECONDS * 1e9) firstDrops++;
        else drops++;
      },
    });
  const { lanes } = hasLinuxReceiver(rules) ? withLinuxAcks(play) : play();
  const lane = lanes[0] as (typeof lanes)[number];
  return {
    utilisation: (lane.utilisation * LINK_BPS) / RATE_BPS,
    queueMs: (lane.meanQueueBytes * 8e3) / RATE_BPS,
    drops,
    firstDrops,
  };
}

export interface MeanOfRuns {
  readonly mean: number;
  /** Half of the 95 % interval; 0 with one run. */
  readonly half: number;
}

/** Student's t for 95 % and n - 1 degrees of freedom, by n. */
const STUDENT: Readonly<Record<number, number>> = { 2: 12.706, 3: 4.303, 5: 2.776 };

export function meanOf(figures: readonly number[]): MeanOfRuns {
  const n = figures.length;
  const mean = figures.reduce((sum, figure) => sum + figure, 0) / n;
  if (n === 1) return { mean, half: 0 };
  const variance = figures.reduce((sum, figure) => sum + (figure - mean) ** 2, 0) / (n - 1);
  return { mean, half: (STUDENT[n] as number) * Math.sqrt(variance / n) };
}

export interface ComparedFigure {
  readonly kernel: MeanOfRuns;
  readonly ours: MeanOfRuns;
  /** The intervals overlap, or the means differ by no more than chance does where an interval is too narrow. */
  readonly isInside: boolean;
}

/** The difference that is always small enough. */
function floorOf(figure: LoopFigure, kernel: MeanOfRuns): number {
  if (figure === 'utilisation') return tolerances.linuxLoopUtilisation.value;
  if (figure === 'queueMs') return tolerances.linuxLoopQueueMs.value;
  return Math.max(tolerances.linuxLoopLosses.value, Math.sqrt(kernel.mean));
}

export function compareLoop(
  run: KernelRun,
  rules: LoopRules,
  repetitions: number,
): Readonly<Record<LoopFigure, ComparedFigure>> {
  const ours = Array.from({ length: repetitions }, (_, repetition) => runLoop(run, repetition, rules));
  const compare = (figure: LoopFigure): ComparedFigure => {
    const kernel = meanOf(run[figure]);
    const own = meanOf(ours.map((figures) => figures[figure]));
    const differs = Math.abs(own.mean - kernel.mean);
    return { kernel, ours: own, isInside: differs <= kernel.half + own.half + floorOf(figure, kernel) };
  };
  return {
    utilisation: compare('utilisation'),
    queueMs: compare('queueMs'),
    drops: compare('drops'),
    firstDrops: compare('firstDrops'),
  };
}

export const nameOf = ({ congestion, flows, discipline }: KernelRun) => `${congestion} ${flows} ${discipline}`;
