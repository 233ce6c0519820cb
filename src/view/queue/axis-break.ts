/** A break near the left end of a queue: between it and the buffer's end, a part of the axis is left out. */
import type { QueueDrawing } from './queue-drawing.ts';

/** Distance from the buffer's end, width, and height of a tooth, px. */
const BREAK_SIZES_PX = { left: 12, wide: 7, tooth: 8 };
/** Width of the part of the queue at its left end that has no packets, px. */
export const BREAK_SPACE_PX = BREAK_SIZES_PX.left + BREAK_SIZES_PX.wide + 6;

export function drawAxisBreak({ context, theme, box: { left, top, bottom } }: QueueDrawing): void {
  const x = left + BREAK_SIZES_PX.left;
  const teeth = Math.max(2, Math.round((bottom - top) / BREAK_SIZES_PX.tooth));
  const y = (tooth: number) => top - 2 + (tooth * (bottom - top + 4)) / teeth;
  const drawZigzag = (from: number, begins: boolean) => {
    for (let step = 0; step <= teeth; step++) {
      const tooth = begins ? step : teeth - step;
      context.lineTo(from + (tooth % 2 === 0 ? 0 : 4), y(tooth));
    }
  };
  context.fillStyle = theme.surface;
  context.beginPath();
  context.moveTo(x, y(0));
  drawZigzag(x, true);
  drawZigzag(x + BREAK_SIZES_PX.wide, false);
  context.fill();
  context.strokeStyle = theme.muted;
  context.lineWidth = 1;
  for (const from of [x, x + BREAK_SIZES_PX.wide]) {
    context.beginPath();
    context.moveTo(from, y(0));
    drawZigzag(from, true);
    context.stroke();
  }
}
