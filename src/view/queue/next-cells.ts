/** Draws the next cells under the head of the queue in slow motion, in the order of their departure. */

import { CellBit } from '../../engine/frame/frame.ts';
import type { Surface } from '../draw/canvas.ts';
import { classGlyph, DRAWING_FONT, type DrawingTheme, SMALL_DRAWING_FONT } from '../draw/palette.ts';
import type { QueueBox, QueueModel } from './queue-model.ts';

/** Largest rate at which cells are shown, cells per second of wall time. */
const MAX_CELLS_PER_SECOND = 1_000;
const CELL_WIDTH_PX = 11;
const CELL_HEIGHT_PX = 12;
/** Distance below the queue, px. */
const CELLS_BELOW_QUEUE_PX = 24;

/** @returns false if the cells are too fast to be seen */
export function drawNextCells(
  { context }: Surface,
  theme: DrawingTheme,
  { frame, description, speed }: QueueModel,
  box: QueueBox,
): boolean {
  const { nextCells, rateBps, limitCells, limitBytes } = frame;
  const cellSeconds = (8 * limitBytes) / limitCells / rateBps;
  if (speed / cellSeconds > MAX_CELLS_PER_SECOND) return false;
  const sentShare = (frame.timeNs / 1e9 / cellSeconds) % 1;
  const top = box.bottom + CELLS_BELOW_QUEUE_PX;
  const count = Math.min(nextCells.length, Math.floor((box.right - box.left) / CELL_WIDTH_PX));
  context.strokeStyle = theme.grid;
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(box.right - 4, box.bottom);
  context.lineTo(box.right - count * CELL_WIDTH_PX, top - 2);
  context.moveTo(box.right, box.bottom);
  context.lineTo(box.right, top - 2);
  context.stroke();
  context.font = SMALL_DRAWING_FONT;
  context.textAlign = 'center';
  for (let index = 0; index < count; index++) {
    const cell = nextCells[index] ?? Number.NaN;
    const vc = cell & CellBit.vc;
    if (description.classes[vc] === undefined) continue;
    const glyph = classGlyph(description.classes, vc, theme.isDark);
    const left = box.right - (index + 1 - sentShare) * CELL_WIDTH_PX;
    context.fillStyle = glyph.colour;
    context.fillRect(left, top, CELL_WIDTH_PX - 1, CELL_HEIGHT_PX);
    // The last cell of a frame has a bar below it. Tagged cells have a slanted line.
    if ((cell & CellBit.last) !== 0) context.fillRect(left, top + CELL_HEIGHT_PX, CELL_WIDTH_PX - 1, 3);
    context.strokeStyle = theme.surface;
    context.lineWidth = 1.5;
    if ((cell & CellBit.tagged) !== 0) {
      context.beginPath();
      context.moveTo(left, top + CELL_HEIGHT_PX);
      context.lineTo(left + CELL_WIDTH_PX - 1, top);
      context.stroke();
    } else {
      context.fillStyle = glyph.textColour;
      context.fillText(String(vc + 1), left + (CELL_WIDTH_PX - 1) / 2, top + CELL_HEIGHT_PX / 2 + 0.5);
    }
  }
  context.fillStyle = theme.muted;
  context.textAlign = 'left';
  context.fillText('next cells; stroke: tagged,', 2, top + 4);
  context.fillText('bar: the end of a frame', 2, top + 16);
  context.font = DRAWING_FONT;
  return true;
}
