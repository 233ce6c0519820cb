/** The figures of a finished (or interrupted) run, after the warm-up, by lane, class and flow. */

import type { ParameterValue } from '../../params/schema.ts';
import { jainIndex } from '../figures/fairness.ts';
import {
  counterTotal,
  dropRate,
  fairness,
  linkBusyShare,
  markRate,
  meanDelayMs,
  payloadUtilisation,
  throughputBps,
  usefulByteShare,
} from '../figures/run-figures.ts';
import {
  type CallQuality,
  ClassColumn,
  type DurationKind,
  type Durations,
  type MeasuredSpan,
  type Playback,
} from '../frame/frame.ts';
import { FLOW_STRIDE, FlowColumn } from './flow-table.ts';
import type { LinkUse } from './link-use.ts';
import type { Recorder } from './recorder.ts';
import type { Retransmissions } from './retransmission-counts.ts';

export interface ClassSummary {
  readonly class: string;
  readonly flows: number;
  /** Guaranteed rate of a VC, counted like throughput, bit/s. */
  readonly mcrBps?: number;
  /** Counted bytes that left the port, bit/s. */
  readonly throughputBps: number;
  /** Useful share of the counted bytes offered to the port. */
  readonly goodput: number;
  readonly dropRate: number;
  readonly markRate: number;
  readonly meanDelayMs: number;
  readonly p95DelayMs: number;
  /** Of a class of short transfers. */
  readonly completion?: Durations;
  /** Of a class of pings. */
  readonly roundTrip?: Durations;
  /** Of a class of video players; for the whole run. */
  readonly playback?: Playback;
  /** Of a class of TCP senders; since the end of the warm-up. */
  readonly retransmissions?: Retransmissions;
  /** Of a class of constant rate that sends both ways: its quality as a call in this direction. */
  readonly call?: CallQuality;
  /** ACKs and other answers in this direction, in a run with two queues. The figures above count them too. */
  readonly acks?: AckSummary;
}

/** The ACKs of a class in one direction, after the warm-up. */
export interface AckSummary {
  readonly arrived: number;
  readonly dropped: number;
  readonly dropRate: number;
  readonly meanDelayMs: number;
  /** Share of their bytes on the wire, bit/s. */
  readonly wireBps: number;
}

export interface FlowSummary extends Pick<ClassSummary, 'class' | 'throughputBps' | 'goodput' | 'meanDelayMs'> {
  readonly flow: number;
}

/**
 * Rates, shares and delays are for the time after the warm-up. The counts of packets are for the whole run, so that they
 * balance.
 */
export interface LaneSummary {
  /** Share of the time in which the link transmitted, 0 to 1. */
  readonly busy: number;
  readonly utilisation: number;
  readonly dropRate: number;
  readonly markRate: number;
  /**
   * Jain's index over the classes (for VCs, in proportion to the guarantees); absent with fewer than two classes that
   * send.
   */
  readonly fairnessIndex?: number;
  /** Jain's index over the flows that send (`flowFairness`); absent with fewer than two. */
  readonly flowFairnessIndex?: number;
  readonly meanDelayMs: number;
  readonly p95DelayMs: number;
  readonly p99DelayMs: number;
  readonly delayStdMs: number;
  readonly meanQueueBytes: number;
  readonly arrived: number;
  readonly departed: number;
  readonly dropped: number;
  readonly marked: number;
  readonly queued: number;
  /**
   * Departed packets that the link lost, and those with its extra delay; ACKs and other replies that it lost. Absent
   * for a link that never could.
   */
  readonly lost?: number;
  readonly reordered?: number;
  readonly lostAcks?: number;
  readonly classes: readonly ClassSummary[];
  readonly flows: readonly FlowSummary[];
  /** The same of the direction up, with its policy, in a run with two queues. */
  readonly up?: UpSummary;
}

export interface UpSummary extends LaneSummary {
  readonly policy: string;
  readonly params: Readonly<Record<string, ParameterValue>>;
  /** Of its verdicts alone. The digest of the lane is that of both directions. */
  readonly digest: string;
}

/** Counters at the end of the warm-up. */
export interface SummaryBaseline {
  readonly timeNs: number;
  readonly classes: Float64Array;
  readonly flows: Float64Array;
  readonly waitingByteNs: number;
  readonly delaySquares: number;
  /** Of a direction of two. */
  readonly acks: Float64Array | undefined;
}

export function takeBaseline(recorder: Recorder, timeNs: number): SummaryBaseline {
  recorder.integrate();
  return {
    timeNs,
    classes: recorder.classes.slice(),
    flows: recorder.flows.entries.slice(0, recorder.flows.count * FLOW_STRIDE),
    waitingByteNs: recorder.waitingByteNs,
    delaySquares: recorder.delaySquares,
    acks: recorder.ackCounts()?.slice(),
  };
}

/** The counts since then. */
export function measuredSpanSince(recorder: Recorder, baseline: SummaryBaseline, link: LinkUse): MeasuredSpan {
  const classes = recorder.classes.map((count, slot) => count - baseline.classes[slot]);
  return { classes, ...link.measuredUse() };
}

/** A summary has a number in every field: 0 for a figure without data. */
const finiteOrZero = (figure: number): number => (Number.isNaN(figure) ? 0 : figure);
const finiteQuotient = (amount: number, divisor: number): number => finiteOrZero(amount / divisor);

export interface SummaryInput {
  readonly recorder: Recorder;
  /** The recorder of what belongs to a class, not to a direction, if it is another one. */
  readonly classRecorder?: Recorder;
  readonly baseline: SummaryBaseline;
  readonly nowNs: number;
  readonly link: LinkUse;
  readonly heldPackets: number;
  /** Whether the link can lose or reorder, or could at an earlier time. */
  readonly hasWireCounts: boolean;
  readonly classes: readonly SummarisedClass[];
  /** Whether a flow sends its data in this direction; without it, all do. */
  readonly sendsHere?: (flow: number) => boolean;
  /** Figures of a class that only a direction of two has. */
  readonly ofDirection?: (index: number, span: MeasuredSpan) => Pick<ClassSummary, 'acks' | 'call'>;
}

interface SummarisedClass {
  readonly id: string;
  readonly flowCount: number;
  /** Guaranteed rate of a VC, counted like throughput, bit/s. */
  readonly guaranteedBps: number | undefined;
  readonly durationKind: DurationKind | undefined;
  readonly playback: Playback | undefined;
  readonly sendsTcp: boolean;
  /** It sends data in this direction. */
  readonly sendsHere: boolean;
}

export function summariseLane(input: SummaryInput): LaneSummary {
  const { recorder, baseline, nowNs } = input;
  recorder.integrate();
  const span = measuredSpanSince(recorder, baseline, input.link);
  const wholeRun = { ...span, classes: recorder.classes };
  const delays = recorder.delays();
  const fairnessIndex = fairness(
    span,
    (index) => input.classes[index]?.guaranteedBps,
    (index) => input.classes[index]?.sendsHere !== false,
  );
  const flowFairnessIndex = flowFairness(recorder, baseline, input.sendsHere);
  return {
    busy: finiteOrZero(linkBusyShare(span)),
    utilisation: finiteOrZero(payloadUtilisation(span)),
    dropRate: finiteOrZero(dropRate(span)),
    markRate: finiteOrZero(markRate(span)),
    ...(Number.isNaN(fairnessIndex) ? {} : { fairnessIndex }),
    ...(Number.isNaN(flowFairnessIndex) ? {} : { flowFairnessIndex }),
    meanDelayMs: finiteOrZero(meanDelayMs(span)),
    p95DelayMs: finiteOrZero(delays.quantileNs(0.95) / 1e6),
    p99DelayMs: finiteOrZero(delays.quantileNs(0.99) / 1e6),
    delayStdMs: finiteOrZero(delayStdNs(span, recorder.delaySquares - baseline.delaySquares) / 1e6),
    meanQueueBytes: finiteQuotient(recorder.waitingByteNs - baseline.waitingByteNs, nowNs - baseline.timeNs),
    arrived: counterTotal(wholeRun, ClassColumn.arrivedPackets),
    departed: counterTotal(wholeRun, ClassColumn.departedPackets),
    dropped: counterTotal(wholeRun, ClassColumn.droppedPackets),
    marked: counterTotal(wholeRun, ClassColumn.markedPackets),
    queued: input.heldPackets,
    ...(input.hasWireCounts ? wireCounts(wholeRun) : {}),
    classes: input.classes.map((item, index) => classSummary(input, span, item, index)),
    flows: flowSummaries(input, (nowNs - baseline.timeNs) / 1e9),
  };
}

function wireCounts(span: MeasuredSpan) {
  return {
    lost: counterTotal(span, ClassColumn.lostPackets),
    reordered: counterTotal(span, ClassColumn.reorderedPackets),
    lostAcks: counterTotal(span, ClassColumn.lostAcks),
  };
}

/** @param squares sum of the squares of all waiting times, ns^2 */
function delayStdNs(span: MeasuredSpan, squares: number): number {
  const startedPackets = counterTotal(span, ClassColumn.startedPackets);
  const meanNs = counterTotal(span, ClassColumn.delaySumNs) / startedPackets;
  return Math.sqrt(Math.max(0, squares / startedPackets - meanNs * meanNs));
}

function classSummary(input: SummaryInput, span: MeasuredSpan, item: SummarisedClass, index: number): ClassSummary {
  const { recorder, classRecorder } = input;
  const p95Ns = recorder.classDelays[index]?.quantileNs(0.95) ?? Number.NaN;
  const { durations: logs, retransmissions } = classRecorder ?? recorder;
  const durations = logs[index]?.summary();
  // What belongs to a class stands with the direction down, and with the direction of its data.
  const isOwn = classRecorder === undefined || item.sendsHere;
  return {
    class: item.id,
    flows: item.flowCount,
    ...(item.guaranteedBps === undefined ? {} : { mcrBps: item.guaranteedBps }),
    throughputBps: finiteOrZero(throughputBps(span, index)),
    goodput: finiteOrZero(usefulByteShare(span, index)),
    dropRate: finiteOrZero(dropRate(span, index)),
    markRate: finiteOrZero(markRate(span, index)),
    meanDelayMs: finiteOrZero(meanDelayMs(span, index)),
    p95DelayMs: finiteOrZero(p95Ns / 1e6),
    ...(item.durationKind === undefined || durations === undefined || !isOwn ? {} : { [item.durationKind]: durations }),
    ...(item.playback === undefined || !isOwn ? {} : { playback: item.playback }),
    ...(item.sendsTcp && isOwn ? { retransmissions: retransmissions.of(index) } : {}),
    ...input.ofDirection?.(index, span),
  };
}

/** Change of a flow's counter since the warm-up ended. */
export function flowChange(recorder: Recorder, baseline: SummaryBaseline, flow: number, column: number): number {
  const slot = flow * FLOW_STRIDE + column;
  return recorder.flows.entries[slot] - (slot < baseline.flows.length ? baseline.flows[slot] : 0);
}

/**
 * Jain's index of the throughputs of all flows from which counted bytes arrived since the warm-up, of all classes
 * together. NaN with fewer than two such flows.
 */
export function flowFairness(
  recorder: Recorder,
  baseline: SummaryBaseline,
  sendsHere: (flow: number) => boolean = () => true,
): number {
  const countedBytes: number[] = [];
  for (let flow = 0; flow < recorder.flows.count; flow++) {
    if (sendsHere(flow) && flowChange(recorder, baseline, flow, FlowColumn.arrivedBytes) > 0)
      countedBytes.push(flowChange(recorder, baseline, flow, FlowColumn.countedBytes));
  }
  // The index does not depend on the unit of the rates.
  return jainIndex(countedBytes);
}

function flowSummaries(input: SummaryInput, seconds: number): FlowSummary[] {
  const { recorder, baseline, classes, sendsHere = () => true } = input;
  const flows: FlowSummary[] = [];
  for (let flow = 0; flow < recorder.flows.count; flow++) {
    if (!sendsHere(flow)) continue;
    const change = (column: number) => flowChange(recorder, baseline, flow, column);
    flows.push({
      flow,
      class: classes[recorder.flows.entries[flow * FLOW_STRIDE + FlowColumn.classIndex]]?.id ?? '',
      throughputBps: finiteQuotient(change(FlowColumn.countedBytes) * 8, seconds),
      goodput: Math.min(1, finiteQuotient(change(FlowColumn.usefulBytes), change(FlowColumn.arrivedBytes))),
      meanDelayMs: finiteQuotient(change(FlowColumn.delaySumNs), change(FlowColumn.startedPackets)) / 1e6,
    });
  }
  return flows;
}
