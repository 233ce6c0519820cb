/** Words of the drawings: symbols as the field writes them, lanes by their letter in a box, texts that fit their room. */
import { FONT, type Ink, LANE_LETTERS, SMALL_FONT } from './palette.ts';

/** Side of a lane's box, px. */
export const BADGE_PX = 13;

/** The letter of a lane in a box, as at the head of the lane: no other letter stands in one. */
export function drawBadge(context: CanvasRenderingContext2D, ink: Ink, lane: number, x: number, y: number): void {
  context.fillStyle = ink.text;
  context.beginPath();
  context.roundRect(x, y - BADGE_PX / 2, BADGE_PX, BADGE_PX, 3);
  context.fill();
  context.fillStyle = ink.surface;
  context.font = `bold ${SMALL_FONT}`;
  context.textAlign = 'center';
  context.fillText(LANE_LETTERS[lane] ?? '', x + BADGE_PX / 2, y + 0.5);
  context.font = FONT;
}

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

/** Writes a symbol, `min_th` with a lowered index, from `x` on, in the present fill; returns its width, px. */
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

/** Writes as much of a text as fits; letters are never squeezed. */
export function fitText(context: CanvasRenderingContext2D, text: string, x: number, y: number, room: number): void {
  context.fillText(
    fitting(text, room, (part) => context.measureText(part).width),
    x,
    y,
  );
}

/** The text, or as many of its letters as fit with the sign that some are left out. */
export function fitting(text: string, room: number, widthOf: (text: string) => number): string {
  if (widthOf(text) <= room) return text;
  let end = text.length - 1;
  while (end > 0 && widthOf(`${text.slice(0, end).trimEnd()}…`) > room) end--;
  return end === 0 ? '' : `${text.slice(0, end).trimEnd()}…`;
}

/** Moves labels apart so that none covers another, as little as needed, and keeps them between top and bottom. */
export function spread<T extends { y: number }>(items: readonly T[], top: number, bottom: number, height: number): T[] {
  const sorted = [...items].sort((one, other) => one.y - other.y);
  let last = top - height;
  for (const item of sorted) {
    item.y = Math.max(item.y, last + height);
    last = item.y;
  }
  let next = bottom + height;
  for (const item of sorted.reverse()) {
    item.y = Math.min(item.y, next - height);
    next = item.y;
  }
  return sorted;
}
