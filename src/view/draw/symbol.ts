/** Symbols of parameters in drawings, in the notation of the field. */

import type { DrawingContext } from './drawing-context.ts';
import type { ThemedContext } from './themed-context.ts';

/** Sizes of a symbol, px. */
export const SYMBOL_SIZE_PX = 13;
export const SMALL_SYMBOL_SIZE_PX = 11;

const symbolFont = (size: number) => `italic ${size}px Georgia, "Times New Roman", serif`;
const indexFont = (size: number) => symbolFont(size - 3);

/** The measured widths, px. The key is the size and the symbol. */
const symbolWidths = new Map<string, number>();

/** Width of a symbol, px. There are few symbols, and a drawing needs their widths in each frame. */
export function symbolWidth(context: DrawingContext, symbol: string, size = SYMBOL_SIZE_PX): number {
  const key = `${size} ${symbol}`;
  const storedWidth = symbolWidths.get(key);
  if (storedWidth !== undefined) return storedWidth;
  const [main = '', index = ''] = symbol.split('_');
  const { font } = context;
  context.font = symbolFont(size);
  let width = context.measureText(main).width;
  context.font = indexFont(size);
  width += index === '' ? 0 : context.measureText(index).width;
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
  const [main = '', index = ''] = symbol.split('_');
  const { font, textAlign } = context;
  context.textAlign = 'left';
  context.strokeStyle = theme.surface;
  context.lineWidth = 3;
  context.lineJoin = 'round';
  context.font = symbolFont(size);
  const mainWidth = context.measureText(main).width;
  context.strokeText(main, x, y);
  context.fillText(main, x, y);
  context.font = indexFont(size);
  const rest = index === '' ? 0 : context.measureText(index).width;
  context.strokeText(index, x + mainWidth, y + 4);
  context.fillText(index, x + mainWidth, y + 4);
  context.font = font;
  context.textAlign = textAlign;
  return mainWidth + rest;
}
