/** Draws the rows of a queue with several rows below the packets, and numbers above them. */

import { numberAt, required } from '../../shared/lists.ts';
import { drawGroundedText } from '../draw/canvas.ts';
import { drawFittingText } from '../draw/labels.ts';
import { formatNumber } from '../draw/number-text.ts';
import { classGlyph, FONT, SMALL_FONT } from '../draw/palette.ts';
import { drawToken } from '../draw/vc-token.ts';
import { BREAK_SPACE_PX } from './axis-break.ts';
import type { QueueDrawing } from './queue-drawing.ts';
import type { Grid } from './waiting-drawing.ts';

/** Height of a row with a name of usual size, and with a name at all, px. */
const MIN_NAMED_ROW_PX = { usual: 14, small: 10 };
/** Distance of a name from the left end of its row, px. */
const NAME_LEFT_PX = 6;
/** Width of a block with a number, px. */
const MIN_NUMBERED_BLOCK_PX = 14;

/** Separates the rows by lines. The packets are drawn over them. */
export function drawRowLines({ context, ink, box: { left, right, top, bottom }, order }: QueueDrawing): void {
  context.strokeStyle = ink.grid;
  context.lineWidth = 1;
  context.beginPath();
  for (const { above } of order?.rows.slice(1) ?? []) {
    const y = Math.round(top + above * (bottom - top)) + 0.5;
    context.moveTo(left, y);
    context.lineTo(right, y);
  }
  context.stroke();
}

/**
 * Names the rows, with the mean delay of their class since the warm-up, if there is room beside their packets. Counts the
 * packets beyond the end of a row. Numbers the blocks of VCs.
 * @param isBroken the axis has a break at its left end
 */
export function nameRows(drawing: QueueDrawing, { rows: grid, columns }: Grid, isBroken: boolean): void {
  const { context, ink, box, order, model } = drawing;
  if (order === undefined) return;
  if (order.blocks.length > 0) {
    const [row] = grid;
    if (row !== undefined) numberBlocks(drawing, row.width / (row.lines * columns));
    return;
  }
  const left = box.left + (isBroken ? BREAK_SPACE_PX : NAME_LEFT_PX);
  context.textAlign = 'left';
  for (const [index, { name, classIndex, share }] of order.rows.entries()) {
    const { top, lines, width } = required(grid[index]);
    const rowHeight = share * (box.bottom - box.top);
    const y = top - 3 + rowHeight / 2;
    const cells = numberAt(order.lengths, index) / (lines * columns);
    const hidden = Math.round((cells - Math.floor((box.right - box.left) / width)) * lines * columns);
    if (hidden > 0) {
      context.fillStyle = ink.text;
      drawGroundedText(drawing, `+ ${hidden}`, left, y);
      continue;
    }
    if (name === '' || rowHeight < MIN_NAMED_ROW_PX.small) continue;
    context.font = rowHeight < MIN_NAMED_ROW_PX.usual ? SMALL_FONT : FONT;
    context.fillStyle = ink.muted;
    const maxWidth = box.right - Math.ceil(cells) * width - left - NAME_LEFT_PX;
    const delayMs = classIndex === undefined ? Number.NaN : model.delayMsOf(classIndex);
    const words = Number.isNaN(delayMs) ? name : `${name} ${formatNumber(delayMs)} ms`;
    drawFittingText(context, words, left, y, maxWidth);
  }
  context.font = FONT;
}

function numberBlocks(
  { context, ink, box: { right, top, bottom }, order, model }: QueueDrawing,
  packetPx: number,
): void {
  const { classes } = model.description;
  for (const { classIndex, from, packets } of order?.blocks ?? []) {
    if (packets * packetPx < MIN_NUMBERED_BLOCK_PX) continue;
    const x = right - (from + packets / 2) * packetPx;
    drawToken(context, classGlyph(classes, classIndex, ink.dark), x, (top + bottom) / 2, String(classIndex + 1));
  }
}
