/** Shared part of the lenses that are plots: title, light grid with numbers, names of the axes. */

import { range } from 'd3-array';
import { SeriesColumn } from '../../engine/frame/frame.ts';
import { unchangedSinceNs } from '../../engine/frame/unchanged-since.ts';
import { levelStartPx } from '../../shared/axis-limits.ts';
import { formatTick } from '../../shared/number-text.ts';
import { type Coordinates, drawLine, drawText, middleOfPixel } from '../draw/pen.ts';
import type { LinearScale } from '../draw/scale.ts';
import { fittingText, SMALL_MUTED, textWidth } from '../draw/shapes.ts';
import type { ThemedContext } from '../draw/themed-context.ts';
import type { LensDrawing } from './lens-drawing.ts';

/** Space around the plot, px. */
export interface LensMargin {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Below this width, px, a lens shortens its texts. */
export const NARROW_LENS_PX = 420;

/** Space between a number and its axis, px. */
const NUMBER_GAP_PX = 6;

/** Height of a line of words below a title, px. */
const TITLE_LINE_PX = 13;

/** Draws a title that lines of thresholds do not cross. */
export function drawLensTitle(drawing: ThemedContext, text: string): void {
  drawing.context.clearRect(0, 0, textWidth(drawing.context, text) + 6, 18);
  drawText(drawing, text, 2, 9, { hasGround: true });
}

/** Draws a title with small words below it, beside a plot that begins farther to the right. So no line crosses it. */
export function drawTitleBeside(drawing: ThemedContext, title: string, words: readonly string[]): void {
  drawText(drawing, title, 2, 9);
  for (const [index, text] of words.entries()) drawText(drawing, text, 2, 9 + (index + 1) * TITLE_LINE_PX, SMALL_MUTED);
}

/** The two axes of a lens. */
export interface LensGrid {
  readonly margin: LensMargin;
  readonly x: (value: number) => number;
  readonly xTicks: readonly number[];
  readonly y: LinearScale;
  readonly yTicks: readonly number[];
  /** The text at a tick of the vertical axis. */
  readonly formatY: (value: number) => string;
  /** The name of the horizontal axis, below its numbers. */
  readonly xName?: string;
  /** Its unit, behind its end. */
  readonly xUnit?: string | undefined;
}

/** Draws the grid of a lens with the numbers and the names of both axes. */
export function drawLensGrid(drawing: LensDrawing, grid: LensGrid): void {
  const { margin, x, xTicks, y, yTicks, formatY, xName, xUnit } = grid;
  const [right, bottom] = [drawing.width - margin.right, drawing.height - margin.bottom];
  for (const tick of yTicks) {
    const lineY = middleOfPixel(y(tick));
    drawLine(drawing, [margin.left, lineY, right, lineY], { ink: 'grid' });
    // A number that is cut would be read as another one.
    const number = fittingText(drawing.context, [formatY(tick)], margin.left - NUMBER_GAP_PX);
    if (number !== undefined)
      drawText(drawing, number, margin.left - NUMBER_GAP_PX, lineY, { ink: 'muted', align: 'right' });
  }
  for (const tick of xTicks)
    drawText(drawing, formatTick(tick), x(tick), bottom + 12, { ink: 'muted', align: 'center' });
  if (xName !== undefined) drawText(drawing, xName, margin.left, bottom + AXIS_NAME_UNDER_PX, SMALL_MUTED);
  if (xUnit !== undefined) drawText(drawing, xUnit, right + 10, bottom + 13, SMALL_MUTED);
}

/** The name of the axis of time, and its place below the drawing, px. */
export const TIME_AXIS_NAME = 'simulated time (s)';
export const AXIS_NAME_UNDER_PX = 26;

/**
 * The place in time from which the line of a value is drawn, px: before its last edit, it had another value.
 * @param key of `Frame.lastEditNs`
 */
export const levelStart = ({ model: { frame } }: LensDrawing, x: LinearScale, key: string): number =>
  levelStartPx(x(unchangedSinceNs(frame, [key]) / 1e9), [x.start, x.end]);

/** Draws a dashed line from a place to the right end of a plot. */
export function drawLevel(drawing: ThemedContext, x: LinearScale, y: number, fromX: number): void {
  drawLine(drawing, [fromX, y, x.end, y], { dash: [4, 3] });
}

/** The points of a line through samples of the run, px. */
export const samplePoints = (
  { series }: LensDrawing['model'],
  [start, end]: readonly [start: number, end: number],
  x: LinearScale,
  yOfRow: (row: number) => number,
): Coordinates => range(start, end).flatMap((row) => [x(series.at(row, SeriesColumn.timeNs) / 1e9), yOfRow(row)]);
