/** A break near the left end of a queue: between it and the buffer's end, a part of the axis is left out. */
import { range } from 'd3-array';
import { drawLine } from '../draw/pen.ts';
import { drawPolygon } from '../draw/shapes.ts';
import type { QueueDrawing } from './queue-drawing.ts';

/** Distance from the buffer's end, width, and height of a tooth, px. */
const BREAK_SIZES_PX = { left: 12, wide: 7, tooth: 8 };
/** Width of the part of the queue at its left end that has no packets, px. */
export const BREAK_SPACE_PX = BREAK_SIZES_PX.left + BREAK_SIZES_PX.wide + 6;

/** Draws the break as a zigzag band over the height of the buffer. */
export function drawAxisBreak(drawing: QueueDrawing): void {
  const { left, top, bottom } = drawing.box;
  const x = left + BREAK_SIZES_PX.left;
  const teeth = Math.max(2, Math.round((bottom - top) / BREAK_SIZES_PX.tooth));
  const zigzag = (from: number, teethInOrder: readonly number[]) =>
    teethInOrder.flatMap((tooth) => [from + (tooth % 2 === 0 ? 0 : 4), top - 2 + (tooth * (bottom - top + 4)) / teeth]);
  const downwards = range(teeth + 1);
  const farX = x + BREAK_SIZES_PX.wide;
  drawPolygon(drawing, [...zigzag(x, downwards), ...zigzag(farX, range(teeth, -1, -1))], { ink: 'surface' });
  for (const from of [x, farX]) drawLine(drawing, zigzag(from, downwards), { ink: 'muted' });
}
