/**
 * Axes of a plot, drawn on its canvas: numbers, and a light grid. This is own code. With d3-axis, the browser repeated
 * the style, the layout and the paint of the page in every frame. This took half of the main thread with four lanes.
 */

import { formatTick } from './number-text.ts';
import type { LinearScale } from './scale.ts';
import type { ThemedContext } from './themed-context.ts';

const AXIS_FONT = '11px system-ui, sans-serif';
const TICK_LENGTH_PX = 6;

/** Draws a horizontal axis at the height `bottom`, with its numbers below. */
export function drawAxisBelow({ context, theme }: ThemedContext, x: LinearScale, bottom: number): void {
  const { font } = context;
  const ticks = x.ticks(4);
  context.fillStyle = theme.grid;
  for (const tick of ticks) context.fillRect(toPixel(x(tick)), bottom, 1, TICK_LENGTH_PX);
  context.fillStyle = theme.muted;
  context.fillRect(x.start, toPixel(bottom), x.end - x.start, 1);
  context.font = AXIS_FONT;
  context.textAlign = 'center';
  for (const tick of ticks) context.fillText(formatTick(tick), x(tick), bottom + 13);
  context.font = font;
}

/** Draws the grid of a vertical axis from `left` to `right`, with its numbers on the left. */
export function drawAxisBeside(
  { context, theme }: ThemedContext,
  y: LinearScale,
  { left, right }: { readonly left: number; readonly right: number },
  ticks: readonly number[] = y.ticks(4),
): void {
  const { font } = context;
  context.fillStyle = theme.grid;
  for (const tick of ticks) context.fillRect(left, toPixel(y(tick)), right - left, 1);
  context.fillStyle = theme.muted;
  context.font = AXIS_FONT;
  context.textAlign = 'right';
  for (const tick of ticks) context.fillText(formatTick(tick), left - 3, y(tick));
  context.font = font;
}

/** The pixel that contains a place. */
const toPixel = (position: number) => Math.floor(position);
