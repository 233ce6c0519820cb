/**
 * The lens of a policy that only checks for free space in the buffer: the share of the time for each number of waiting
 * packets.
 */

import { formatAmount } from '../draw/number-text.ts';
import { drawTextOnGround } from '../draw/text-on-ground.ts';
import { CanvasLens } from './canvas-lens.ts';
import { drawAxisUnit, drawLensGrid, drawLensTitle, drawTitleBeside, NARROW_LENS_PX } from './lens-axes.ts';
import type { LensDrawing } from './lens-drawing.ts';
import { drawHistogramBars, drawThresholdWalls, type PacketAxis, packetAxis } from './packet-axis.ts';

export class OccupancyLens extends CanvasLens {
  protected drawContent(drawing: LensDrawing): void {
    const { width, theme, model } = drawing;
    const axis = packetAxis(drawing, model);
    const { x, share, margin } = axis;
    drawLensGrid(drawing, { margin, x, xTicks: x.ticks(5), y: share, yTicks: share.ticks(3), formatY: formatPercent });
    drawAxisUnit(drawing, margin, 'packets');
    drawHistogramBars(drawing, theme.muted, axis);
    drawThresholdWalls(drawing, axis);
    const { frame, description } = model;
    // The count begins again when the warm-up ends.
    const isSinceWarmUp = description.warmupNs > 0 && frame.timeNs >= description.warmupNs;
    const span = isSinceWarmUp ? 'since warm-up' : 'so far';
    if (width < NARROW_LENS_PX) drawLensTitle(drawing, 'Packets waiting: share of the time');
    else drawTitleBeside(drawing, 'Packets waiting', ['share of time', span]);
    drawPresentOccupancy(drawing, axis, frame);
  }
}

function formatPercent(share: number): string {
  return `${Number((share * 100).toPrecision(3))} %`;
}

/** Draws the present queue over the bars: its number, and a triangle that points down to its place. */
function drawPresentOccupancy(
  drawing: LensDrawing,
  { x, share }: PacketAxis,
  { waitingPackets: packets, limitPackets, inService }: LensDrawing['model']['frame'],
): void {
  const { context, theme } = drawing;
  const [lineX, y] = [x(Math.min(packets, x.to)), share(share.to) + 2];
  context.fillStyle = theme.text;
  context.beginPath();
  context.moveTo(lineX, y + 8);
  context.lineTo(lineX - 5, y);
  context.lineTo(lineX + 5, y);
  context.fill();
  // The buffer of this many packets counts the packet on the link too.
  const isFull = inService.length > 0 && packets + 1 === limitPackets;
  const label = `now ${formatAmount(packets)}${isFull ? ` + 1 on the link = ${formatAmount(limitPackets)}` : ''}`;
  // The axis begins at the right end.
  const isBefore = lineX + 9 + context.measureText(label).width > x.start;
  context.textAlign = isBefore ? 'right' : 'left';
  drawTextOnGround(drawing, label, isBefore ? lineX - 9 : lineX + 9, y + 4);
}
