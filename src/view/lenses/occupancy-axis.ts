/**
 * The axis of the queue in a lens below it: the length of the queue, from its head on, and the share of the time with
 * this length. The head is at the right, as in the queue; that of a queue up is at the left.
 */

import type { RunDescription } from '../../engine/frame/frame.ts';
import type { Surface } from '../draw/canvas.ts';
import { drawBox, drawLine, middleOfPixel, thresholdLine } from '../draw/pen.ts';
import { type LinearScale, linearScale } from '../draw/scale.ts';
import type { ThresholdGrip } from '../draw/threshold-drag.ts';
import {
  LENSES_ON_QUEUE_AXIS,
  type Occupancy,
  queueAxisEnd,
  queueOccupancy,
  sharesQueueAxis,
} from '../queue/on-queue-axis.ts';
import { queueAxis, queueSpan } from '../queue/queue-model.ts';
import { type OccupancyHistogram, occupancyHistogram } from './histogram.ts';
import type { LensMargin } from './lens-axes.ts';
import type { LensDrawing } from './lens-drawing.ts';
import type { LensModel } from './lens-model.ts';

const OCCUPANCY_AXIS_MARGIN = { top: 24, bottom: 20 };
/** Height of the plot as a multiple of the highest bar. */
const AXIS_HEADROOM = 1.25;
/** Largest number of steps of its numbers, and their least distance, px. */
const MAX_SHARE_STEPS = 3;
const TICK_PITCH_PX = 14;

export interface OccupancyAxis {
  readonly margin: LensMargin;
  readonly occupancy: Occupancy;
  /** Length of the queue to px. Larger ones are farther from the link: to the left, or to the right in a queue up. */
  readonly x: LinearScale;
  /** Share of the time to px, with the same scale for all lanes. */
  readonly share: LinearScale;
  /** The numbers of the shares. The last one is at or above the highest bar. */
  readonly shareTicks: readonly number[];
  readonly histogram: OccupancyHistogram;
}

/**
 * The axes of a lens. All lanes with bars in its unit have the same bins and scales, so that their bars can be
 * compared.
 */
export function occupancyAxis({ width, height }: Surface, model: LensModel): OccupancyAxis {
  const { left, right } = queueSpan(width);
  const margin = { left, right: width - right, ...OCCUPANCY_AXIS_MARGIN };
  const occupancy = queueOccupancy(model.frame, model.description);
  const others = model
    .lanes()
    .flatMap(({ frame, description }) =>
      LENSES_ON_QUEUE_AXIS.has(description.hints.lens)
        ? { ...queueOccupancy(frame, description), hasBars: description.hints.lens === 'occupancy' }
        : [],
    )
    .filter(({ unit }) => unit === occupancy.unit);
  const end = Math.max(queueAxisEnd(occupancy), ...others.map(queueAxisEnd));
  const histogram = occupancyHistogram(occupancy, end);
  const histograms = others.filter(({ hasBars }) => hasBars).map((other) => occupancyHistogram(other, end));
  const highestShare = Math.max(0.01, ...[histogram, ...histograms].map(({ shares }) => Math.max(...shares)));
  const heightPx = height - OCCUPANCY_AXIS_MARGIN.bottom - OCCUPANCY_AXIS_MARGIN.top;
  const shareTicks = ticksOverBars(highestShare, heightPx);
  const top = Math.max(AXIS_HEADROOM * highestShare, ...shareTicks);
  const share = linearScale(0, top, height - OCCUPANCY_AXIS_MARGIN.bottom, OCCUPANCY_AXIS_MARGIN.top);
  const [headX, tailX] = shownDirection(model.description) === 'up' ? [left, right] : [right, left];
  return { margin, occupancy, x: linearScale(0, end, headX, tailX), share, shareTicks, histogram };
}

/** The direction of the packets, in a run with two queues. */
export function shownDirection({ up, classes }: Pick<RunDescription, 'up' | 'classes'>): 'down' | 'up' | undefined {
  if (up !== undefined) return 'down';
  return classes.some(({ crossing }) => crossing !== undefined) ? 'up' : undefined;
}

/** Round shares from 0 to the first one that no bar exceeds, as many as have room. */
function ticksOverBars(highestShare: number, heightPx: number): readonly number[] {
  let shares: readonly number[] = [];
  for (let stepCount = MAX_SHARE_STEPS; stepCount > 0; stepCount--) {
    const [, step = highestShare] = linearScale(0, highestShare, 0, 1).ticks(stepCount);
    const count = Math.ceil(highestShare / step - 1e-9);
    shares = Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(6)));
    const top = Math.max(AXIS_HEADROOM * highestShare, count * step);
    if ((heightPx * step) / top >= TICK_PITCH_PX) return shares;
  }
  return [0, ...shares.slice(-1)];
}

/**
 * Draws the share of the time as bars. Each bar covers the lengths that it counts. The bars of the empty and of the
 * full buffer end with the axis.
 */
export function drawHistogramBars(drawing: LensDrawing, { x, share, histogram }: OccupancyAxis): void {
  const { end, step, barWidth, shares } = histogram;
  for (const [bar, barShare] of shares.entries()) {
    if (barShare === 0) continue;
    const ends = [Math.min(end, (bar + 1) * barWidth - step / 2), Math.max(0, bar * barWidth - step / 2)].map(x);
    const from = Math.min(...ends);
    const widthPx = Math.max(1, Math.max(...ends) - from - 1);
    drawBox(drawing, from + 0.5, share(barShare), widthPx, share(0) - share(barShare), { ink: 'muted' });
  }
}

/**
 * Draws the thresholds as lines that continue from the queue.
 * @returns their grips
 */
export function drawThresholdWalls(drawing: LensDrawing, { x, share, occupancy }: OccupancyAxis): ThresholdGrip[] {
  const { description, values, frame } = drawing.model;
  const grips: ThresholdGrip[] = [];
  const isQueueAxis = sharesQueueAxis(description, frame) && x.to === occupancy.capacity;
  // Under a curve over packets, a buffer in bytes has no place.
  const hasBufferWall = occupancy.unit === 'kB' || Number.isFinite(frame.limitPackets);
  const thresholdUnit = occupancy.unit === 'kB' ? queueAxis({ frame, description, values }).thresholdUnit / 1e3 : 1;
  for (const { parameter, style, axis } of description.hints.thresholds) {
    if (axis === 'delay' || (parameter === 'buffer' && !hasBufferWall)) continue;
    const length = parameter === 'buffer' ? occupancy.capacity : Number(values[parameter]) * thresholdUnit;
    if (!(length <= x.to)) continue;
    const lineX = middleOfPixel(x(length));
    // If the lens has the axis of the queue, the lines come from the queue.
    drawLine(drawing, [lineX, isQueueAxis ? 0 : share(share.to), lineX, share(0)], thresholdLine(style));
    if (parameter !== 'buffer') grips.push({ parameter, position: lineX });
  }
  return grips;
}
