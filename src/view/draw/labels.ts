/** Texts of the drawings: letters of lanes in a box, and texts that fit into their space. */

import { shortenToFit } from '../../shared/fit-text.ts';
import { laneLetter } from '../../shared/lane-letters.ts';
import type { DrawingContext } from './drawing-context.ts';
import { DRAWING_FONT, SMALL_DRAWING_FONT } from './palette.ts';
import type { ThemedContext } from './themed-context.ts';

/** Side of the box of a lane's letter, px. */
export const LANE_BADGE_PX = 13;

/**
 * Draws the letter of a lane in a box, as in the head of the lane. No other letter has a box.
 * @param side of the box, px
 */
export function drawLaneBadge(
  { context, theme }: ThemedContext,
  lane: number,
  x: number,
  y: number,
  side = LANE_BADGE_PX,
): void {
  context.fillStyle = theme.text;
  context.beginPath();
  context.roundRect(x, y - side / 2, side, side, 3);
  context.fill();
  context.fillStyle = theme.surface;
  context.font = `bold ${SMALL_DRAWING_FONT}`;
  context.textAlign = 'center';
  context.fillText(laneLetter(lane), x + side / 2, y + 0.5);
  context.font = DRAWING_FONT;
}

/** By font and text, px. Plots draw the same few names again and again; measuring them took 8 % of the main thread. */
const textWidths = new Map<string, number>();
const MAX_STORED_WIDTHS = 500;

/** Width of a text in the present font, px. For texts that come again in each frame. */
export function textWidth(context: DrawingContext, text: string): number {
  const key = `${context.font} ${text}`;
  let width = textWidths.get(key);
  if (width === undefined) {
    if (textWidths.size >= MAX_STORED_WIDTHS) textWidths.clear();
    width = context.measureText(text).width;
    textWidths.set(key, width);
  }
  return width;
}

/** Writes the part of a text that fits. Letters keep their width. */
export function drawFittingText(context: DrawingContext, text: string, x: number, y: number, maxWidth: number): void {
  context.fillText(
    shortenToFit(text, maxWidth, (piece) => context.measureText(piece).width),
    x,
    y,
  );
}

/** Moves labels apart as little as necessary, so that no label covers another. All labels stay between top and bottom. */
export function spreadLabels<T extends { y: number }>(
  items: readonly T[],
  top: number,
  bottom: number,
  height: number,
): T[] {
  const sortedItems = [...items].sort((a, b) => a.y - b.y);
  let last = top - height;
  for (const item of sortedItems) {
    item.y = Math.max(item.y, last + height);
    last = item.y;
  }
  let next = bottom + height;
  for (const item of sortedItems.reverse()) {
    item.y = Math.min(item.y, next - height);
    next = item.y;
  }
  return sortedItems;
}
