/** A plot that is being drawn, and the lines that all its parts draw. */

import type { AxisScale } from '../../scene/axis-marks.ts';
import { drawLine, middleOfPixel } from '../draw/pen.ts';
import type { LinearScale } from '../draw/scale.ts';
import type { ThemedContext } from '../draw/themed-context.ts';
import type { RowPeak } from './plot-extents.ts';
import type { PlotModel, PlotRow } from './plot-model.ts';

export interface PlotDrawing extends ThemedContext {
  readonly model: PlotModel;
  /** Size of the canvas, px. */
  readonly width: number;
  readonly height: number;
}

/** The form of the labels of a plot. */
export interface LabelLayout {
  /** Width of the space for them, px. */
  readonly widthPx: number;
  /** Number of columns in a row. */
  readonly columnCount: number;
  /** Whether labels have the names of the policies. */
  readonly hasNames: boolean;
}

/** The heights of a row of the rug, px. */
export interface RugHeights {
  readonly dropHeight: number;
  readonly markHeight: number;
}

/** The place of the names of the rows. */
export type NamesPosition = 'none' | 'above' | 'left';

/** A plot with the places that all its rows share, px. */
export interface PlacedPlot extends PlotDrawing {
  readonly left: number;
  readonly right: number;
  /** Upper end of the first row, and lower end of the last one. */
  readonly top: number;
  readonly bottom: number;
  readonly x: LinearScale;
  readonly names: NamesPosition;
  /** Heights of a row of the rug; undefined without a rug. */
  readonly rug: RugHeights | undefined;
  /** Height of the rug in each strip, with the space below it. */
  readonly stripRugHeight: number;
  /** Upper end of the strip of the rate of the link; undefined without it. */
  readonly linkRateTop: number | undefined;
  readonly linkRateHeight: number;
  readonly labels: LabelLayout;
}

/** A row with its vertical places, px. */
export interface PlacedRow {
  readonly row: PlotRow;
  readonly y: LinearScale;
  /** Middle of the name over the row. */
  readonly heading: number;
  /** Distance to the next row, without its rug. */
  readonly pitch: number;
  readonly peak: RowPeak | undefined;
}

type CanvasPoint = readonly [x: number, y: number];

/** Draws a level or an upright line of one pixel. */
export function drawPixelLine(
  drawing: ThemedContext,
  ink: 'text' | 'muted' | 'grid',
  [fromX, fromY]: CanvasPoint,
  [toX, toY]: CanvasPoint,
): void {
  const [pixelX, pixelY] = [middleOfPixel(fromX), middleOfPixel(fromY)];
  drawLine(drawing, fromY === toY ? [fromX, pixelY, toX, pixelY] : [pixelX, fromY, pixelX, toY], { ink });
}

/** A scale for the marks of an axis. */
export const axisScale = (scale: LinearScale): AxisScale =>
  Object.assign((value: number) => scale(value), { ticks: scale.ticks, range: () => [scale.start, scale.end] });

/** The row of a lane, if each lane has its own. */
export const stripOfLane = (rows: readonly PlacedRow[], lane: number): PlacedRow | undefined =>
  rows.find(({ row }) => row.isStrip === true && row.lines.some((line) => line.lane === lane));
