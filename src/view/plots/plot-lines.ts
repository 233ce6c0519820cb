/** The lines of a row within its axes. */

import type { RectMark, SceneBox } from '../../scene/marks.ts';
import { levelStartPx } from '../../shared/axis-limits.ts';
import { drawLine, middleOfPixel, NEXT_LINE } from '../draw/pen.ts';
import { drawInside } from '../draw/shapes.ts';
import { type CurvePlane, type CurveRows, drawCurvePoints, fillBetween } from './curve.ts';
import { drawLossSigns } from './loss-signs.ts';
import { drawPixelLine, type PlacedPlot, type PlacedRow } from './plot-drawing.ts';
import { firstRowFrom, type PlotLine, type PlotModel, type PlotReference } from './plot-model.ts';
import { groupSeriesRows, PercentileRibbon } from './ribbon.ts';

/** Dots of a reference and the spaces between them, px. */
const REFERENCE_DASH = [1, 3];
/** Steps in which a reference looks for curves, and the distance at which its dots would hide one, px. */
const REFERENCE_STEP_PX = 4;
const HIDING_DISTANCE_PX = 2.5;
/** Opacity of values after the present time, which an earlier look at the run has left. */
export const FUTURE_OPACITY = 0.25;
/** Opacity of bands on a light and on a dark background. */
const BAND_OPACITY = 0.16;
const DARK_BAND_OPACITY = 0.36;
/** In a narrower plot, px, bands are paler: they are close to the other lines. */
const MIN_BANDED_PLOT_PX = 320;

/**
 * Draws the dotted line of a reference, from the time on at which it has its value, except where a curve lies on it:
 * its dots would hide the dashes of the curve.
 */
function drawReferenceLine(
  plot: PlacedPlot,
  { row, y }: Pick<PlacedRow, 'row' | 'y'>,
  { value, sinceNs = 0 }: PlotReference,
): void {
  const { x, left, right, model } = plot;
  const start = levelStartPx(x(sinceNs / 1e9), [left, right]);
  const isHidden: boolean[] = [];
  for (const line of row.lines) {
    const endRow = Math.min(line.rowCount, firstRowFrom(line, model.toSeconds) + 1);
    for (let index = firstRowFrom(line, model.fromSeconds); index < endRow; index++) {
      if (!(Math.abs(y(line.value(index)) - y(value)) < HIDING_DISTANCE_PX)) continue;
      // The steps in the window of the value.
      const stepBefore = index === 0 ? -1 : Math.floor((x(line.timeSeconds(index - 1)) - left) / REFERENCE_STEP_PX);
      const last = (x(line.timeSeconds(index)) - left) / REFERENCE_STEP_PX;
      for (let step = Math.max(-1, stepBefore) + 1; step <= last; step++) isHidden[step] = true;
    }
  }
  const level = middleOfPixel(y(value));
  const points: number[] = [];
  let isDrawing = false;
  for (let step = 0; left + step * REFERENCE_STEP_PX < right; step++) {
    const fromX = left + step * REFERENCE_STEP_PX;
    const wasDrawing = isDrawing;
    isDrawing = isHidden[step] !== true && fromX >= start;
    if (isDrawing && !wasDrawing) points.push(...NEXT_LINE, fromX, level);
    if (wasDrawing && !isDrawing) points.push(fromX, level);
  }
  if (isDrawing) points.push(right, level);
  drawLine(plot, points, { ink: 'muted', dash: REFERENCE_DASH });
}

/** Some rows of a line: from the first one up to the end. */
export type RowSpan = Pick<CurveRows, 'firstRow' | 'endRow'>;

/**
 * The rows of a line up to the present time and those after it. With the shown rows, one beside them at each end is
 * drawn.
 */
export function drawnRows(
  line: PlotLine,
  { fromSeconds, toSeconds, nowSeconds }: PlotModel,
): { readonly past: RowSpan; readonly future: RowSpan | undefined } {
  const firstRow = Math.max(0, firstRowFrom(line, fromSeconds) - 1);
  const endRow = Math.min(line.rowCount, firstRowFrom(line, toSeconds) + 1);
  const nowRow = Math.min(endRow, firstRowFrom(line, nowSeconds + 1e-9));
  return {
    past: { firstRow, endRow: nowRow },
    future: nowRow < endRow ? { firstRow: Math.max(firstRow, nowRow - 1), endRow } : undefined,
  };
}

interface LinePlane extends CurvePlane {
  readonly bandOpacity: number;
}

/** Draws the lines of a row, with its ribbon and its references. */
export class PlotLines {
  private readonly ribbon = new PercentileRibbon();

  /** @param references those that are drawn as dotted lines */
  draw(plot: PlacedPlot, { row, y }: PlacedRow, references: readonly PlotReference[]): void {
    const { context, theme, model, x, left, right } = plot;
    const { start: bottom, end: top } = y;
    const bandOpacity =
      (theme.isDark ? DARK_BAND_OPACITY : BAND_OPACITY) * (hasPaleBands(plot) && !model.isFilled ? 0.5 : 1);
    const plane = { context, x, y, bandOpacity };
    drawInside(plot, [left, top - 1, right - left, bottom - top + 2], () => {
      if (row.isStrip) drawPixelLine(plot, 'grid', [left, y(0)], [right, y(0)]);
      if (model.isSigned) drawPixelLine(plot, 'muted', [left, y(0)], [right, y(0)]);
      for (const reference of references) drawReferenceLine(plot, { row, y }, reference);
      for (const line of row.lines) this.drawLine(plane, line, model);
      const nowX = x(model.nowSeconds);
      if (nowX < right - 1) drawPixelLine(plot, 'muted', [nowX, top], [nowX, bottom]);
    });
  }

  /** Draws one line: values after the present time are faint. */
  private drawLine(plane: LinePlane, line: PlotLine, model: PlotModel): void {
    const { context } = plane;
    const { past, future } = drawnRows(line, model);
    context.fillStyle = line.colour;
    context.strokeStyle = line.colour;
    context.lineWidth = line.width;
    this.drawRows(plane, line, past, model, 1);
    if (future !== undefined) this.drawRows(plane, line, future, model, FUTURE_OPACITY);
    context.globalAlpha = 1;
    context.setLineDash([]);
  }

  private drawRows(
    plane: LinePlane,
    line: PlotLine,
    rows: RowSpan,
    { isFilled, gapMeaning, hasPlainLines = false }: PlotModel,
    alpha: number,
  ): void {
    const { context, bandOpacity } = plane;
    const { course: curveRows, band } = this.summariseLine(plane, line, rows);
    const hasBand = band !== undefined && !hasPlainLines;
    context.globalAlpha = alpha * bandOpacity;
    if (isFilled) fillBetween(plane, { ...curveRows, value: () => 0 }, curveRows.value, 2);
    else if (hasBand) fillBetween(plane, { ...curveRows, value: band.lowAt }, band.highAt, 1);
    context.globalAlpha = alpha;
    context.setLineDash([...line.dash]);
    drawCurvePoints(plane, { ...curveRows, isBridged: gapMeaning !== undefined }, line.colour);
    drawLossSigns(plane, line, rows, curveRows);
  }

  /**
   * The drawn curve of a line and the band around it: its own values, or summaries of groups of rows if they are dense.
   * The summary is the mean, weighted as the figure beside the line where the line has a weight for each window. A
   * difference has none, nor a value that joins windows.
   */
  private summariseLine(
    { x }: CurvePlane,
    line: PlotLine,
    { firstRow, endRow }: RowSpan,
  ): {
    readonly course: CurveRows;
    readonly band: { lowAt(row: number): number; highAt(row: number): number } | undefined;
  } {
    const rowsPerGroup = rowsOfGroup(line, x);
    if (rowsPerGroup === 1) {
      const { timeSeconds, value, upperValue, joinsRows } = line;
      return {
        course: { firstRow, endRow, timeSeconds, value, joinsRows },
        band: upperValue === undefined ? undefined : { lowAt: value, highAt: upperValue },
      };
    }
    const { ribbon } = this;
    ribbon.summarise(line, firstRow, endRow, rowsPerGroup);
    return {
      course: {
        firstRow: 0,
        endRow: ribbon.length,
        timeSeconds: (group) => line.timeSeconds(Math.round(ribbon.row(group))),
        value: (group) => ribbon.mean(group),
      },
      band: { lowAt: (group) => ribbon.lowQuantile(group), highAt: (group) => ribbon.highQuantile(group) },
    };
  }
}

const hasPaleBands = ({ left, right }: PlacedPlot) => right - left < MIN_BANDED_PLOT_PX;

/**
 * Least height of a band that is seen, and of a pale one, px. A band in fewer rows than this share of a line is hardly
 * seen.
 */
const MIN_SEEN_BAND_PX = 3;
const MIN_SEEN_PALE_BAND_PX = 6;
const MIN_BANDED_SHARE = 0.1;

/** Whether a line of these rows has a band that is seen in the shown time. */
export function showsBand(plot: PlacedPlot, rows: readonly PlacedRow[]): boolean {
  const { fromSeconds, toSeconds, nowSeconds } = plot.model;
  const minPx = hasPaleBands(plot) ? MIN_SEEN_PALE_BAND_PX : MIN_SEEN_BAND_PX;
  return rows.some(({ row, y }) =>
    row.lines.some((line) => {
      const { upperValue } = line;
      if (upperValue === undefined) return false;
      const first = firstRowFrom(line, fromSeconds);
      const end = Math.min(line.rowCount, firstRowFrom(line, Math.min(toSeconds, nowSeconds) + 1e-9));
      let bandedCount = 0;
      for (let index = first; index < end; index++)
        if (y(line.value(index)) - y(Math.min(upperValue(index), y.to)) >= minPx) bandedCount++;
      return bandedCount > MIN_BANDED_SHARE * (end - first);
    }),
  );
}

/** Number of rows of a line that are drawn as one point. */
export function rowsOfGroup(line: PlotLine, x: PlacedPlot['x']): number {
  if (line.rowCount < 2) return 1;
  return groupSeriesRows(line.rowCount, Math.abs(x(line.timeSeconds(line.rowCount - 1)) - x(line.timeSeconds(0))));
}

/** Width of a part of a curve that texts keep away from as from a box, px. */
const CURVE_BOX_PX = 8;

/** The room that the shown lines of a row take, as boxes that texts avoid: the values of a few pixels in each. */
export function curveBoxes({ model, x }: PlacedPlot, { row, y }: PlacedRow): RectMark[] {
  return row.lines.flatMap((line) => {
    const { past, future = past } = drawnRows(line, model);
    const boxes: RectMark[] = [];
    let [lastX, lastY] = [Number.NaN, Number.NaN];
    let box: SceneBox | undefined;
    for (let index = past.firstRow; index < future.endRow; index++) {
      const [pixelX, pixelY] = [x(line.timeSeconds(index)), y(line.value(index))];
      if (Number.isNaN(pixelY)) continue;
      // A box begins at the last point of the one before.
      const startedBox = box ?? { left: lastX || pixelX, right: pixelX, top: lastY || pixelY, bottom: lastY || pixelY };
      box = {
        left: startedBox.left,
        right: pixelX,
        top: Math.min(startedBox.top, pixelY),
        bottom: Math.max(startedBox.bottom, pixelY),
      };
      [lastX, lastY] = [pixelX, pixelY];
      if (pixelX - box.left < CURVE_BOX_PX && index < future.endRow - 1) continue;
      boxes.push({ kind: 'rect', tag: 'curve', box });
      box = undefined;
    }
    return boxes;
  });
}
