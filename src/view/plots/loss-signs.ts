/** The × of losses in a plot over time, each at its time on the curve of its line. Few plots have them. */
import type { CurvePlane, CurveRows } from './curve.ts';
import type { PlotLine } from './plot-model.ts';

/** Reach of a × from its middle, the width of its lines, and the least distance of the middles of two, px. */
const REACH_PX = 3;
const WIDTH_PX = 1.3;
const PITCH_PX = 8;

/**
 * Draws a × for the rows of a line with losses. A × that is too close to the one before stands for both.
 * @param course the drawn curve of these rows. Over a gap, a × is on the line that leads over it; after the last value,
 * at
 *   its height
 */
export function drawLossSigns(
  { context, x, y }: CurvePlane,
  { lostCount, timeSeconds }: PlotLine,
  { firstRow, endRow }: Pick<CurveRows, 'firstRow' | 'endRow'>,
  course: CurveRows,
): void {
  if (lostCount === undefined) return;
  const { lineWidth } = context;
  context.lineWidth = WIDTH_PX;
  context.setLineDash([]);
  context.beginPath();
  let lastX = Number.NEGATIVE_INFINITY;
  for (let row = firstRow; row < endRow; row++) {
    if (!(lostCount(row) > 0)) continue;
    const seconds = timeSeconds(row);
    const signX = x(seconds);
    const signY = heightAt(seconds, course, y);
    if (signX - lastX < PITCH_PX || signY === undefined) continue;
    lastX = signX;
    for (const direction of [1, -1]) {
      context.moveTo(signX - REACH_PX, signY - direction * REACH_PX);
      context.lineTo(signX + REACH_PX, signY + direction * REACH_PX);
    }
  }
  context.stroke();
  context.lineWidth = lineWidth;
}

/**
 * Height of a curve at a time, px: between the values around it, or at the only one; undefined for a curve without a
 * value.
 */
function heightAt(seconds: number, course: CurveRows, y: CurvePlane['y']): number | undefined {
  const { firstRow, endRow, timeSeconds, value } = course;
  let [beforeSeconds, beforeY] = [Number.NaN, Number.NaN];
  for (let row = firstRow; row < endRow; row++) {
    const rowY = y(value(row));
    if (Number.isNaN(rowY)) continue;
    const rowSeconds = timeSeconds(row);
    if (rowSeconds >= seconds) {
      if (Number.isNaN(beforeY)) return rowY;
      return beforeY + ((rowY - beforeY) * (seconds - beforeSeconds)) / (rowSeconds - beforeSeconds);
    }
    [beforeSeconds, beforeY] = [rowSeconds, rowY];
  }
  return Number.isNaN(beforeY) ? undefined : beforeY;
}
