/** Letters of lanes in a box, and labels apart from each other. */

import { laneLetter } from '../../shared/lane-letters.ts';
import { drawText } from './pen.ts';
import type { ThemedContext } from './themed-context.ts';

/** Side of the box of a lane's letter, px. */
export const LANE_BADGE_PX = 13;

/**
 * Draws the letter of a lane in a box, as in the head of the lane. No other letter has a box.
 * @param side of the box, px
 */
export function drawLaneBadge(drawing: ThemedContext, lane: number, x: number, y: number, side = LANE_BADGE_PX): void {
  const { context, theme } = drawing;
  context.fillStyle = theme.text;
  context.beginPath();
  context.roundRect(x, y - side / 2, side, side, 3);
  context.fill();
  const look = { ink: 'surface', isSmall: true, isBold: true, align: 'center' } as const;
  drawText(drawing, laneLetter(lane), x + side / 2, y + 0.5, look);
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
