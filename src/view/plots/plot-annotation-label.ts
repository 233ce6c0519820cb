/** One number beside a point of a line. */

import { DRAWING_FONT, SMALL_DRAWING_FONT } from '../draw/palette.ts';
import { drawTextOnGround } from '../draw/text-on-ground.ts';
import type { PlacedPlot, PlacedRow } from './plot-layout.ts';
import { isMeasuredLine } from './plot-model.ts';

const POINT_RADIUS_PX = 3;
const LABEL_DISTANCE_PX = 8;
const LABEL_OVER_PX = 11;

/** Draws the annotation in the row with the line of its lane, if its point is on the axes. */
export function drawAnnotation(plot: PlacedPlot, rows: readonly PlacedRow[]): void {
  const { context, theme, model, x, left, right } = plot;
  const { annotation } = model;
  if (annotation === undefined) return;
  const { lane, seconds, value, colour, text, isPeak } = annotation;
  const placedRow = rows.find(({ row }) => row.lines.some((line) => isMeasuredLine(line) && line.lane === lane));
  if (placedRow === undefined || seconds < model.fromSeconds || seconds > model.toSeconds || value > placedRow.y.to)
    return;
  const [pointX, pointY] = [x(seconds), placedRow.y(value)];
  context.fillStyle = colour;
  context.beginPath();
  context.arc(pointX, pointY, POINT_RADIUS_PX, 0, 2 * Math.PI);
  context.fill();
  context.font = SMALL_DRAWING_FONT;
  context.fillStyle = theme.text;
  const width = context.measureText(text).width;
  if (isPeak && pointY - LABEL_OVER_PX >= placedRow.y.end) {
    context.textAlign = 'left';
    const from = Math.max(left + 3, Math.min(right - width, pointX - width / 2));
    drawTextOnGround(plot, text, from, pointY - LABEL_OVER_PX);
  } else {
    const isLeft = pointX + LABEL_DISTANCE_PX + width > right;
    context.textAlign = isLeft ? 'right' : 'left';
    // Below the point, so that the words do not cover the line after it.
    const labelY = Math.max(placedRow.y.end + 6, Math.min(placedRow.y.start - 8, pointY + LABEL_OVER_PX));
    drawTextOnGround(plot, text, pointX + (isLeft ? -LABEL_DISTANCE_PX : LABEL_DISTANCE_PX), labelY);
  }
  context.font = DRAWING_FONT;
}
