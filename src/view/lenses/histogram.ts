/** How long so many packets have waited, as bars: few enough to be told apart, over an axis that holds all that occurs. */
import { axisEnd, type Occupancy } from './on-queue-axis.ts';

/** Bars at most. */
const BARS = 32;

export interface Histogram {
  /** Longest queue on the axis, packets. */
  readonly end: number;
  /** Packets a bar: bar i has the time with i to i + 1 times so many waiting, the latter not included. */
  readonly barPackets: number;
  /** Share of the time, 0 to 1, by bar. */
  readonly shares: Float64Array;
}

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
