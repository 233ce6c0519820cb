/** Symbols of parameters in drawings, in the notation of the field. */

import { cssFont, symbolParts } from '../../scene/text-ruler.ts';
import type { DrawingContext } from './drawing-context.ts';
import type { ThemedContext } from './themed-context.ts';

/** Sizes of a symbol, px. */
export const SYMBOL_SIZE_PX = 13;
export const SMALL_SYMBOL_SIZE_PX = 11;

/** The measured widths, px. The key is the size and the symbol. */
const symbolWidths = new Map<string, number>();

/** Width of a symbol, px. There are few symbols, and a drawing needs their widths in each frame. */
export function symbolWidth(context: DrawingContext, symbol: string, size = SYMBOL_SIZE_PX): number {
  const key = `${size} ${symbol}`;
  const storedWidth = symbolWidths.get(key);
  if (storedWidth !== undefined) return storedWidth;
  const { font } = context;
  let width = 0;
  for (const { words, font: partFont } of symbolParts(symbol, size)) {
    context.font = cssFont(partFont);
    width += context.measureText(words).width;
  }
  context.font = font;
  symbolWidths.set(key, width);
  return width;
}

/**
 * Writes a symbol at `x` in the present fill colour, for example `min_th` with a subscript.
 * @returns its width, px
 */
export function drawSymbol(
  { context, theme }: ThemedContext,
  symbol: string,
  x: number,
  y: number,
  size = SYMBOL_SIZE_PX,
): number {
  const { font, textAlign } = context;
  context.textAlign = 'left';
  context.strokeStyle = theme.surface;
  context.lineWidth = 3;
  context.lineJoin = 'round';
  let widthPx = 0;
  for (const { words, font: partFont, downPx } of symbolParts(symbol, size)) {
    context.font = cssFont(partFont);
    context.strokeText(words, x + widthPx, y + downPx);
    context.fillText(words, x + widthPx, y + downPx);
    widthPx += context.measureText(words).width;
  }
  context.font = font;
  context.textAlign = textAlign;
  return widthPx;
}
