/** Symbols of parameters in drawings, in the notation of the field. */

import { symbolParts } from '../../scene/text-ruler.ts';
import { pageRuler, paintParts } from './paint-texts.ts';
import { DRAWING_FONT } from './palette.ts';
import type { ThemedContext } from './themed-context.ts';

/** Sizes of a symbol, px. */
export const SYMBOL_SIZE_PX = 13;
export const SMALL_SYMBOL_SIZE_PX = 11;

/** Width of a symbol, px. */
export const symbolWidth = (symbol: string, size = SYMBOL_SIZE_PX): number =>
  symbolParts(symbol, size).reduce((sum, { words, font }) => sum + pageRuler()(words, font), 0);

/**
 * Writes a symbol at `x`, for example `min_th` with a subscript.
 * @returns its width, px
 */
export function drawSymbol(
  { context, theme }: ThemedContext,
  symbol: string,
  x: number,
  y: number,
  size = SYMBOL_SIZE_PX,
): number {
  context.textAlign = 'left';
  const widthPx = paintParts(context, symbolParts(symbol, size), x, y, theme, theme.text);
  context.font = DRAWING_FONT;
  return widthPx;
}
