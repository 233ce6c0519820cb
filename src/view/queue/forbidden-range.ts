/** Hatching over the places that are not allowed for the dragged threshold. */
import { drawHatching } from '../draw/shapes.ts';
import type { ThemedContext } from '../draw/themed-context.ts';
import type { QueueBox } from './queue-model.ts';

/** Distance of the lines, px. */
const HATCH_STEP_PX = 8;

/** @param from,to the allowed places, px; `from` is the left one. An end outside the box forbids nothing there. */
export function drawForbiddenRange(
  drawing: ThemedContext,
  box: QueueBox,
  [from, to]: readonly [from: number, to: number],
): void {
  if (to < box.right) drawHatching(drawing, { ...box, left: to }, HATCH_STEP_PX);
  if (from > box.left) drawHatching(drawing, { ...box, right: from }, HATCH_STEP_PX);
}
