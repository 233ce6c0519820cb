/** Text that no line crosses. */
import type { ThemedContext } from './themed-context.ts';

/** Height of the ground of a line of text, px. */
const GROUND_HEIGHT_PX = 14;

/**
 * Draws text on a ground in the colour of the background. No line goes through it, also not between two words.
 * @param groundPx height of the ground, px
 */
export function drawTextOnGround(
  { context, theme }: ThemedContext,
  text: string,
  x: number,
  y: number,
  groundPx = GROUND_HEIGHT_PX,
): void {
  const { fillStyle, textAlign } = context;
  const textWidth = context.measureText(text).width + 4;
  context.fillStyle = theme.surface;
  context.fillRect(
    textAlign === 'left' ? x - 2 : textAlign === 'right' ? x + 2 - textWidth : x - textWidth / 2,
    y - groundPx / 2,
    textWidth,
    groundPx,
  );
  context.fillStyle = fillStyle;
  context.fillText(text, x, y);
}
