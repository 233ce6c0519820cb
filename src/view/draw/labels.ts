/** Words of the drawings: lanes by their letter in a box, texts that fit their room. */
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
