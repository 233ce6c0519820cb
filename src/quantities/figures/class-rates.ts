/** Rates of the classes of a lane since the warm-up. */

import { counterTotal, throughputBps } from '../../engine/figures/run-figures.ts';
import { ClassColumn, type Frame, type MeasuredSpan, SeriesClassColumn } from '../../engine/frame/frame.ts';

/** Payload that left or was useful, in the counted time, Mb/s. */
export function rateMbps(span: MeasuredSpan, column: number, index?: number): number {
  if (column === SeriesClassColumn.throughputBps) return throughputBps(span, index) / 1e6;
  return (counterTotal(span, ClassColumn.usefulBytes, index) * 8e3) / span.spanNs;
}

/** The goodput of a class since the warm-up, as in the plot of goodput by class, Mb/s. */
export function classGoodputMbps({ measured }: Frame, index: number): number {
  return rateMbps(measured, SeriesClassColumn.goodputBps, index);
}

/**
 * All bytes of a video frame count at the time at which it can be shown. This span contains a group of pictures, ns.
 */
export const VIDEO_SPAN_NS = 500e6;
