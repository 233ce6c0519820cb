/**
 * The lens for any policy: the queue, the signals of the policy and its thresholds over the last seconds. All
 * lanes have the same scale, so that their heights can be compared.
 */

import { SeriesColumn, seriesSignalColumn } from '../../engine/frame/frame.ts';
import { spreadLabels } from '../../scene/spread-labels.ts';
import { formatAmount } from '../../shared/number-text.ts';
import { SMALL_DRAWING_FONT } from '../draw/palette.ts';
import { drawLine, drawText } from '../draw/pen.ts';
import { type LinearScale, linearScale } from '../draw/scale.ts';
import { fittingText, SMALL_MUTED, textWidth } from '../draw/shapes.ts';
import { CanvasLens } from './canvas-lens.ts';
import {
  AXIS_NAME_UNDER_PX,
  drawLensGrid,
  drawLensTitle,
  drawLevel,
  type LensMargin,
  levelStart,
  NARROW_LENS_PX,
  samplePoints,
  TIME_AXIS_NAME,
} from './lens-axes.ts';
import type { LensDrawing } from './lens-drawing.ts';
import { type LensLaneData, seriesRowsSince } from './lens-model.ts';

const OVER_TIME_MARGIN: LensMargin = { left: 50, right: 58, top: 26, bottom: 32 };
/**
 * Width of the controls behind the title, px. A narrow lens has them above it, and a policy for cells has more of them.
 */
const CONTROLS_WIDTH_PX = { packets: 84, cells: 212 };
/** Least distance of two names of thresholds, px. */
const NAME_HEIGHT_PX = 12;
/** Space between the name of the axis and the meaning of the lines, px. */
const NAMES_GAP_PX = 12;
/** Width of the window, s. */
const OVER_TIME_SPAN_SECONDS = 5;

/** Range of the rows whose sample windows end in the shown time. */
function shownRows(lane: LensLaneData): readonly [start: number, end: number] {
  return seriesRowsSince(lane, Math.max(0, lane.frame.timeNs - OVER_TIME_SPAN_SECONDS * 1e9));
}

type AxisUnit = 'packets' | 'cells' | 'ms';
const SIGNAL_AXES = { packets: 'queue', cells: 'cells', ms: 'delay' } as const;

/** Unit of the queue of a lane: ms if its policy compares a delay with its thresholds. */
export function queueUnit({ description }: Pick<LensLaneData, 'description'>): AxisUnit {
  if (description.bufferUnit === 'cells') return 'cells';
  return description.hints.thresholds.some(({ axis }) => axis === 'delay') ? 'ms' : 'packets';
}

interface Column {
  readonly index: number;
  /** Its quantity in words. */
  readonly label: string;
  /** Factor from the unit of the column to the shown unit. */
  readonly factor: number;
}

/**
 * The length or delay of the queue, and the signals of the policy in the same unit. For cells, the first signal is the
 * queue.
 */
function shownColumns(lane: LensLaneData): readonly Column[] {
  const { description } = lane;
  const unit = queueUnit(lane);
  const signals = description.hints.signals.flatMap(({ axis, label }, index): Column[] =>
    axis === SIGNAL_AXES[unit]
      ? [{ index: seriesSignalColumn(description.classes.length, index), label, factor: 1 }]
      : [],
  );
  if (unit === 'cells') return signals;
  const queueColumn =
    unit === 'ms'
      ? { index: SeriesColumn.meanDelayNs, label: 'mean delay', factor: 1e-6 }
      : { index: SeriesColumn.waitingPackets, label: 'queue', factor: 1 };
  return [queueColumn, ...signals];
}

function shownThresholds(lane: LensLaneData) {
  const { description, frame, values } = lane;
  const unit = queueUnit(lane);
  const buffer = unit === 'cells' ? frame.limitCells : unit === 'ms' ? Number.NaN : frame.limitPackets;
  return description.hints.thresholds.map(({ parameter, symbol, style }) => ({
    symbol,
    style,
    amount: parameter === 'buffer' ? buffer : Number(values[parameter]),
    editKey: parameter === 'buffer' ? parameter : `policy.${parameter}`,
  }));
}

/** The highest value of a lane in the shown time, including thresholds near it, in the unit of the lane. */
export function maxShownValue(lane: LensLaneData): number {
  const [start, end] = shownRows(lane);
  const columns = shownColumns(lane);
  let highestValue = 1;
  for (let row = start; row < end; row++)
    for (const { index, factor } of columns) {
      const value = factor * lane.series.at(row, index);
      // A window without sent packets has no delay.
      if (value > highestValue) highestValue = value;
    }
  const drawnThresholds = shownThresholds(lane).filter(({ amount }) => amount < 1.5 * highestValue);
  return Math.max(highestValue, ...drawnThresholds.map(({ amount }) => amount * 1.08));
}

/** Draws the queue of a lane and the signals of its policy over time. */
export class OverTimeLens extends CanvasLens {
  protected drawContent(drawing: LensDrawing): void {
    const { context, width, height, model } = drawing;
    const unit = queueUnit(model);
    const lanes = model.lanes().filter((lane) => queueUnit(lane) === unit);
    const from = Math.max(0, model.frame.timeNs / 1e9 - OVER_TIME_SPAN_SECONDS);
    const x = linearScale(from, from + OVER_TIME_SPAN_SECONDS, OVER_TIME_MARGIN.left, width - OVER_TIME_MARGIN.right);
    const y = linearScale(
      0,
      Math.max(...lanes.map(maxShownValue)),
      height - OVER_TIME_MARGIN.bottom,
      OVER_TIME_MARGIN.top,
    );
    const controlsPx = CONTROLS_WIDTH_PX[model.description.bufferUnit === 'cells' ? 'cells' : 'packets'];
    const titleEnd = width - (width < NARROW_LENS_PX ? 0 : controlsPx);
    const titles = formatTitles(unit, lanes.length);
    drawLensTitle(drawing, fittingText(context, titles, titleEnd) ?? titles.at(-1) ?? '');
    const ticks = { xTicks: x.ticks(4), yTicks: y.ticks(3), formatY: formatAmount };
    drawLensGrid(drawing, { margin: OVER_TIME_MARGIN, x, y, ...ticks, xName: TIME_AXIS_NAME });
    drawThresholdLines(drawing, x, y);
    const columns = shownColumns(model);
    drawLineNames(drawing, columns, x);
    for (const [index, column] of columns.entries()) {
      const points = samplePoints(model, shownRows(model), x, (row) =>
        y(column.factor * model.series.at(row, column.index)),
      );
      drawLine(drawing, points, index === 0 ? { ink: 'muted' } : { widthPx: 2 });
    }
  }
}

/** The meaning of thin and thick lines, at the right end of the line below the axis. */
function drawLineNames(drawing: LensDrawing, [first, ...others]: readonly Column[], x: LinearScale): void {
  if (first === undefined || others.length === 0) return;
  const { context, height } = drawing;
  const thick = others.map(({ label }) => label).join(', ');
  const roomPx = x.end - x.start - textWidth(context, TIME_AXIS_NAME, SMALL_DRAWING_FONT) - NAMES_GAP_PX;
  const text = fittingText(context, [`thin: ${first.label}, thick: ${thick}`, `thick: ${thick}`], roomPx, SMALL_MUTED);
  const y = height - OVER_TIME_MARGIN.bottom + AXIS_NAME_UNDER_PX;
  if (text !== undefined) drawText(drawing, text, x.end, y, { ...SMALL_MUTED, align: 'right' });
}

/** The longest one first. */
function formatTitles(unit: AxisUnit, laneCount: number): readonly string[] {
  const title = unit === 'ms' ? 'Queueing delay over time, ms' : `Queue over time, ${unit}`;
  return laneCount < 2 ? [title] : [`${title}; all lanes on one scale`, `${title}; one scale`, title];
}

function drawThresholdLines(drawing: LensDrawing, x: LinearScale, y: LinearScale): void {
  const thresholds = shownThresholds(drawing.model).filter(({ amount }) => amount <= y.to);
  for (const { style, amount, editKey } of thresholds) {
    const start = levelStart(drawing, x, editKey);
    if (style === 'middle') drawLevel(drawing, x, y(amount), start);
    else drawLine(drawing, [start, y(amount), x.end, y(amount)]);
  }
  const names = thresholds.map(({ symbol, amount }) => ({ symbol, y: y(amount) }));
  for (const name of spreadLabels(names, y.end, y.start, NAME_HEIGHT_PX))
    drawText(drawing, name.symbol, x.end + 6, name.y, { ink: 'muted' });
}
