/** Hatching over the places that are not allowed for the dragged threshold. */
import type { ThemedContext } from '../draw/themed-context.ts';
import type { QueueBox } from './queue-model.ts';

/** Distance of the lines, px. */
const HATCH_STEP_PX = 8;

/** @param from,to the allowed places, px; `from` is the left one. An end outside the box forbids nothing there. */
export function drawForbiddenRange(
  { context, theme }: ThemedContext,
  { left, right, top, bottom }: QueueBox,
  [from, to]: readonly [from: number, to: number],
): void {
  context.save();
  context.beginPath();
  if (to < right) context.rect(to, top, right - to, bottom - top);
  if (from > left) context.rect(left, top, from - left, bottom - top);
  context.clip();
  context.strokeStyle = theme.muted;
  context.lineWidth = 1;
  context.beginPath();
  for (let x = left - (bottom - top); x < right; x += HATCH_STEP_PX) {
    context.moveTo(x, bottom);
    context.lineTo(x + bottom - top, top);
  }
  context.stroke();
  context.restore();
}
