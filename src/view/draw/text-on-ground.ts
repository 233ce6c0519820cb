/** Text that no line crosses. */
import type { ThemedContext } from './themed-context.ts';

/** Draws text on a ground in the colour of the background. No line goes through it, also not between two words. */
export function drawTextOnGround({ context, theme }: ThemedContext, text: string, x: number, y: number): void {
  const { fillStyle, textAlign } = context;
  const textWidth = context.measureText(text).width + 4;
  context.fillStyle = theme.surface;
  context.fillRect(
    textAlign === 'left' ? x - 2 : textAlign === 'right' ? x + 2 - textWidth : x - textWidth / 2,
    y - 7,
    textWidth,
    14,
  );
  context.fillStyle = fillStyle;
  context.fillText(text, x, y);
}
