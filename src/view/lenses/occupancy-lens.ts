/**
 * The lens of a policy that only checks for free space in the buffer: the share of the time for each length of the
 * queue, in packets or kB as the buffer.
 */

import { formatAmount } from '../../shared/number-text.ts';
import { formatShortSeconds } from '../../shared/seconds-text.ts';
import { drawText } from '../draw/pen.ts';
import { drawPolygon, fittingText, SMALL_MUTED, textWidth } from '../draw/shapes.ts';
import { CanvasLens } from './canvas-lens.ts';
import { drawLensGrid, drawLensTitle, drawTitleBeside, NARROW_LENS_PX } from './lens-axes.ts';
import type { LensDrawing } from './lens-drawing.ts';
import {
  drawHistogramBars,
  drawThresholdWalls,
  type OccupancyAxis,
  occupancyAxis,
  shownDirection,
} from './occupancy-axis.ts';

/** Space between the place of the present queue and its number, px. */
const NOW_GAP_PX = 9;
/** From a number of the axis to the axis, and the space before it, px. */
const AXIS_NUMBER_PX = 6;
const WORDS_GAP_PX = 6;

/** Draws the histogram of the queue's length. */
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
    const { warmupNs } = description;
    const afterWarmup = ['since warm-up', `from ${formatShortSeconds(warmupNs)}`];
    const spans = warmupNs === 0 ? ['so far'] : frame.timeNs >= warmupNs ? afterWarmup : ['in warm-up'];
    const numberWidth = Math.max(0, ...shareTicks.map((tick) => textWidth(drawing.context, formatPercent(tick))));
    const roomPx = margin.left - AXIS_NUMBER_PX - numberWidth - WORDS_GAP_PX;
    const direction = shownDirection(description);
    // With a direction, a longer title would reach the line of the buffer. The axis names its unit.
    const packetsTitle = direction === undefined ? 'Packets waiting' : 'Waiting';
    const quantity = occupancy.unit === 'kB' ? 'Queue in kB' : packetsTitle;
    const title = direction === undefined ? quantity : `${quantity}, ${direction}`;
    if (width < NARROW_LENS_PX) drawLensTitle(drawing, `${title}: share of the time`);
    else
      drawTitleBeside(drawing, title, [
        'share of time',
        fittingText(drawing.context, spans, roomPx, SMALL_MUTED) ?? '',
      ]);
    drawPresentOccupancy(drawing, axis);
  }
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
  const nowText = `now ${unit === 'kB' ? `${formatAmount(waitingAmount)} kB` : formatAmount(waitingAmount)}`;
  const wordings = isFull
    ? [`${nowText} + 1 on the link = ${formatAmount(capacity)}`, `${nowText} + 1 on the link`, nowText]
    : [nowText];
  // Beside the triangle, on the plot: at the left of it are the numbers of the shares.
  const [left, right] = [Math.min(x.start, x.end), Math.max(x.start, x.end)];
  const [before, after] = [lineX - NOW_GAP_PX - left, right - lineX - NOW_GAP_PX];
  const label = fittingText(drawing.context, wordings, Math.max(before, after)) ?? nowText;
  const isBefore = textWidth(drawing.context, label) > after;
  const look = { align: isBefore ? 'right' : 'left', hasGround: true } as const;
  drawText(drawing, label, isBefore ? lineX - NOW_GAP_PX : lineX + NOW_GAP_PX, y + 4, look);
}
