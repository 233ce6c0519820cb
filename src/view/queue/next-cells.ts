/** Draws the next cells under the head of the queue in slow motion, in the order of their departure. */

import { CellBit } from '../../engine/frame/frame.ts';
import type { Surface } from '../draw/canvas.ts';
import { classGlyph } from '../draw/palette.ts';
import { drawBox, drawLine, drawText, NEXT_LINE } from '../draw/pen.ts';
import { SMALL_MUTED } from '../draw/shapes.ts';
import type { ThemedContext } from '../draw/themed-context.ts';
import type { QueueBox, QueueModel } from './queue-model.ts';

/** Largest rate at which cells are shown, cells per second of wall time. */
const MAX_CELLS_PER_SECOND = 1_000;
const CELL_WIDTH_PX = 11;
const CELL_HEIGHT_PX = 12;
/** Distance below the queue, px. */
const CELLS_BELOW_QUEUE_PX = 24;

/** @returns false if the cells are too fast to be seen */
export function drawNextCells(
  drawing: Surface & ThemedContext,
  { frame, description, speed }: QueueModel,
  box: QueueBox,
): boolean {
  const { nextCells, rateBps, limitCells, limitBytes } = frame;
  const cellSeconds = (8 * limitBytes) / limitCells / rateBps;
  if (speed / cellSeconds > MAX_CELLS_PER_SECOND) return false;
  const sentShare = (frame.timeNs / 1e9 / cellSeconds) % 1;
  const top = box.bottom + CELLS_BELOW_QUEUE_PX;
  const count = Math.min(nextCells.length, Math.floor((box.right - box.left) / CELL_WIDTH_PX));
  const cone = [box.right - 4, box.bottom, box.right - count * CELL_WIDTH_PX, top - 2];
  drawLine(drawing, [...cone, ...NEXT_LINE, box.right, box.bottom, box.right, top - 2], { ink: 'grid' });
  for (let index = 0; index < count; index++) {
    const cell = nextCells[index] ?? Number.NaN;
    const vc = cell & CellBit.vc;
    if (description.classes[vc] === undefined) continue;
    const { colour, textColour } = classGlyph(description.classes, vc, drawing.theme.isDark);
    const left = box.right - (index + 1 - sentShare) * CELL_WIDTH_PX;
    const right = left + CELL_WIDTH_PX - 1;
    drawBox(drawing, left, top, CELL_WIDTH_PX - 1, CELL_HEIGHT_PX, { colour });
    // The last cell of a frame has a bar below it. Tagged cells have a slanted line.
    if ((cell & CellBit.last) !== 0) drawBox(drawing, left, top + CELL_HEIGHT_PX, CELL_WIDTH_PX - 1, 3, { colour });
    if ((cell & CellBit.tagged) !== 0)
      drawLine(drawing, [left, top + CELL_HEIGHT_PX, right, top], { ink: 'surface', widthPx: 1.5 });
    else {
      const look = { colour: textColour, isSmall: true, align: 'center' } as const;
      drawText(drawing, String(vc + 1), (left + right) / 2, top + CELL_HEIGHT_PX / 2 + 0.5, look);
    }
  }
  drawText(drawing, 'next cells; stroke: tagged,', 2, top + 4, SMALL_MUTED);
  drawText(drawing, 'bar: the end of a frame', 2, top + 16, SMALL_MUTED);
  return true;
}
