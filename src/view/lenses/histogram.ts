/**
 * The time with each number of waiting packets, as bars. The axis includes all occurring numbers, and the number of
 * bars is limited.
 */
import { numberAt } from '../../shared/tables.ts';
import { type Occupancy, queueAxisEnd } from '../queue/on-queue-axis.ts';

/** Largest number of bars. */
const MAX_BARS = 32;

export interface OccupancyHistogram {
  /** End of the axis, packets. */
  readonly end: number;
  /** Width w of a bar, packets. Bar i counts the time with at least i·w and less than (i + 1)·w waiting packets. */
  readonly barPackets: number;
  /** Share of the time for each bar, 0 to 1. */
  readonly shares: Float64Array;
}

/** @param end end of the axis, packets */
export function occupancyHistogram(occupancy: Occupancy, end = queueAxisEnd(occupancy)): OccupancyHistogram {
  const { occupancyNs, occupancyBinPackets } = occupancy;
  let barPackets = occupancyBinPackets;
  while (barPackets * MAX_BARS <= end) barPackets *= 2;
  const shares = new Float64Array(Math.floor(end / barPackets) + 1);
  const totalNs = occupancyNs.reduce((sum, ns) => sum + ns, 0);
  for (const [bin, ns] of occupancyNs.entries()) {
    const bar = Math.floor((bin * occupancyBinPackets) / barPackets);
    if (totalNs > 0) shares[bar] = numberAt(shares, bar) + ns / totalNs;
  }
  return { end, barPackets, shares };
}
