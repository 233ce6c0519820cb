/**
 * The figures of a run, each defined once. The page, the table, sweeps, papers and the command line all use these
 * functions. A figure without data (the delay without packets) is NaN.
 */
import { CLASS_STRIDE, ClassColumn, type Durations, type MeasuredSpan } from '../frame/frame.ts';
import { jainIndex } from './fairness.ts';

/** A counter of one class; without an index, of all. */
export function counterTotal({ classes }: Pick<MeasuredSpan, 'classes'>, column: number, index?: number): number {
  if (index !== undefined) return classes[index * CLASS_STRIDE + column];
  let sum = 0;
  for (let index = column; index < classes.length; index += CLASS_STRIDE) sum += classes[index];
  return sum;
}

/**
 * Share of the time in which the link transmitted, 0 to 1; if its rate varies, sent share of the bits that it could
 * have sent.
 */
export function linkBusyShare({ busyNs, spanNs }: MeasuredSpan): number {
  return busyNs / spanNs;
}

/**
 * Share of the link's capacity that carried counted bytes, 0 to 1. Counted bytes are payload, unless the scenario
 * counts headers too. It is the used part of the capacity, times the counted part of the sent bytes. Neither exceeds 1.
 */
export function payloadUtilisation(span: MeasuredSpan): number {
  const sentBytes = counterTotal(span, ClassColumn.departedBytes);
  const countedShare = sentBytes === 0 ? 0 : counterTotal(span, ClassColumn.countedBytes) / sentBytes;
  return (span.usedBits / span.capacityBits) * countedShare;
}

/** Counted bytes that left the port, bit/s. */
export function throughputBps(span: MeasuredSpan, index?: number): number {
  return (counterTotal(span, ClassColumn.countedBytes, index) * 8e9) / span.spanNs;
}

/**
 * Useful bytes divided by the bytes that arrived at the port, at most 1: without this limit, packets in flight at the
 * start of counting could make it larger. It has the drops of the port in it, so its product with the throughput counts
 * them twice: the useful rate is the useful bytes over the time.
 */
export function usefulByteShare(span: MeasuredSpan, index?: number): number {
  const { usefulBytes, offeredBytes } = ClassColumn;
  return Math.min(1, counterTotal(span, usefulBytes, index) / counterTotal(span, offeredBytes, index));
}

/** Dropped share of the packets that arrived. */
export function dropRate(span: MeasuredSpan, index?: number): number {
  const { droppedPackets, arrivedPackets } = ClassColumn;
  return counterTotal(span, droppedPackets, index) / counterTotal(span, arrivedPackets, index);
}

/** Share of the packets that left the port and that the link lost behind it. */
export function linkLossRate(span: MeasuredSpan, index?: number): number {
  const { lostPackets, departedPackets } = ClassColumn;
  return counterTotal(span, lostPackets, index) / counterTotal(span, departedPackets, index);
}

/** Marked share of the packets that arrived. */
export function markRate(span: MeasuredSpan, index?: number): number {
  const { markedPackets, arrivedPackets } = ClassColumn;
  return counterTotal(span, markedPackets, index) / counterTotal(span, arrivedPackets, index);
}

/** Mean time from arrival to the start of transmission, of the packets that began transmission, ms. */
export function meanDelayMs(span: MeasuredSpan, index?: number): number {
  const { delaySumNs, startedPackets } = ClassColumn;
  return counterTotal(span, delaySumNs, index) / counterTotal(span, startedPackets, index) / 1e6;
}

/** Green packets of a class, or the others; all classes together without an index. */
export interface ColourCounts {
  readonly packets: number;
  readonly delaySumNs: number;
}

/** The packets of a colour that began transmission in the counted time. */
function colourCounts(span: MeasuredSpan, colour: 'green' | 'blue'): ColourCounts {
  const count = (column: number) => counterTotal(span, column);
  const green = { packets: count(ClassColumn.greenPackets), delaySumNs: count(ClassColumn.greenDelaySumNs) };
  if (colour === 'green') return green;
  return {
    packets: count(ClassColumn.startedPackets) - green.packets,
    delaySumNs: count(ClassColumn.delaySumNs) - green.delaySumNs,
  };
}

/** Mean waiting time of a colour, all classes together, ms. */
export function colourDelayMs(span: MeasuredSpan, colour: 'green' | 'blue'): number {
  const { packets, delaySumNs } = colourCounts(span, colour);
  return delaySumNs / packets / 1e6;
}

/** Useful share of the packets that arrived; for video, packets in frames that can be shown. */
export function usefulPacketShare(span: MeasuredSpan, index?: number): number {
  const { usefulPackets, arrivedPackets } = ClassColumn;
  return counterTotal(span, usefulPackets, index) / counterTotal(span, arrivedPackets, index);
}

/** A figure of durations, ms; NaN if none is complete. */
export function durationMs(durations: Durations | undefined, statistic: Exclude<keyof Durations, 'count'>): number {
  return durations === undefined || durations.count === 0 ? Number.NaN : durations[statistic];
}

/**
 * Jain's index over the classes with at least one arrival: of their throughput; for VCs, of throughput over guaranteed
 * rate. NaN with fewer than two classes.
 * @param guaranteedBps the guaranteed rate of a class; undefined without a guarantee
 * @param sendsHere whether a class sends data here, not only ACKs
 */
export function fairness(
  span: MeasuredSpan,
  guaranteedBps: (index: number) => number | undefined,
  sendsHere: (index: number) => boolean = () => true,
): number {
  const shares: number[] = [];
  for (let index = 0; index < span.classes.length / CLASS_STRIDE; index++) {
    if (sendsHere(index) && counterTotal(span, ClassColumn.arrivedPackets, index) > 0)
      shares.push(throughputBps(span, index) / (guaranteedBps(index) ?? 1));
  }
  return jainIndex(shares);
}
