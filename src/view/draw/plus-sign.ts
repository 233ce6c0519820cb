/** The sign of a packet that the link has lost behind the queue. */
import type { DrawingContext } from './drawing-context.ts';

export function drawPlus(context: DrawingContext, x: number, y: number): void {
  context.beginPath();
  context.moveTo(x - 5, y);
  context.lineTo(x + 5, y);
  context.moveTo(x, y - 5);
  context.lineTo(x, y + 5);
  context.stroke();
}
