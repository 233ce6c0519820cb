/** Draws the rows of a queue with several rows below the packets, and numbers above them. */

import { numberAt, required } from '../../params/lists.ts';
import { drawGroundedText } from '../draw/canvas.ts';
import { drawFittingText } from '../draw/labels.ts';
import { classMark, FONT, SMALL_FONT } from '../draw/palette.ts';
import { drawToken } from '../draw/vc-token.ts';
import { BROKEN_PX } from './axis-break.ts';
import type { QueueDrawing } from './queue-drawing.ts';
import type { Grid } from './waiting-drawing.ts';

/** Height of a row with its own name, and with a name of its class, px. */
const NAMED_PX = { own: 14, ofClass: 10 };
/** Width of a name, and its distance from the left end of its row, px. */
const NAME_PX = { wide: 96, left: 6 };
/** Width of a block with a number, px. */
const NUMBERED_PX = 14;

/**
 * Names the rows at their left ends, and separates them by lines. The packets are drawn over the names.
 * @param isBroken the axis has a break at its left end
 */
export function drawRows({ context, ink, box, order }: QueueDrawing, isBroken: boolean): void {
  const { left, right, top, bottom } = box;
  const from = left + (isBroken ? BROKEN_PX : NAME_PX.left);
  const rows = order?.rows ?? [];
  if (rows.length < 2) return;
  context.strokeStyle = ink.grid;
  context.lineWidth = 1;
  context.fillStyle = ink.muted;
  context.textAlign = 'left';
  context.beginPath();
  for (const [index, { name, oneOf, share, above }] of rows.entries()) {
    const tall = share * (bottom - top);
    const y = top + above * (bottom - top);
    if (index > 0) {
      context.moveTo(left, Math.round(y) + 0.5);
      context.lineTo(right, Math.round(y) + 0.5);
    }
    // Rows that are too low for a name of their own have the name of their class, beside the first one.
    const isOwn = oneOf === undefined || tall >= NAMED_PX.own;
    if (tall < NAMED_PX.ofClass || (!isOwn && rows[index - 1]?.oneOf === oneOf)) continue;
    context.font = tall < NAMED_PX.own ? SMALL_FONT : FONT;
    drawFittingText(context, isOwn ? name : name.replace(/ 1$/, ''), from, y + tall / 2, NAME_PX.wide);
  }
  context.stroke();
  context.font = FONT;
}

/** Writes the number of its VC on each block, and the number of packets that are beyond the end of their row. */
export function drawCounts(drawing: QueueDrawing, { rows: grid, columns }: Grid): void {
  const { context, ink, box, order, model } = drawing;
  if (order === undefined) return;
  const { left, right, top, bottom } = box;
  const { classes } = model.description;
  for (const { classIndex, from, packets } of order.blocks) {
    const packetPx = required(grid[0]).width / (required(grid[0]).lines * columns);
    if (packets * packetPx < NUMBERED_PX) continue;
    const x = right - (from + packets / 2) * packetPx;
    drawToken(context, classMark(classes, classIndex, ink.dark), x, (top + bottom) / 2, String(classIndex + 1));
  }
  if (grid.length < 2) return;
  context.textAlign = 'left';
  context.fillStyle = ink.text;
  for (const [index, { top: y, lines, width, height }] of grid.entries()) {
    const hidden = numberAt(order.lengths, index) - Math.floor((right - left) / width) * lines * columns;
    if (hidden > 0) drawGroundedText(drawing, `+ ${hidden}`, left + NAME_PX.left, y + (lines * height) / 2);
  }
}
