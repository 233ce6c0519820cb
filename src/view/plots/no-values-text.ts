/** The text of a plot without values. */
import { drawTextOnGround } from '../draw/text-on-ground.ts';
import type { ThemedContext } from '../draw/themed-context.ts';

/** Writes that there are no values yet, around a point. */
export function drawNoValuesText(themedContext: ThemedContext, x: number, y: number): void {
  const { context, theme } = themedContext;
  context.fillStyle = theme.muted;
  context.textAlign = 'center';
  drawTextOnGround(themedContext, 'No values yet', x, y);
}
