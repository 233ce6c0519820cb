/**
 * Axes of a plot, drawn on its canvas: numbers, and a light grid. This is own code. With d3-axis, the browser repeated
 * the style, the layout and the paint of the page in every frame. This took half of the main thread with four lanes.
 */

import { formatTick } from '../../shared/number-text.ts';
import { drawBox, drawText } from './pen.ts';
import type { LinearScale } from './scale.ts';
import type { ThemedContext } from './themed-context.ts';

const AXIS_FONT = '11px system-ui, sans-serif';
const TICK_LENGTH_PX = 6;

/** Draws a horizontal axis at the height `bottom`, with its numbers below. */
export function drawAxisBelow(drawing: ThemedContext, x: LinearScale, bottom: number): void {
  const ticks = x.ticks(4);
  for (const tick of ticks) drawBox(drawing, toPixel(x(tick)), bottom, 1, TICK_LENGTH_PX, { ink: 'grid' });
  drawBox(drawing, x.start, toPixel(bottom), x.end - x.start, 1, { ink: 'muted' });
  const look = { ink: 'muted', font: AXIS_FONT, align: 'center' } as const;
  for (const tick of ticks) drawText(drawing, formatTick(tick), x(tick), bottom + 13, look);
}

/** Draws the grid of a vertical axis from `left` to `right`, with its numbers on the left. */
export function drawAxisBeside(
  drawing: ThemedContext,
  y: LinearScale,
  { left, right }: { readonly left: number; readonly right: number },
  ticks: readonly number[] = y.ticks(4),
): void {
  const look = { ink: 'muted', font: AXIS_FONT, align: 'right' } as const;
  for (const tick of ticks) drawBox(drawing, left, toPixel(y(tick)), right - left, 1, { ink: 'grid' });
  for (const tick of ticks) drawText(drawing, formatTick(tick), left - 3, y(tick), look);
}

/** The pixel that contains a place. */
const toPixel = (position: number) => Math.floor(position);
