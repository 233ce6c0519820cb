/** Symbols of parameters in drawings, in the notation of the field. */

import { symbolParts } from '../../scene/text-ruler.ts';
import { pageRuler, paintParts } from './paint-texts.ts';
import { DRAWING_FONT } from './palette.ts';
import type { ThemedContext } from './themed-context.ts';

const SYMBOL_SIZE_PX = 13;

/** Width of a symbol, px. */
export const symbolWidth = (symbol: string): number =>
  symbolParts(symbol, SYMBOL_SIZE_PX).reduce((sum, { words, font }) => sum + pageRuler()(words, font), 0);

/** Writes a symbol at `x`, for example `min_th` with a subscript. */
export function drawSymbol({ context, theme }: ThemedContext, symbol: string, x: number, y: number): void {
  context.textAlign = 'left';
  paintParts(context, symbolParts(symbol, SYMBOL_SIZE_PX), x, y, theme, theme.text);
  context.font = DRAWING_FONT;
}
