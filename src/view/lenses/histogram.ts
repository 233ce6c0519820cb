/**
 * The time with each length of the queue, as bars. The axis includes all occurring lengths, and the number of bars is
 * limited.
 */
import { numberAt } from '../../shared/tables.ts';
import { leastLongest, type Occupancy, queueAxisEnd } from '../queue/on-queue-axis.ts';

/** Largest number of bars. */
const MAX_BARS = 32;

export interface OccupancyHistogram {
  /** End of the last bar, in the unit of the occupancy, as the widths below: the buffer, or the end of the axis. */
  readonly end: number;
  readonly step: number;
  /** Width w of a bar. Bar i counts the time with queues, rounded to steps, of at least i·w and less than (i + 1)·w. */
  readonly barWidth: number;
  /** Share of the time for each bar, 0 to 1. */
  readonly shares: Float64Array;
}

/** @param end end of the axis, in the unit of the occupancy */
export function occupancyHistogram(occupancy: Occupancy, end = queueAxisEnd(occupancy)): OccupancyHistogram {
  const { timesNs, binWidth, step, capacity, waitingAmount } = occupancy;
  let binsPerBar = 1;
  while (binsPerBar * binWidth * MAX_BARS <= end) binsPerBar *= 2;
  const barWidth = binsPerBar * binWidth;
  // The last bin can lie beyond the end, because lengths are rounded to steps.
  const barCount = Math.max(Math.floor(end / barWidth), Math.floor((timesNs.length - 1) / binsPerBar)) + 1;
  const shares = new Float64Array(barCount);
  const totalNs = timesNs.reduce((sum, ns) => sum + ns, 0);
  for (const [bin, ns] of timesNs.entries()) {
    const bar = Math.floor(bin / binsPerBar);
    if (totalNs > 0) shares[bar] = numberAt(shares, bar) + ns / totalNs;
  }
  // Queues longer than the buffer come from the time before it was made smaller.
  const lastEnd = Math.max(waitingAmount, leastLongest(occupancy)) > capacity ? end : Math.min(end, capacity);
  return { end: lastEnd, step, barWidth, shares };
}
