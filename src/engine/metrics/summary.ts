/** The figures of a finished (or interrupted) run: what happened after the warm-up, by lane, class and flow. */

import { CLASS_STRIDE, ClassColumn } from '../frame.ts';
import { jainIndex } from './fairness.ts';
import { FLOW_STRIDE, FlowColumn } from './flow-table.ts';
import type { Recorder } from './recorder.ts';

export interface ClassSummary {
  readonly class: string;
  readonly flows: number;
  /** Of a VC: what is guaranteed to it, counted as throughput is, bit/s. */
  readonly mcrBps?: number;
  /** Counted bytes that left the port, bit/s. */
  readonly throughputBps: number;
  /** Share of the counted bytes offered to the port that were of use to their receiver. */
  readonly goodput: number;
  readonly dropRate: number;
  readonly markRate: number;
  readonly meanDelayMs: number;
  readonly p95DelayMs: number;
}

export interface FlowSummary {
  readonly flow: number;
  readonly class: string;
  readonly throughputBps: number;
  readonly goodput: number;
  readonly meanDelayMs: number;
}

/** Rates, shares and delays are of the time after the warm-up; the five counts are of the whole run, so that they balance. */
export interface LaneSummary {
  /** Share of the time in which the link transmitted, 0 to 1. */
  readonly busy: number;
  readonly utilisation: number;
  /** Of VCs: Jain's index of their throughputs over their guarantees. */
  readonly fairnessIndex?: number;
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
  readonly classes: readonly ClassSummary[];
  readonly flows: readonly FlowSummary[];
}

/** Counters as they stood when the warm-up ended. */
export interface Baseline {
  readonly timeNs: number;
  readonly classes: Float64Array;
  readonly usefulBytes: Float64Array;
  readonly flows: Float64Array;
  readonly byteTime: number;
  readonly delaySquares: number;
  readonly capacityBits: number;
  readonly busyNs: number;
}

export function baseline(recorder: Recorder, timeNs: number, capacityBits: number, busyNs: number): Baseline {
  recorder.integrate();
  return {
    timeNs,
    classes: recorder.classes.slice(),
    usefulBytes: recorder.usefulBytes.slice(),
    flows: recorder.flows.cells.slice(0, recorder.flows.count * FLOW_STRIDE),
    byteTime: recorder.byteTime,
    delaySquares: recorder.delaySquares,
    capacityBits,
    busyNs,
  };
}

const ratio = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);
const milliseconds = (ns: number): number => (Number.isNaN(ns) ? 0 : ns / 1e6);

export interface SummaryInput {
  readonly recorder: Recorder;
  readonly since: Baseline;
  readonly nowNs: number;
  readonly capacityBits: number;
  readonly busyNs: number;
  readonly queued: number;
  readonly classes: readonly SummarisedClass[];
}

interface SummarisedClass {
  readonly id: string;
  readonly flows: number;
  /** Of a VC: what is guaranteed to it, counted bit/s. */
  readonly mcrBps: number | undefined;
}

export function summarise(input: SummaryInput): LaneSummary {
  const { recorder, since, nowNs } = input;
  recorder.integrate();
  const seconds = (nowNs - since.timeNs) / 1e9;
  const total = (column: number) =>
    input.classes.reduce((sum, _, index) => sum + (recorder.classes[index * CLASS_STRIDE + column] as number), 0);
  const measured = (column: number) =>
    input.classes.reduce((sum, _, index) => sum + classChange(recorder, since, index, column), 0);
  const started = measured(ClassColumn.startedPackets);
  const meanDelayNs = measured(ClassColumn.delaySumNs) / started;
  const delayVariance = Math.max(0, (recorder.delaySquares - since.delaySquares) / started - meanDelayNs * meanDelayNs);
  const classes = input.classes.map((item, index) => classSummary(recorder, since, seconds, item, index));
  const throughputBits = classes.reduce((sum, item) => sum + item.throughputBps, 0) * seconds;
  return {
    busy: ratio(input.busyNs - since.busyNs, nowNs - since.timeNs),
    utilisation: ratio(throughputBits, input.capacityBits - since.capacityBits),
    ...(classes.every(({ mcrBps }) => mcrBps !== undefined) ? { fairnessIndex: fairness(classes) } : {}),
    meanDelayMs: milliseconds(meanDelayNs),
    p95DelayMs: milliseconds(recorder.delays.quantileNs(0.95)),
    p99DelayMs: milliseconds(recorder.delays.quantileNs(0.99)),
    delayStdMs: milliseconds(Math.sqrt(delayVariance)),
    meanQueueBytes: ratio(recorder.byteTime - since.byteTime, nowNs - since.timeNs),
    arrived: total(ClassColumn.arrivedPackets),
    departed: total(ClassColumn.departedPackets),
    dropped: total(ClassColumn.droppedPackets),
    marked: total(ClassColumn.markedPackets),
    queued: input.queued,
    classes,
    flows: flowSummaries(recorder, since, seconds, input.classes),
  };
}

/** Of what each VC gets for what it was promised. */
function fairness(classes: readonly ClassSummary[]): number {
  return jainIndex(classes.map(({ throughputBps, mcrBps }) => throughputBps / (mcrBps as number)));
}

function classSummary(
  recorder: Recorder,
  since: Baseline,
  seconds: number,
  item: SummarisedClass,
  index: number,
): ClassSummary {
  const change = (column: number) => classChange(recorder, since, index, column);
  let offeredBytes = 0;
  for (let flow = 0; flow < recorder.flows.count; flow++) {
    if (recorder.flows.cells[flow * FLOW_STRIDE + FlowColumn.classIndex] === index)
      offeredBytes += flowChange(recorder, since, flow, FlowColumn.arrivedBytes);
  }
  const usefulBytes = (recorder.usefulBytes[index] as number) - (since.usefulBytes[index] as number);
  const delays = recorder.classDelays[index];
  return {
    class: item.id,
    flows: item.flows,
    ...(item.mcrBps === undefined ? {} : { mcrBps: item.mcrBps }),
    throughputBps: ratio(change(ClassColumn.countedBytes) * 8, seconds),
    goodput: Math.min(1, ratio(usefulBytes, offeredBytes)),
    dropRate: ratio(change(ClassColumn.droppedPackets), change(ClassColumn.arrivedPackets)),
    markRate: ratio(change(ClassColumn.markedPackets), change(ClassColumn.arrivedPackets)),
    meanDelayMs: milliseconds(change(ClassColumn.delaySumNs) / change(ClassColumn.startedPackets)),
    p95DelayMs: milliseconds(delays?.quantileNs(0.95) ?? Number.NaN),
  };
}

function classChange(recorder: Recorder, since: Baseline, index: number, column: number): number {
  const cell = index * CLASS_STRIDE + column;
  return (recorder.classes[cell] as number) - (since.classes[cell] as number);
}

/** Change of a flow's counter since the warm-up ended. */
export function flowChange(recorder: Recorder, since: Baseline, flow: number, column: number): number {
  const cell = flow * FLOW_STRIDE + column;
  return (recorder.flows.cells[cell] as number) - (cell < since.flows.length ? (since.flows[cell] as number) : 0);
}

function flowSummaries(
  recorder: Recorder,
  since: Baseline,
  seconds: number,
  classes: SummaryInput['classes'],
): FlowSummary[] {
  const flows: FlowSummary[] = [];
  for (let flow = 0; flow < recorder.flows.count; flow++) {
    const change = (column: number) => flowChange(recorder, since, flow, column);
    flows.push({
      flow,
      class: classes[recorder.flows.cells[flow * FLOW_STRIDE + FlowColumn.classIndex] as number]?.id ?? '',
      throughputBps: ratio(change(FlowColumn.countedBytes) * 8, seconds),
      goodput: Math.min(1, ratio(change(FlowColumn.usefulBytes), change(FlowColumn.arrivedBytes))),
      meanDelayMs: ratio(change(FlowColumn.delaySumNs), change(FlowColumn.startedPackets)) / 1e6,
    });
  }
  return flows;
}
