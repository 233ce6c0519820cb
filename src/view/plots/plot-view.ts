/**
 * One plot of the series of all lanes over time. Each class has a row in its hue. Lanes differ in stroke, and each line
 * ends with the letter of its lane and its mean.
 */
import { drawAxisBelow } from '../draw/axes.ts';
import { prepareCanvas } from '../draw/canvas.ts';
import { drawingTheme } from '../draw/drawing-theme.ts';
import { DRAWING_FONT } from '../draw/palette.ts';
import { drawDot, drawText } from '../draw/pen.ts';
import { SMALL_MUTED } from '../draw/shapes.ts';
import { drawBands, findWordedBands, type WordedBand } from './bands.ts';
import { drawLinkRateStrip } from './link-rate/link-rate-strip.ts';
import { drawMomentLabels, type MomentSpace, placeMomentLabels } from './moment-labels.ts';
import { drawAnnotation } from './plot-annotation-label.ts';
import { drawPeakLabel, drawReferences, drawRowGrids } from './plot-axes.ts';
import { drawPixelLine } from './plot-drawing.ts';
import { PlotExtents } from './plot-extents.ts';
import { drawLineLabels } from './plot-labels.ts';
import {
  nameWidth,
  PLOT_MARGIN,
  type PlacedPlot,
  type PlacedRow,
  placePlot,
  placeRows,
  RUG_GAP_PX,
  rowsWithRoom,
  TEXT_OVER_ROWS_Y,
  withRoomForRows,
} from './plot-layout.ts';
import { PlotLines } from './plot-lines.ts';
import { lineValueAt, type PlotModel } from './plot-model.ts';
import { drawEmptyPlotText, drawFootText, drawPlotMeaning, drawRowName, meaningStartX } from './plot-texts.ts';
import { RUG_BADGE_PX, Rug } from './rug.ts';
import { TimePlot } from './time-plot.ts';
import { drawWarmupName, drawWarmupShade, drawWarmupVeil, hasWarmupShade, placeWarmupName } from './warmup-shade.ts';

/** Reach of the words over a row from their middle, px. */
const WORDS_REACH_PX = 7;
/** Distance of the names of drops and marks, px. */
const RUG_NAME_PITCH_PX = 11;

export class PlotView extends TimePlot {
  private readonly extents = new PlotExtents();
  private readonly lines = new PlotLines();
  private readonly rug = new Rug();
  /** The labels of the last drawing, px, with the indices of their moments in the model. */
  private moments: readonly { readonly index: number; readonly from: number; readonly widthPx: number }[] = [];

  override momentAt(x: number, y: number): number | undefined {
    if (y > PLOT_MARGIN.top) return undefined;
    return this.moments.find(({ from, widthPx }) => x >= from - 2 && x <= from + widthPx + 2)?.index;
  }

  draw(fullModel: PlotModel): void {
    const surface = prepareCanvas(this.canvas);
    if (surface === undefined) return;
    const { context } = surface;
    const model = withRoomForRows(fullModel, surface.height);
    context.font = DRAWING_FONT;
    context.textBaseline = 'middle';
    const plot = placePlot({ ...surface, theme: drawingTheme(), model });
    this.x = plot.x;
    const rows = placeRows(plot, this.extents.fit(model, rowsWithRoom(plot)));
    const isEmpty = model.rows.every(({ lines }) => lines.every((line) => !(line.rowCount > 0)));
    if (!isEmpty) drawWarmupShade(plot, PLOT_MARGIN.top, plot.bottom);
    drawAxisBelow(plot, plot.x, plot.bottom);
    // An axis with numbers would promise values.
    if (!isEmpty && model.bands === undefined) drawRowGrids(plot, rows);
    const { namePlace, isWarmupNamed } = this.drawMoments(plot, rows, !isEmpty);
    const wordedBands = model.bands === undefined ? [] : findWordedBands(plot, rows, model.bands);
    for (const row of rows) this.drawRow(plot, row, wordedBands);
    if (model.bands !== undefined) drawWarmupVeil(plot);
    for (const row of rows) drawRowName(plot, row);
    if (isEmpty) drawEmptyPlotText(plot, rows.length);
    else {
      if (namePlace !== undefined) drawWarmupName(plot, namePlace);
      drawLinkRateStrip(plot);
      drawPlotMeaning(plot);
      this.drawRug(plot, rows);
      drawAnnotation(plot, rows);
    }
    drawCursor(plot, rows);
    const isRugNamed = !rows.some(({ row }) => row.isStrip);
    const rugTexts = plot.rug === undefined || model.rug === undefined ? [] : this.rug.footTexts(model.rug, isRugNamed);
    const needsGroundKey = !isEmpty && !isWarmupNamed && hasWarmupShade(plot);
    drawFootText(plot, rows, { rugTexts, hiddenCount: model.rows.length - rows.length, needsGroundKey });
  }

  private drawRow(plot: PlacedPlot, row: PlacedRow, wordedBands: readonly WordedBand[]): void {
    const { bands } = plot.model;
    const ends = bands === undefined ? this.lines.draw(plot, row) : drawBands(plot, row, bands, wordedBands);
    if (bands === undefined) drawPeakLabel(plot, row);
    drawReferences(plot, row);
    const { start: bottom, end: top } = row.y;
    drawLineLabels(plot, ends, { from: plot.right, to: plot.width, top, bottom, pitch: row.pitch }, plot.labels);
  }

  /** Draws the drops and marks of each lane: over its strip, or in a row over all lines. */
  private drawRug(plot: PlacedPlot, rows: readonly PlacedRow[]): void {
    const { context, theme, model, x, width, left, right } = plot;
    const { rug } = model;
    if (rug === undefined || plot.rug === undefined) return;
    const drawing = { context, theme, model, x, rug, heights: plot.rug };
    this.rug.countBars(drawing);
    const high = plot.rug.dropHeight + plot.rug.markHeight;
    for (const [index, { lane }] of rug.lanes.entries()) {
      const strip = stripOfLane(rows, lane);
      const top = strip === undefined ? PLOT_MARGIN.top + 1 + index * (high + 1) : strip.y.end - RUG_GAP_PX - high;
      this.rug.draw(drawing, index, {
        top,
        letter: strip === undefined ? left - RUG_BADGE_PX - 1 : 2,
        textX: right + 5,
        textEnd: width,
      });
    }
    if (rows.some(({ row }) => row.isStrip)) return;
    const middle = PLOT_MARGIN.top + 1 + (rug.lanes.length * (high + 1)) / 2;
    const names = this.rug.besideTexts(rug);
    for (const [index, name] of names.entries())
      drawText(plot, name, 0, middle + (index - (names.length - 1) / 2) * RUG_NAME_PITCH_PX, SMALL_MUTED);
  }

  /**
   * Draws the marked moments of the shown time, and their labels over the first row. The end of the warm-up is no moment where
   * its ground has a name.
   * @param hasGround whether the warm-up has a ground
   * @returns the place of this name, undefined without it; and whether it or a label names the warm-up
   */
  private drawMoments(plot: PlacedPlot, rows: readonly PlacedRow[], hasGround: boolean) {
    const { model, x } = plot;
    const until = Math.min(model.nowSeconds, model.toSeconds);
    const visibleMoments = model.moments
      .map((moment, index) => ({ ...moment, index }))
      .filter(({ seconds }) => seconds >= model.fromSeconds && seconds <= until);
    const space = momentSpace(plot, rows);
    const momentsInGround = visibleMoments.filter(({ isWarmupEnd }) => isWarmupEnd !== true);
    const labelsInGround = placeMomentLabels(plot, momentsInGround, x, space);
    const namePlace = hasGround
      ? placeWarmupName(
          plot,
          rows,
          labelsInGround.flatMap(({ x: labelX, lanes }) => [labelX, ...lanes.map((place) => place.x)]),
        )
      : undefined;
    const labels = namePlace === undefined ? placeMomentLabels(plot, visibleMoments, x, space) : labelsInGround;
    drawMomentLabels(plot, labels, space);
    this.moments = labels.map(({ moment: { index }, from, widthPx }) => ({ index, from, widthPx }));
    const isWarmupNamed = namePlace !== undefined || labels.some(({ moment }) => moment.isWarmupEnd === true);
    return { namePlace, isWarmupNamed };
  }
}

/** The space of the labels of moments over the first row. */
function momentSpace(plot: PlacedPlot, rows: readonly PlacedRow[]): MomentSpace {
  const [first] = rows;
  const { context, model, x, left, right, bottom } = plot;
  const isBelowDrops = first !== undefined && first.heading > TEXT_OVER_ROWS_Y;
  const namePx = first === undefined || first.row.name === '' || isBelowDrops ? 0 : nameWidth(context, first.row);
  return {
    y: TEXT_OVER_ROWS_Y,
    from: left + namePx,
    end: Math.min(right, meaningStartX(plot)),
    nowX: x(model.nowSeconds),
    words: isBelowDrops && Number.isFinite(first.heading) ? [first.heading - WORDS_REACH_PX, first.y.end] : undefined,
    bottom,
    rowOf: (lane) => {
      const strip = stripOfLane(rows, lane);
      return strip && [strip.y.end, strip.y.start];
    },
  };
}

/** The row of a lane, if each lane has its own. */
const stripOfLane = (rows: readonly PlacedRow[], lane: number) =>
  rows.find(({ row }) => row.isStrip === true && row.lines[0]?.lane === lane);

/** Draws a line at the cursor, and a dot on each line of the plot. */
function drawCursor(plot: PlacedPlot, rows: readonly PlacedRow[]): void {
  const { model, x, bottom } = plot;
  const cursor = model.cursorSeconds;
  if (cursor === undefined || x(cursor) < x.start || x(cursor) > x.end) return;
  drawPixelLine(plot, 'text', [x(cursor), PLOT_MARGIN.top], [x(cursor), bottom]);
  if (model.bands !== undefined) return;
  for (const { row, y } of rows)
    for (const line of row.lines) {
      const value = lineValueAt(line, cursor);
      if (value <= y.to) drawDot(plot, x(cursor), y(value), 3, { colour: line.colour });
    }
}
