/** Draws the next cells under the head of the queue in slow motion, in the order of their departure. */

import { CellBit } from '../../engine/frame/frame.ts';
import type { Surface } from '../draw/canvas.ts';
import { classGlyph, FONT, type Ink, SMALL_FONT } from '../draw/palette.ts';
import type { Box, QueueModel } from './queue-model.ts';

/** Largest rate at which cells are shown, cells per second of wall time. */
const MAX_PER_SECOND = 1_000;
const CELL = 11;
const TALL = 12;
/** Distance below the queue, px. */
const BELOW = 24;

/** @returns false if the cells are too fast to be seen */
export function drawNextCells(
  { context }: Surface,
  ink: Ink,
  { frame, description, speed }: QueueModel,
  box: Box,
): boolean {
  const { nextCells, rateBps, limitCells, limitBytes } = frame;
  const cellSeconds = (8 * limitBytes) / limitCells / rateBps;
  if (speed / cellSeconds > MAX_PER_SECOND) return false;
  const sent = (frame.timeNs / 1e9 / cellSeconds) % 1;
  const top = box.bottom + BELOW;
  const count = Math.min(nextCells.length, Math.floor((box.right - box.left) / CELL));
  context.strokeStyle = ink.grid;
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(box.right - 4, box.bottom);
  context.lineTo(box.right - count * CELL, top - 2);
  context.moveTo(box.right, box.bottom);
  context.lineTo(box.right, top - 2);
  context.stroke();
  context.font = SMALL_FONT;
  context.textAlign = 'center';
  for (let place = 0; place < count; place++) {
    const cell = nextCells[place] ?? Number.NaN;
    const vc = cell & CellBit.vc;
    if (description.classes[vc] === undefined) continue;
    const glyph = classGlyph(description.classes, vc, ink.dark);
    const left = box.right - (place + 1 - sent) * CELL;
    context.fillStyle = glyph.colour;
    context.fillRect(left, top, CELL - 1, TALL);
    // The last cell of a frame has a bar below it. Tagged cells have a slanted line.
    if ((cell & CellBit.last) !== 0) context.fillRect(left, top + TALL, CELL - 1, 3);
    context.strokeStyle = ink.surface;
    context.lineWidth = 1.5;
    if ((cell & CellBit.tagged) !== 0) {
      context.beginPath();
      context.moveTo(left, top + TALL);
      context.lineTo(left + CELL - 1, top);
      context.stroke();
    } else {
      context.fillStyle = glyph.words;
      context.fillText(String(vc + 1), left + (CELL - 1) / 2, top + TALL / 2 + 0.5);
    }
  }
  context.fillStyle = ink.muted;
  context.textAlign = 'left';
  context.fillText('next cells; stroke: tagged,', 2, top + 4);
  context.fillText('bar: the end of a frame', 2, top + 16);
  context.font = FONT;
  return true;
}
