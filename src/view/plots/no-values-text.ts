/** The text of a plot without values. */
import { drawText } from '../draw/pen.ts';
import type { ThemedContext } from '../draw/themed-context.ts';

/** Writes that there are no values yet, around a point. */
export function drawNoValuesText(drawing: ThemedContext, x: number, y: number): void {
  drawText(drawing, 'No values yet', x, y, { ink: 'muted', align: 'center', hasGround: true });
}
