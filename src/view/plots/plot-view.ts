/**
 * One plot of the series of all lanes over time. Each class has a row in its hue. Lanes differ in stroke, and each line
 * ends with the letter of its lane and its mean. All words are texts of a scene, whose places are known before the
 * curves are drawn.
 */
import { axisBelow } from '../../scene/axis-marks.ts';
import type { Mark, TextMark } from '../../scene/marks.ts';
import type { PlacedText } from '../../scene/place-texts.ts';
import { createScene, type Scene } from '../../scene/scene.ts';
import { prepareCanvas } from '../draw/canvas.ts';
import { drawingTheme } from '../draw/drawing-theme.ts';
import { drawPacket } from '../draw/packets.ts';
import { paintMarks } from '../draw/paint-canvas.ts';
import { pageRuler, paintTexts } from '../draw/paint-texts.ts';
import { drawDot } from '../draw/pen.ts';
import { BAND_KEYS, bandMarks, drawBands } from './bands.ts';
import { drawMeanTicks, lineLabels } from './line-labels.ts';
import { drawLinkRateStrip, linkRateMarks } from './link-rate-strip.ts';
import { drawLaneLines, MAX_MOMENT_LABELS, type MomentLabel, momentLabels } from './moment-labels.ts';
import { axisScale, drawPixelLine, type PlacedPlot, type PlacedRow, stripOfLane } from './plot-drawing.ts';
import { PlotExtents } from './plot-extents.ts';
import { PLOT_MARGIN, placePlot, placeRows, RUG_GAP_PX, rowsWithRoom, withRoomForRows } from './plot-layout.ts';
import { curveBoxes, PlotLines } from './plot-lines.ts';
import { lineValueAt, type PlotModel } from './plot-model.ts';
import {
  aheadMarks,
  annotatedPoint,
  annotationMark,
  emptyPlotMark,
  footMarks,
  meaningMark,
  peakMarks,
  rowNameMarks,
  rowNamePlace,
} from './plot-words.ts';
import { linedReferences, referenceLines, rowAxisMarks } from './row-axes.ts';
import { RUG_BADGE_PX, Rug, type RugDrawing, type RugRow } from './rug.ts';
import { TimePlot } from './time-plot.ts';
import { drawWarmupShade, drawWarmupVeil, hasWarmupShade, WARMUP_NAME_KEY, warmupNameMarks } from './warmup-shade.ts';

const POINT_RADIUS_PX = 3;
const GLYPH_SIDE_PX = 8;

/** The rug of a plot, with the places of its rows. */
interface PlacedRug extends RugDrawing {
  readonly rows: readonly RugRow[];
}

/** One plot on its canvas. */
export class PlotView extends TimePlot {
  private readonly extents = new PlotExtents();
  private readonly lines = new PlotLines();
  private readonly rug = new Rug();
  /** The words of the last drawing: those of the axes and lines, and those below them. */
  scene: Scene | undefined;
  foot: Scene | undefined;
  /** The labels of the last drawing with the indices of their moments in the model. */
  private moments: readonly (PlacedText & Pick<MomentLabel, 'index' | 'lanes'>)[] = [];

  override momentAt(x: number, y: number): number | undefined {
    if (y > PLOT_MARGIN.top) return undefined;
    return this.moments.find(({ box }) => x >= box.left - 2 && x <= box.right + 2)?.index;
  }

  draw(fullModel: PlotModel): void {
    const surface = prepareCanvas(this.canvas);
    if (surface === undefined) return;
    const theme = drawingTheme();
    const last = this.continues(fullModel.stretch) ? { scene: this.scene, foot: this.foot } : undefined;
    const model = withRoomForRows(fullModel, surface.height);
    const plot = placePlot({ ...surface, theme, model });
    this.x = plot.x;
    const rows = placeRows(plot, this.extents.fit(model, rowsWithRoom(plot)));
    const isEmpty = model.rows.every(({ lines }) => lines.every((line) => !(line.rowCount > 0)));
    const rug = isEmpty ? undefined : this.placeRug(plot, rows);
    const labels = lineLabels(plot, rows);
    const moments = momentLabels(plot, rows);
    // An axis with numbers would promise values.
    const marks: Mark[] = [
      ...axisBelow(axisScale(plot.x), plot.bottom),
      ...(isEmpty || model.bands !== undefined ? [] : rowAxisMarks(plot, rows)),
      ...labels.map(({ mark }) => mark),
      ...rowNameMarks(plot, rows),
      ...moments.map(({ mark }) => mark),
      ...(isEmpty ? [emptyPlotMark(plot, rows.length)] : this.wordsOf(plot, rows, rug)),
    ];
    // Only words that keep away from the curves need their room.
    const needsCurves = marks.some((mark) => mark.kind === 'text' && mark.avoids?.includes('curve') === true);
    const obstacles = needsCurves
      ? rows.flatMap((row) => [...referenceLines(plot, row), ...curveBoxes(plot, row)])
      : [];
    this.scene = createScene([...marks, ...obstacles], surface, pageRuler(), last?.scene, performance.now());
    const { choices } = this.scene.layout;
    const isPlaced = (key: string) => (choices.get(key)?.place ?? -1) >= 0;
    const { texts } = this.scene;
    this.moments = moments
      .flatMap(({ mark, index, lanes }) =>
        texts.flatMap((text) => (text.mark === mark ? { ...text, index, lanes } : [])),
      )
      .slice(0, MAX_MOMENT_LABELS);
    const isShown = ({ mark }: PlacedText) =>
      !moments.some((label) => label.mark === mark) || this.moments.some((label) => label.mark === mark);
    const isWarmupNamed =
      isPlaced(WARMUP_NAME_KEY) || this.moments.some(({ index }) => model.moments[index]?.isWarmupEnd);
    const foot = footMarks(plot, rows, {
      rugTexts: rug === undefined ? [] : this.rug.footTexts(rug.rug, !isStrips(rows)),
      hiddenCount: model.rows.length - rows.length,
      needsGroundKey: !isEmpty && !isWarmupNamed && hasWarmupShade(plot),
      areBandsNamed: isPlaced(BAND_KEYS[0]) && isPlaced(BAND_KEYS[1]),
    });
    this.foot = createScene(foot, surface, pageRuler(), last?.foot, performance.now());
    if (!isEmpty) drawWarmupShade(plot, PLOT_MARGIN.top, plot.bottom);
    paintMarks(surface.context, marks, theme);
    if (!isEmpty) drawLinkRateStrip(plot);
    for (const row of rows) this.drawRow(plot, row, isPlaced);
    if (model.bands !== undefined) drawWarmupVeil(plot);
    for (const [index, row] of (rug?.rows ?? []).entries()) if (rug !== undefined) this.rug.draw(rug, index, row);
    drawCursor(plot, rows);
    drawLaneLines(plot, rows, this.moments);
    drawMeanTicks(plot, labels);
    paintTexts(surface, [...texts.filter(isShown), ...this.foot.texts], theme);
    drawGlyphs(plot, rows);
  }

  /** The words of a plot with values. */
  private wordsOf(plot: PlacedPlot, rows: readonly PlacedRow[], rug: PlacedRug | undefined): TextMark[] {
    const point = annotatedPoint(plot, rows);
    const rugMarks = rug?.rows.flatMap((row, index) => this.rug.marks(rug, index, row)) ?? [];
    const besideMarks = rug === undefined || isStrips(rows) ? [] : [this.rug.besideMark(rug.rug, rugMiddle(rug))];
    return [
      meaningMark(plot),
      ...linkRateMarks(plot),
      ...rugMarks,
      ...besideMarks,
      ...bandMarks(plot, rows),
      ...peakMarks(plot, rows),
      ...aheadMarks(plot, rows),
      ...(point === undefined ? [] : [annotationMark(plot, point)]),
      ...warmupNameMarks(plot, rows),
    ];
  }

  private drawRow(plot: PlacedPlot, row: PlacedRow, isPlaced: (key: string) => boolean): void {
    const { bands } = plot.model;
    if (bands !== undefined) drawBands(plot, row, bands);
    else this.lines.draw(plot, row, linedReferences(row, isPlaced));
    const point = annotatedPoint(plot, [row]);
    if (point !== undefined) drawDot(plot, point.x, point.y, POINT_RADIUS_PX, { colour: point.annotation.colour });
  }

  /** Places the drops and marks of each lane: over its strip, or in a row over all lines. */
  private placeRug(plot: PlacedPlot, rows: readonly PlacedRow[]): PlacedRug | undefined {
    const { context, theme, model, x, width, left, right, rug: heights } = plot;
    const { rug } = model;
    if (rug === undefined || heights === undefined) return undefined;
    const drawing = { context, theme, model, x, rug, heights };
    this.rug.countBars(drawing);
    const high = heights.dropHeight + heights.markHeight;
    const rugRows = rug.lanes.map(({ lane }, index) => {
      const strip = stripOfLane(rows, lane);
      return {
        top: strip === undefined ? PLOT_MARGIN.top + 1 + index * (high + 1) : strip.y.end - RUG_GAP_PX - high,
        letter: strip === undefined ? left - RUG_BADGE_PX - 1 : 2,
        textX: right + 5,
        textEnd: width,
      };
    });
    return { ...drawing, rows: rugRows };
  }
}

const isStrips = (rows: readonly PlacedRow[]) => rows.some(({ row }) => row.isStrip === true);

const rugMiddle = ({ rows, heights }: PlacedRug) =>
  ((rows[0]?.top ?? 0) + (rows.at(-1)?.top ?? 0) + heights.dropHeight + heights.markHeight) / 2;

/** Draws the glyphs of classes before the names of their rows. */
function drawGlyphs(plot: PlacedPlot, rows: readonly PlacedRow[]): void {
  for (const row of rows) {
    const { left, middle } = rowNamePlace(plot, row);
    if (row.row.glyph !== undefined) drawPacket(plot, row.row.glyph, left, middle - GLYPH_SIDE_PX / 2, GLYPH_SIDE_PX);
  }
}

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
