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

/**
 * The figures of a class of traffic in one direction, since the end of the warm-up. A figure without data is 0: a delay
 * without a packet that began transmission, and a share without an arrival. In a run with two queues, packets are data
 * and answers together; otherwise no answer passes the queue.
 */
export interface ClassSummary {
  /** Id of the class: its source in the scenario. */
  readonly class: string;
  /** Number of flows of the class that are sending at the end. */
  readonly flows: number;
  /** Guaranteed rate of a VC, counted like throughput, bit/s. */
  readonly mcrBps?: number;
  /** Counted bytes that left the port, bit/s. They are payload, unless the scenario counts bytes on the wire. */
  readonly throughputBps: number;
  /**
   * Counted bytes that became useful to the receiver, divided by the counted bytes that arrived at the port, 0 to 1.
   */
  readonly goodput: number;
  /** Dropped packets of the class, divided by its packets that arrived: see `LaneSummary.dropRate`. */
  readonly dropRate: number;
  /** Packets of the class that got an ECN mark, divided by its packets that arrived. */
  readonly markRate: number;
  /** Mean time from arrival to the start of transmission, of the packets that began transmission, ms. */
  readonly meanDelayMs: number;
  /** The delay that 95 % of these packets do not exceed, ms; exact to 0.1 %. */
  readonly p95DelayMs: number;
  /** Only for a class of short transfers. */
  readonly completion?: Durations;
  /** Only for a class of pings. */
  readonly roundTrip?: Durations;
  /** Only for a class of video players; of the whole run. */
  readonly playback?: Playback;
  /** Only for a class of TCP senders. */
  readonly retransmissions?: Retransmissions;
  /** Of a class of constant rate that sends both ways: its quality as a call in this direction. */
  readonly call?: CallQuality;
  /** ACKs and other answers in this direction, in a run with two queues. The figures above count them too. */
  readonly acks?: AckSummary;
}

/** The ACKs and other answers of a class in one direction, since the end of the warm-up. A figure without data is 0. */
export interface AckSummary {
  /** Number of answers that arrived at the port. */
  readonly arrived: number;
  /** Number of answers that the policy dropped, on arrival or later. */
  readonly dropped: number;
  /** `dropped` divided by `arrived`. */
  readonly dropRate: number;
  /** Mean time from arrival to the start of transmission, of the answers that began transmission, ms. */
  readonly meanDelayMs: number;
  /** Bytes on the wire of the answers that left the port, bit/s. */
  readonly wireBps: number;
}

/** The figures of one flow, counted as those of its class. A flow that sends no data in this direction has none. */
export interface FlowSummary extends Pick<ClassSummary, 'class' | 'throughputBps' | 'goodput' | 'meanDelayMs'> {
  /** Number of the flow in the run, from 0. */
  readonly flow: number;
}

/**
 * The figures of a lane: of all packets at its port, in one direction. Rates, shares and delays are for the time after
 * the warm-up. The counts of packets are for the whole run, so that they balance: `arrived` is the sum of `departed`,
 * `dropped` and `queued`. A figure without data is 0, never NaN: a delay if no packet began transmission, a share if no
 * packet arrived. So a 0 alone does not tell that nothing waited; see `departed`. An index of fairness is absent
 * instead.
 */
export interface LaneSummary {
  /** Share of the time in which the link transmitted, 0 to 1; if its rate varies, the sent share of its capacity. */
  readonly busy: number;
  /** Share of the link's capacity that carried counted bytes, 0 to 1. */
  readonly utilisation: number;
  /**
   * Packets that the policy dropped, on arrival or later, divided by the packets that arrived. It is from 0 to 1; only
   * drops of packets that arrived in the warm-up can lift it above.
   */
  readonly dropRate: number;
  /** Packets that the policy gave an ECN mark, divided by the packets that arrived; in the range of `dropRate`. */
  readonly markRate: number;
  /**
   * Jain's index over the classes (for VCs, in proportion to the guarantees); absent with fewer than two classes that
   * send.
   */
  readonly fairnessIndex?: number;
  /** Jain's index over the flows that send (`flowFairness`); absent with fewer than two. */
  readonly flowFairnessIndex?: number;
  /** Mean time from arrival to the start of transmission, of the packets that began transmission, ms. */
  readonly meanDelayMs: number;
  /** The delays that 95 % and 99 % of these packets do not exceed, ms; exact to 0.1 %. */
  readonly p95DelayMs: number;
  readonly p99DelayMs: number;
  /** Standard deviation of their delays (divided by n), ms. */
  readonly delayStdMs: number;
  /** Mean over time of the waiting bytes, without the packet in transmission. */
  readonly meanQueueBytes: number;
  /** Number of packets that arrived at the port, in the whole run. */
  readonly arrived: number;
  /** Number of packets whose transmission ended, in the whole run. */
  readonly departed: number;
  /** Number of packets that the policy dropped, on arrival or later, in the whole run. */
  readonly dropped: number;
  /** Number of packets that the policy gave an ECN mark, in the whole run. */
  readonly marked: number;
  /** Number of packets that are waiting or in transmission at the end. */
  readonly queued: number;
  /**
   * Number of departed packets that the link lost, in the whole run. This count and the next two are absent for a link
   * that never could lose or delay a packet or a reply.
   */
  readonly lost?: number;
  /** Number of departed packets that got an extra delay of the link, in the whole run. */
  readonly reordered?: number;
  /** Number of ACKs and other replies that the link lost, in the whole run. */
  readonly lostAcks?: number;
  /** One for each class of the scenario, in its order. */
  readonly classes: readonly ClassSummary[];
  /** One for each flow that sends data in this direction, in the order of their numbers. */
  readonly flows: readonly FlowSummary[];
  /** The figures of the direction up, with its policy, in a run with two queues. */
  readonly up?: UpSummary;
}

/** The figures of the direction up. */
export interface UpSummary extends LaneSummary {
  /** Id of the policy of this direction. */
  readonly policy: string;
  /** All parameters that it has at the end, by id. */
  readonly params: Readonly<Record<string, ParameterValue>>;
  /** Of its verdicts alone. The digest of the lane is that of both directions. */
  readonly digest: string;
}

/** Counters at the end of the warm-up. */
export interface SummaryBaseline {
  readonly timeNs: number;
  /** Counters by class (columns: `ClassColumn`). */
  readonly classes: Float64Array;
  readonly flows: Float64Array;
  readonly waitingByteNs: number;
  /** Sum of the squared waiting times since the start, ns^2. */
  readonly delaySquares: number;
  /** Only for one of two directions. */
  readonly acks: Float64Array | undefined;
}

/** A copy of all counts at `timeNs`, the end of the warm-up: figures are counted from there. */
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

/** A figure without data is 0 in a summary: `LaneSummary` states the rule. */
const finiteOrZero = (figure: number): number => (Number.isNaN(figure) ? 0 : figure);
const finiteQuotient = (amount: number, divisor: number): number => finiteOrZero(amount / divisor);

/** What the figures of a lane are computed from. */
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
  /** Whether the class sends data in this direction. */
  readonly sendsHere: boolean;
}

/** All figures of a lane, from its baseline to now. */
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
  // The figures of a class without a direction stand with the direction down, and with the direction of its data.
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
