/** Symbols of parameters in drawings, in the notation of the field. */

const SYMBOL_FONT = 'italic 13px Georgia, "Times New Roman", serif';
const INDEX_FONT = 'italic 10px Georgia, "Times New Roman", serif';

/** Width of a symbol, px. */
export function symbolWidth(context: CanvasRenderingContext2D, symbol: string): number {
  const [main = '', index = ''] = symbol.split('_');
  const { font } = context;
  context.font = SYMBOL_FONT;
  let width = context.measureText(main).width;
  context.font = INDEX_FONT;
  width += index === '' ? 0 : context.measureText(index).width;
  context.font = font;
  return width;
}

/** Writes a symbol at `x` in the present fill colour, for example `min_th` with a subscript. @returns its width, px */
export function drawSymbol(
  context: CanvasRenderingContext2D,
  rim: string,
  symbol: string,
  x: number,
  y: number,
): number {
  const [main = '', index = ''] = symbol.split('_');
  const { font, textAlign } = context;
  context.textAlign = 'left';
  context.strokeStyle = rim;
  context.lineWidth = 3;
  context.lineJoin = 'round';
  context.font = SYMBOL_FONT;
  const wide = context.measureText(main).width;
  context.strokeText(main, x, y);
  context.fillText(main, x, y);
  context.font = INDEX_FONT;
  const rest = index === '' ? 0 : context.measureText(index).width;
  context.strokeText(index, x + wide, y + 4);
  context.fillText(index, x + wide, y + 4);
  context.font = font;
  context.textAlign = textAlign;
  return wide + rest;
}
