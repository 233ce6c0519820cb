/** How long so many packets have waited, as bars: few enough to be told apart, over an axis that holds all that occurs. */
import type { Frame } from '../../engine/frame.ts';

/** Bars at most. */
const BARS = 32;
/** The size of a packet by which the axis of a buffer of bytes starts. */
const FULL_PACKET_BYTES = 1500;
/** Buffers that are seldom full, packets: their axis follows the longest queue that there has been. */
const LARGE = 1_000;
const LEAST_AXIS = 64;

export interface Histogram {
  /** Longest queue on the axis, packets. */
  readonly end: number;
  /** Packets a bar: bar i has the time with i to i + 1 times so many waiting, the latter not included. */
  readonly barPackets: number;
  /** Share of the time, 0 to 1, by bar. */
  readonly shares: Float64Array;
}

export type Occupancy = Pick<
  Frame,
  'occupancyNs' | 'occupancyBinPackets' | 'limitPackets' | 'limitBytes' | 'waitingPackets'
>;

/** @param end longest queue on the axis, packets */
export function histogramOf(occupancy: Occupancy, end = axisEnd(occupancy)): Histogram {
  const { occupancyNs, occupancyBinPackets } = occupancy;
  let barPackets = occupancyBinPackets;
  while (barPackets * BARS <= end) barPackets *= 2;
  const shares = new Float64Array(Math.floor(end / barPackets) + 1);
  const totalNs = occupancyNs.reduce((sum, ns) => sum + ns, 0);
  for (const [bin, ns] of occupancyNs.entries()) {
    const bar = Math.floor((bin * occupancyBinPackets) / barPackets);
    if (totalNs > 0) shares[bar] = (shares[bar] as number) + ns / totalNs;
  }
  return { end, barPackets, shares };
}

/** What the axis of a queue has to hold, packets. */
export function axisEnd({
  occupancyNs,
  occupancyBinPackets,
  limitPackets,
  limitBytes,
  waitingPackets,
}: Occupancy): number {
  const longest = Math.max(waitingPackets, occupancyNs.length * occupancyBinPackets - 1, 1);
  const room = Number.isFinite(limitPackets) ? limitPackets : Math.ceil(limitBytes / FULL_PACKET_BYTES);
  if (room <= Math.max(LARGE, 10 * longest)) return Math.max(room, longest);
  let end = LEAST_AXIS;
  while (end < longest) end *= 2;
  return end;
}
