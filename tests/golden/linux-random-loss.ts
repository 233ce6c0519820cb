/**
 * One greedy flow over a link that loses or reorders at random, beside the same flow of the Linux kernel
 * (fixtures/README.md): Reno, CUBIC and BBR, with SACK and RACK, and without SACK.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FlowColumn } from '../../src/engine/metrics/flow-table.ts';
import type { Recorder } from '../../src/engine/metrics/recorder.ts';
import type { Scenario } from '../../src/engine/scenario/scenario.ts';
import { CountingNewRenoSender } from '../../src/engine/transport/counting-newreno.ts';
import { tolerances } from '../../src/papers/tolerances.ts';
import type { ParameterValues } from '../../src/params/schema.ts';
import { openRun } from '../../src/runs/open-run.ts';
import { type LoopRules, linuxConnection, type MeanOfRuns, meanOf, OUR_NAMES } from './linux-loop.ts';
import { withQuickAcks } from './linux-receiver.ts';

const LINK_BPS = 1e10;
const MEASURED_FROM_SECONDS = 6;
const DURATION_SECONDS = 26;

export interface LossRun {
  readonly congestion: 'reno' | 'cubic' | 'bbr';
  readonly path: 'loss0.1' | 'loss1' | 'loss2' | 'loss5' | 'reorder';
  /** `newreno`: without SACK. */
  readonly recovery: 'rack' | 'newreno';
  /** One number for each repetition: useful Mb/s of the last 20 s; counts of the whole run. */
  readonly goodput: readonly number[];
  readonly timeouts: readonly number[];
  readonly retransmitted: readonly number[];
}

const fixture = JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures/linux-random-loss.json'), 'utf8')) as {
  readonly kernel: string;
  readonly startSeconds: readonly number[];
  readonly runs: readonly LossRun[];
};
export const lossRuns: readonly LossRun[] = fixture.runs;

const paths: Readonly<Record<LossRun['path'], ParameterValues>> = {
  'loss0.1': { lossRate: 0.001 },
  loss1: { lossRate: 0.01 },
  loss2: { lossRate: 0.02 },
  loss5: { lossRate: 0.05 },
  reorder: { reorderedShare: 0.02, reorderDelayMs: 5 },
};

const withoutSack = {
  variant: 'newreno',
  timestamps: true,
  duplicateAcks: 'adaptive',
  prr: true,
  frto: true,
  partialAckTimer: 'every',
  // Linux adds its least time of 200 ms to the smoothed round trip.
  minRtoMs: 240,
};

/**
 * Segments that Linux's receiver allows at first, and by how many more for each that comes in order [tcp_grow_window].
 */
const FIRST_WINDOW = 46;
const WINDOW_GROWTH = 2;

interface SenderInside {
  advance: (this: GrowingSender, packet: number) => void;
  maySendNew: (this: GrowingSender) => boolean;
}

interface GrowingSender {
  readonly host: { readonly packets: { readonly sequence: Int32Array } };
  readonly highestAcked: number;
  readonly nextSegment: number;
  readonly endSegment: number;
  segmentsInOrder?: number;
}

/**
 * Without SACK, the window of Linux's receiver grows only by segments that come in order. Those that fill a gap have
 * one ACK, others one for two.
 */
function withGrowingWindow<Result>(run: () => Result): Result {
  const sender = CountingNewRenoSender.prototype as unknown as SenderInside;
  const { advance, maySendNew } = sender;
  sender.advance = function (packet) {
    const ackedSegments = (this.host.packets.sequence[packet] as number) - this.highestAcked;
    this.segmentsInOrder = (this.segmentsInOrder ?? 0) + (ackedSegments === 2 ? 2 : 1);
    advance.call(this, packet);
  };
  sender.maySendNew = function () {
    const window = FIRST_WINDOW + WINDOW_GROWTH * (this.segmentsInOrder ?? 0);
    return this.nextSegment < this.endSegment && this.nextSegment <= this.highestAcked + window;
  };
  try {
    return run();
  } finally {
    sender.advance = advance;
    sender.maySendNew = maySendNew;
  }
}

function scenarioOf({ congestion, path, recovery }: LossRun, repetition: number, rules: LoopRules): Scenario {
  return {
    id: 'linux-random-loss',
    title: '',
    summary: '',
    citation: '',
    link: { rateBps: LINK_BPS, delayMs: 0.1, ...paths[path] },
    access: { rateBps: 10 * LINK_BPS, receiverDelayMs: 19.9 },
    buffer: { packets: 1000 },
    run: { durationSeconds: DURATION_SECONDS, warmupSeconds: 0 },
    sources: {
      tcp: {
        kind: 'tcp',
        label: 'TCP',
        ...linuxConnection,
        congestion: rules === 'linux' ? `linux-${congestion}` : (OUR_NAMES[congestion] ?? congestion),
        ...(recovery === 'newreno' ? withoutSack : { timestamps: true }),
        startSeconds: fixture.startSeconds[repetition] as number,
      },
    },
    policies: { 'pfifo-behind-tbf': { limit: 33 } },
  };
}

interface LossFigures {
  readonly goodput: number;
  readonly timeouts: number;
  /** Segments that reached the receiver twice. */
  readonly needless: number;
}

/** @param repetition from 0: it chooses the start and the seed */
function runLoss(run: LossRun, repetition: number, rules: LoopRules): LossFigures {
  const play = (): LossFigures => {
    const scenario = scenarioOf(run, repetition, rules);
    const simulation = openRun({ scenario, policy: 'pfifo-behind-tbf', seed: repetition + 1 });
    const { recorder } = simulation as unknown as { readonly recorder: Recorder };
    const usefulBytes = () => recorder.flows.entries[FlowColumn.usefulBytes] as number;
    simulation.advance(MEASURED_FROM_SECONDS * 1e9);
    const before = usefulBytes();
    simulation.advance(simulation.endNs);
    const { retransmissions } = simulation.summary().classes[0] ?? {};
    return {
      goodput: ((usefulBytes() - before) * 8) / (DURATION_SECONDS - MEASURED_FROM_SECONDS) / 1e6,
      timeouts: retransmissions?.timeouts ?? 0,
      needless: retransmissions?.needless ?? 0,
    };
  };
  return rules === 'linux' ? withQuickAcks(() => withGrowingWindow(play)) : play();
}

export interface ComparedLoss {
  readonly kernel: MeanOfRuns;
  readonly ours: MeanOfRuns;
  /** The intervals overlap, or the means differ by at most a tenth. */
  readonly isInside: boolean;
  readonly kernelTimeouts: MeanOfRuns;
  readonly ourTimeouts: MeanOfRuns;
  readonly areTimeoutsInside: boolean;
  readonly needless: MeanOfRuns;
}

export function compareLoss(run: LossRun, rules: LoopRules, repetitions: number): ComparedLoss {
  const own = Array.from({ length: repetitions }, (_, repetition) => runLoss(run, repetition, rules));
  const [kernel, ours] = [meanOf(run.goodput), meanOf(own.map(({ goodput }) => goodput))];
  const [kernelTimeouts, ourTimeouts] = [meanOf(run.timeouts), meanOf(own.map(({ timeouts }) => timeouts))];
  const { linuxLossGoodput, linuxLossTimeouts } = tolerances;
  return {
    kernel,
    ours,
    isInside:
      Math.abs(ours.mean - kernel.mean) <= Math.max(kernel.half + ours.half, linuxLossGoodput.value * kernel.mean),
    kernelTimeouts,
    ourTimeouts,
    areTimeoutsInside:
      Math.abs(ourTimeouts.mean - kernelTimeouts.mean) <=
      Math.max(kernelTimeouts.half + ourTimeouts.half, linuxLossTimeouts.value),
    needless: meanOf(own.map(({ needless }) => needless)),
  };
}

export const nameOfLoss = ({ congestion, path, recovery }: LossRun) => `${congestion} ${path} ${recovery}`;
