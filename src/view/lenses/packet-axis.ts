/**
 * The axis of the queue in a lens below it: the number of packets, from the head at the right, and the share of the
 * time with this number.
 */

import type { Surface } from '../draw/canvas.ts';
import { type LinearScale, linearScale } from '../draw/scale.ts';
import type { ThresholdGrip } from '../draw/threshold-drag.ts';
import { LENSES_ON_QUEUE_AXIS, queueAxisEnd } from '../queue/on-queue-axis.ts';
import { queueSpan } from '../queue/queue-model.ts';
import { type OccupancyHistogram, occupancyHistogram } from './histogram.ts';
import type { LensMargin } from './lens-axes.ts';
import type { LensDrawing } from './lens-drawing.ts';
import type { LensModel } from './lens-model.ts';

const PACKET_AXIS_MARGIN = { top: 24, bottom: 20 };
/** Height of the plot as a multiple of the highest bar. */
const AXIS_HEADROOM = 1.25;

export interface PacketAxis {
  readonly margin: LensMargin;
  /** Packets to px. Larger numbers are farther to the left, as in the queue. */
  readonly x: LinearScale;
  /** Share of the time to px, with the same scale for all lanes. */
  readonly share: LinearScale;
  readonly histogram: OccupancyHistogram;
}

/** The axes of a lens. All lanes with bars have the same bins and scales, so that their bars can be compared. */
export function packetAxis({ width, height }: Surface, model: LensModel): PacketAxis {
  const { left, right } = queueSpan(width);
  const margin = { left, right: width - right, ...PACKET_AXIS_MARGIN };
  const others = model
    .lanes()
    .flatMap(({ frame, description }) => (LENSES_ON_QUEUE_AXIS.has(description.hints.lens) ? frame : []));
  const end = Math.max(queueAxisEnd(model.frame), ...others.map(queueAxisEnd));
  const histogram = occupancyHistogram(model.frame, end);
  const histograms = [histogram, ...others.map((frame) => occupancyHistogram(frame, end))];
  const top = AXIS_HEADROOM * Math.max(0.01, ...histograms.map(({ shares }) => Math.max(...shares)));
  const share = linearScale(0, top, height - PACKET_AXIS_MARGIN.bottom, PACKET_AXIS_MARGIN.top);
  return { margin, x: linearScale(0, end, right, left), share, histogram };
}

/**
 * Draws the share of the time as bars. Each bar covers the numbers of packets that it counts. The bars of the empty and
 * of the full buffer end with the axis.
 */
export function drawHistogramBars({ context }: Surface, colour: string, { x, share, histogram }: PacketAxis): void {
  const { end, barPackets, shares } = histogram;
  context.fillStyle = colour;
  for (const [bar, barShare] of shares.entries()) {
    if (barShare === 0) continue;
    const from = x(Math.min(end, (bar + 1) * barPackets - 0.5));
    const to = x(Math.max(0, bar * barPackets - 0.5));
    context.fillRect(from + 0.5, share(barShare), Math.max(1, to - from - 1), share(0) - share(barShare));
  }
}

/**
 * Draws the thresholds as lines that continue from the queue.
 * @returns their grips
 */
export function drawThresholdWalls(
  { context, theme, model: { description, values, frame } }: LensDrawing,
  { x, share }: PacketAxis,
): ThresholdGrip[] {
  const grips: ThresholdGrip[] = [];
  for (const { parameter, style, axis } of description.hints.thresholds) {
    const packets = parameter === 'buffer' ? frame.limitPackets : Number(values[parameter]);
    if (!(packets <= x.to) || axis === 'delay') continue;
    const lineX = Math.round(x(packets)) + 0.5;
    context.strokeStyle = theme.text;
    context.lineWidth = style === 'high' ? 2.5 : 1.2;
    context.setLineDash(style === 'middle' ? [4, 3] : []);
    context.beginPath();
    // If the lens has the axis of the queue, the lines come from the queue.
    context.moveTo(lineX, x.to === frame.limitPackets ? 0 : share(share.to));
    context.lineTo(lineX, share(0));
    context.stroke();
    context.setLineDash([]);
    if (parameter !== 'buffer') grips.push({ parameter, position: lineX });
  }
  return grips;
}
