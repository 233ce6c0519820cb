/**
 * The lens of a policy that only checks for free space in the buffer: the share of the time for each length of the queue,
 * in packets or kB as the buffer.
 */

import type { RunDescription } from '../../engine/frame/frame.ts';
import { formatAmount } from '../../shared/number-text.ts';
import { drawText } from '../draw/pen.ts';
import { drawPolygon, textWidth } from '../draw/shapes.ts';
import { CanvasLens } from './canvas-lens.ts';
import { drawLensGrid, drawLensTitle, drawTitleBeside, NARROW_LENS_PX } from './lens-axes.ts';
import type { LensDrawing } from './lens-drawing.ts';
import { drawHistogramBars, drawThresholdWalls, type OccupancyAxis, occupancyAxis } from './occupancy-axis.ts';

export class OccupancyLens extends CanvasLens {
  protected drawContent(drawing: LensDrawing): void {
    const { width, model } = drawing;
    const axis = occupancyAxis(drawing, model);
    const { x, share, shareTicks, margin, occupancy } = axis;
    const ticks = { xTicks: x.ticks(5), yTicks: shareTicks, formatY: formatPercent };
    drawLensGrid(drawing, { margin, x, y: share, ...ticks, xUnit: occupancy.unit });
    drawHistogramBars(drawing, axis);
    drawThresholdWalls(drawing, axis);
    const { frame, description } = model;
    // The count begins again when the warm-up ends.
    const warmUpText = frame.timeNs >= description.warmupNs ? 'since warm-up' : 'in warm-up';
    const span = description.warmupNs > 0 ? warmUpText : 'so far';
    const title = `${occupancy.unit === 'kB' ? 'Queue in kB' : 'Packets waiting'}${directionOf(description)}`;
    if (width < NARROW_LENS_PX) drawLensTitle(drawing, `${title}: share of the time`);
    else drawTitleBeside(drawing, title, ['share of time', span]);
    drawPresentOccupancy(drawing, axis);
  }
}

/** With two queues, a title says which one is shown. */
function directionOf({ up, classes }: RunDescription): string {
  if (up !== undefined) return ', down';
  return classes.some(({ crossing }) => crossing !== undefined) ? ', up' : '';
}

function formatPercent(share: number): string {
  return `${Number((share * 100).toPrecision(3))} %`;
}

/** Draws the present queue over the bars: its number, and a triangle that points down to its place. */
function drawPresentOccupancy(
  drawing: LensDrawing,
  { x, share, occupancy: { unit, waitingAmount, capacity } }: OccupancyAxis,
): void {
  const { frame, description } = drawing.model;
  const [lineX, y] = [x(Math.min(waitingAmount, x.to)), share(share.to) + 2];
  drawPolygon(drawing, [lineX, y + 8, lineX - 5, y, lineX + 5, y]);
  const countsLink = description.hints.countsSending && frame.inService.length > 0;
  const isFull = unit === 'packets' && countsLink && waitingAmount + 1 === capacity;
  const amount = unit === 'kB' ? `${formatAmount(waitingAmount)} kB` : formatAmount(waitingAmount);
  const label = `now ${amount}${isFull ? ` + 1 on the link = ${formatAmount(capacity)}` : ''}`;
  // The axis begins at the right end.
  const isBefore = lineX + 9 + textWidth(drawing.context, label) > x.start;
  const look = { align: isBefore ? 'right' : 'left', hasGround: true } as const;
  drawText(drawing, label, isBefore ? lineX - 9 : lineX + 9, y + 4, look);
}
