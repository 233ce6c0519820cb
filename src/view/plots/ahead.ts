/** The part of a plot after the present time, which an earlier look at the run has left: faint, with its name. */
import { drawText } from '../draw/pen.ts';
import { fittingText, SMALL_MUTED } from '../draw/shapes.ts';
import type { ThemedContext } from '../draw/themed-context.ts';

/** Opacity of values after the present time. */
export const FUTURE_OPACITY = 0.25;
const AHEAD_NAME = 'ahead';
const AHEAD_GAP_PX = 4;

/**
 * Names the faint values, if they are at least as wide as their name.
 * @param nowX place of the present time, px
 * @param endX place of the last value, px
 */
export function drawAheadName(drawing: ThemedContext, nowX: number, endX: number, bottom: number): void {
  if (fittingText(drawing.context, [AHEAD_NAME], endX - nowX - 2 * AHEAD_GAP_PX, SMALL_MUTED) !== undefined)
    drawText(drawing, AHEAD_NAME, nowX + AHEAD_GAP_PX, bottom - 8, SMALL_MUTED);
}
