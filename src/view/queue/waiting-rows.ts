/** Draws the rows of a queue with several rows below the packets, and numbers above them. */

import { required } from '../../shared/required.ts';
import { numberAt } from '../../shared/tables.ts';
import type { DrawingContext } from '../draw/drawing-context.ts';
import { drawFittingText } from '../draw/labels.ts';
import { formatNumber } from '../draw/number-text.ts';
import { drawPacket } from '../draw/packets.ts';
import { classGlyph, DRAWING_FONT, SMALL_DRAWING_FONT } from '../draw/palette.ts';
import { drawTextOnGround } from '../draw/text-on-ground.ts';
import { drawVcToken } from '../draw/vc-token.ts';
import { BREAK_SPACE_PX } from './axis-break.ts';
import type { QueueDrawing } from './queue-drawing.ts';
import { MIN_NAMED_ROW_PX } from './waiting-order.ts';
import type { PacketGrid } from './waiting-view.ts';

/** Smallest height of a row with a name of usual size, px. */
const MIN_USUAL_NAME_ROW_PX = 14;
/** Size of the glyph before a name, px. */
const ROW_GLYPH_PX = 8;
/** Space of the glyph before a name, px. */
const GLYPH_SPACE_PX = 12;
/** Distance of a name from the left end of its row, px. */
const NAME_LEFT_PX = 6;
/** Width of a block with a number, px. */
const MIN_NUMBERED_BLOCK_PX = 14;

/** Separates the rows by lines. The packets are drawn over them. */
export function drawRowBorders({ context, theme, box: { left, right, top, bottom }, order }: QueueDrawing): void {
  context.strokeStyle = theme.grid;
  context.lineWidth = 1;
  context.beginPath();
  for (const { shareAbove } of order?.rows.slice(1) ?? []) {
    const y = Math.round(top + shareAbove * (bottom - top)) + 0.5;
    context.moveTo(left, y);
    context.lineTo(right, y);
  }
  context.stroke();
}

/**
 * Names the rows, with the mean delay of their class since the warm-up, if there is room beside their packets. A row that
 * is too low has no name. Counts the packets beyond the end of a row. Numbers the
 * blocks of VCs.
 * @param isBroken the axis has a break at its left end
 */
export function drawRowNames(drawing: QueueDrawing, { rows: grid, columnCount }: PacketGrid, isBroken: boolean): void {
  const { context, theme, box, order, model } = drawing;
  if (order === undefined) return;
  if (order.blocks.length > 0) {
    const [row] = grid;
    if (row !== undefined) numberBlocks(drawing, row.width / (row.lineCount * columnCount));
    return;
  }
  const left = box.left + (isBroken ? BREAK_SPACE_PX : NAME_LEFT_PX);
  context.textAlign = 'left';
  for (const [index, { name, classIndex, share, shareAbove }] of order.rows.entries()) {
    const { lineCount, width } = required(grid[index]);
    const rowHeight = share * (box.bottom - box.top);
    const y = box.top + (shareAbove + share / 2) * (box.bottom - box.top) + 0.5;
    const cells = numberAt(order.lengths, index) / (lineCount * columnCount);
    const hiddenCount = Math.round((cells - Math.floor((box.right - box.left) / width)) * lineCount * columnCount);
    const isLow = rowHeight < MIN_NAMED_ROW_PX;
    context.font = rowHeight < MIN_USUAL_NAME_ROW_PX ? SMALL_DRAWING_FONT : DRAWING_FONT;
    if (hiddenCount > 0) {
      context.fillStyle = theme.text;
      // Beside a low row, because the ground of the number would cover its neighbours.
      if (isLow) drawNumberBeside(context, hiddenCount, box.left - NAME_LEFT_PX, y);
      else drawTextOnGround(drawing, `+ ${hiddenCount}`, left, y);
      continue;
    }
    const maxWidth = box.right - Math.ceil(cells) * width - left - NAME_LEFT_PX;
    if (isLow || name === '') continue;
    context.fillStyle = theme.muted;
    const delayMs = classIndex === undefined ? Number.NaN : model.delayMsOf(classIndex);
    const namedDelay = `${name} ${formatNumber(delayMs)} ms`;
    const hasGlyph = order.replacesLegend === true && classIndex !== undefined && maxWidth > GLYPH_SPACE_PX;
    if (hasGlyph)
      drawPacket(context, classGlyph(model.description.classes, classIndex, theme.isDark), left, y - 4, ROW_GLYPH_PX);
    context.fillStyle = theme.muted;
    context.textAlign = 'left';
    const space = hasGlyph ? GLYPH_SPACE_PX : 0;
    const isFitting = !Number.isNaN(delayMs) && context.measureText(namedDelay).width <= maxWidth - space;
    drawFittingText(context, isFitting ? namedDelay : name, left + space, y, maxWidth - space);
  }
  context.font = DRAWING_FONT;
}

function drawNumberBeside(context: DrawingContext, hiddenCount: number, x: number, y: number): void {
  context.textAlign = 'right';
  context.fillText(`+ ${hiddenCount}`, x, y);
  context.textAlign = 'left';
}

function numberBlocks(
  { context, theme, box: { right, top, bottom }, order, model }: QueueDrawing,
  packetPx: number,
): void {
  const { classes } = model.description;
  for (const { classIndex, from, packets } of order?.blocks ?? []) {
    if (packets * packetPx < MIN_NUMBERED_BLOCK_PX) continue;
    const x = right - (from + packets / 2) * packetPx;
    drawVcToken(context, classGlyph(classes, classIndex, theme.isDark), x, (top + bottom) / 2, String(classIndex + 1));
  }
}
