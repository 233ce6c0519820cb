/** One number beside a point of a line. */

import { drawLaneBadge, LANE_BADGE_PX } from '../draw/labels.ts';
import { SMALL_DRAWING_FONT } from '../draw/palette.ts';
import { drawDot, drawText } from '../draw/pen.ts';
import { textWidth } from '../draw/shapes.ts';
import { nameWidth, type PlacedPlot, type PlacedRow, TEXT_OVER_ROWS_Y } from './plot-layout.ts';
import { firstRowFrom, isMeasuredLine, type PlotAnnotation, type PlotLine } from './plot-model.ts';

const POINT_RADIUS_PX = 3;
const LABEL_DISTANCE_PX = 8;
const LABEL_OVER_PX = 11;
const LABEL_HEIGHT_PX = 14;
/** Width of the letter of the lane, and of the space behind it, px. */
const LETTER_PX = LANE_BADGE_PX + 4;
/** A label in the line of the name of a row may be this much higher than the name, px. */
const HEADING_REACH_PX = 4;
/** Least height of a step that has the words beside it, px. */
const MIN_STEP_PX = 24;
/** Distances of the label from a peak without room over it, px: to its right or to its left. */
const BESIDE_PEAK_PX = [8, -8, -16, -24, -32, -48, -64];

/** Left end of a label and middle of its height, px. */
interface LabelPlace {
  readonly left: number;
  readonly middle: number;
}

/** Draws the annotation in the row with the line of its lane, if its point is on the axes. */
export function drawAnnotation(plot: PlacedPlot, rows: readonly PlacedRow[]): void {
  const { context, model, x, left, right } = plot;
  const { annotation } = model;
  if (annotation === undefined) return;
  const { lane, seconds, value, colour, isPeak } = annotation;
  const placedRow = rows.find(({ row }) => row.lines.some((line) => isMeasuredLine(line) && line.lane === lane));
  if (placedRow === undefined || seconds < model.fromSeconds || seconds > model.toSeconds || value > placedRow.y.to)
    return;
  const [pointX, pointY] = [x(seconds), placedRow.y(value)];
  drawDot(plot, pointX, pointY, POINT_RADIUS_PX, { colour });
  // Two lanes can have the same value, so the words begin with the letter of their lane.
  const hasLetter = lane !== undefined && placedRow.row.lines.filter(isMeasuredLine).length > 1;
  const letterPx = hasLetter ? LETTER_PX : 0;
  const widthOf = (words: string) => letterPx + textWidth(context, words, SMALL_DRAWING_FONT);
  // Below the point, so that the words do not cover the line after it.
  const placeBelowOf = (words: string) => {
    const wordsPx = widthOf(words);
    const isLeft = pointX + LABEL_DISTANCE_PX + wordsPx > right;
    return {
      left: isLeft ? pointX - LABEL_DISTANCE_PX - wordsPx : pointX + LABEL_DISTANCE_PX,
      middle: pointY + LABEL_OVER_PX,
    };
  };
  const isCrossed = (place: LabelPlace, wordsPx: number) =>
    placedRow.row.lines.some((line) => crossesLabel(line, plot, placedRow, { ...place, widthPx: wordsPx }));
  const { text: longText, shortText = longText } = annotation;
  const stepPlace = placeBesideStep(plot, placedRow, annotation, widthOf(longText));
  const isLong = stepPlace !== undefined || !isCrossed(placeBelowOf(longText), widthOf(longText));
  const text = isLong ? longText : shortText;
  const widthPx = widthOf(text);
  const placeBelow = placeBelowOf(text);
  const placeOver = { left: Math.min(right - widthPx, pointX - widthPx / 2), middle: pointY - LABEL_OVER_PX };
  const placesBeside = BESIDE_PEAK_PX.map((distancePx) => ({
    left: distancePx > 0 ? pointX + distancePx : pointX + distancePx - widthPx,
    middle: Math.max(placedRow.y.end + LABEL_HEIGHT_PX / 2, pointY),
  }));
  const isFree = (place: LabelPlace) =>
    place.left + widthPx <= right &&
    !isCrossed(place, widthPx) &&
    (place.middle >= placedRow.y.end ? place.left > left : isInHeading(plot, placedRow, place));
  const peakPlace = (isPeak ? [placeOver, ...placesBeside] : []).find(isFree);
  const place = peakPlace ?? stepPlace ?? placeBelow;
  const highestY = Math.min(placedRow.y.end + 6, peakPlace?.middle ?? Number.POSITIVE_INFINITY);
  const middle = Math.max(highestY, Math.min(placedRow.y.start - 8, place.middle));
  const labelX = Math.max(left + 3, place.left);
  drawText(plot, text, labelX + letterPx, middle, { isSmall: true, hasGround: true });
  if (hasLetter) drawLaneBadge(plot, lane, labelX, middle);
}

/**
 * The place of the words before the step that leads to the point, at the middle of its height: below another line at the end of
 * the step, they would be read as the label of that line.
 * @returns undefined if the line has no high step there, or if a line crosses the place
 */
export function placeBesideStep(
  { x, left }: Pick<PlacedPlot, 'x' | 'left'>,
  { row, y }: Pick<PlacedRow, 'row' | 'y'>,
  { lane, seconds, value, isPeak }: Pick<PlotAnnotation, 'lane' | 'seconds' | 'value' | 'isPeak'>,
  widthPx: number,
): LabelPlace | undefined {
  const line = row.lines.find((candidate) => isMeasuredLine(candidate) && candidate.lane === lane);
  if (isPeak || line === undefined) return undefined;
  const rowBefore = firstRowFrom(line, seconds) - 1;
  if (rowBefore < 0) return undefined;
  const [fromY, toY] = [y(line.value(rowBefore)), y(value)];
  if (!(Math.abs(fromY - toY) >= MIN_STEP_PX)) return undefined;
  const place = {
    left: x(line.timeSeconds(rowBefore)) - LABEL_DISTANCE_PX - widthPx,
    middle: (fromY + toY) / 2,
  };
  const isCrossed =
    row.lines.some((other) => crossesLabel(other, { x }, { y }, { ...place, widthPx })) ||
    row.references.some((reference) => Math.abs(y(reference.value) - place.middle) < LABEL_HEIGHT_PX / 2);
  return place.left > left && !isCrossed ? place : undefined;
}

/** Whether a place over a row is in the line of its name, behind the name. Over the first row of a plot, moments are there. */
function isInHeading(
  { context, left, names }: PlacedPlot,
  { row, y, heading, peak }: PlacedRow,
  place: LabelPlace,
): boolean {
  const isFreeLine =
    row.name !== '' && names !== 'left' && heading > TEXT_OVER_ROWS_Y && !(peak !== undefined && peak.value > y.to);
  return isFreeLine && place.middle >= heading - HEADING_REACH_PX && place.left >= left + nameWidth(context, row);
}

/** Whether a line has a value inside the label, or goes through it between two values. */
export function crossesLabel(
  line: PlotLine,
  { x }: Pick<PlacedPlot, 'x'>,
  { y }: Pick<PlacedRow, 'y'>,
  { left, middle, widthPx }: LabelPlace & { readonly widthPx: number },
): boolean {
  const [top, bottom] = [middle - LABEL_HEIGHT_PX / 2, middle + LABEL_HEIGHT_PX / 2];
  const first = Math.max(0, firstRowFrom(line, x.invert(left)) - 1);
  let lastSide: number | undefined;
  for (let row = first; row < line.rowCount; row++) {
    const pixelY = y(line.value(row));
    if (Number.isNaN(pixelY)) continue;
    const side = pixelY < top ? -1 : pixelY > bottom ? 1 : 0;
    const pixelX = x(line.timeSeconds(row));
    const isInside = side === 0 && pixelX >= left && pixelX <= left + widthPx;
    if (isInside || (lastSide !== undefined && pixelX >= left && side * lastSide < 1)) return true;
    if (pixelX > left + widthPx) return false;
    lastSide = side;
  }
  return false;
}
