/** The lines of a sender over time: windows, round trips or the pacing rate. */
import {
  SenderColumn,
  type SenderEvent,
  SenderEventColumn,
  senderEvents,
} from '../../../engine/frame/sender-columns.ts';
import type { SenderSeries } from '../../../plots/sender/sender-plot.ts';
import { textMark } from '../../../scene/axis-marks.ts';
import { spreadLabels } from '../../../scene/spread-labels.ts';
import { SMALL_TEXT_FONT } from '../../../scene/text-ruler.ts';
import { formatNumber } from '../../../shared/number-text.ts';
import { drawLine, middleOfPixel } from '../../draw/pen.ts';
import { type CurvePlane, type CurveRows, drawCurvePoints } from '../curve.ts';
import {
  firstSenderRowAt,
  SENDER_MARGIN,
  type SenderDrawing,
  type SenderModel,
  senderRowsInSpan,
} from './sender-model.ts';

const STROKE_DASHES: Readonly<Record<SenderSeries['stroke'], readonly number[]>> = {
  main: [],
  second: [],
  // As dots, without a line.
  samples: [2, 6],
  dots: [1.6, 2.4],
  // Dashes are those of a lane.
  thin: [],
};

const STROKE_WIDTHS_PX: Readonly<Record<SenderSeries['stroke'], number>> = {
  main: 2,
  second: 1,
  samples: 2,
  dots: 1.5,
  thin: 1.2,
};

const LABEL_HEIGHT_PX = 13;
/** The solver keeps a pixel between two texts. */
const LABELS_APART_PX = 1.1;
/** Side of the dot of a sample, px. */
const SAMPLE_DOT_PX = 2;
/** Length of the piece of the line before its name, px. */
const LINE_SAMPLE_PX = 18;

/** A strip of a comparison has no room for thin lines. */
export const plottedSenderSeries = ({ plot: { series }, comparedSenders }: SenderModel): readonly SenderSeries[] =>
  comparedSenders.length === 0 ? series : series.filter(({ stroke }) => stroke !== 'second');

/** Whether an event of the sender happens in the shown time. */
export function hasSenderEvent({ events, fromSeconds, toSeconds }: SenderModel, event: SenderEvent): boolean {
  const end = firstSenderRowAt(events, toSeconds * 1e9);
  for (let row = firstSenderRowAt(events, fromSeconds * 1e9); row < end; row++)
    if (senderEvents[events.at(row, SenderEventColumn.event)] === event) return true;
  return false;
}

const MEASURED_NAME = 'measured';

/** The highest measured value in the shown time. */
export function highestMeasured({ measuredLines, fromSeconds, toSeconds }: SenderModel): number {
  let highestValue = 0;
  for (const { rowCount, timeSeconds, value } of measuredLines)
    for (let row = 0; row < rowCount; row++)
      if (timeSeconds(row) >= fromSeconds && timeSeconds(row) <= toSeconds)
        highestValue = Math.max(highestValue, value(row));
  return highestValue;
}

/**
 * Draws the measured lines, grey and below those of the sender.
 * @returns their ends, with the last value up to the cursor or the present time
 */
export function drawMeasuredLines({ context, theme, model, x, y }: SenderDrawing): LineEnd[] {
  const atSeconds = model.cursorSeconds ?? Math.min(model.nowSeconds, model.toSeconds);
  return model.measuredLines.flatMap(({ rowCount, timeSeconds, value }) => {
    context.strokeStyle = theme.muted;
    context.lineWidth = STROKE_WIDTHS_PX.main;
    context.setLineDash([]);
    drawCurvePoints({ context, x, y }, { firstRow: 0, endRow: rowCount, timeSeconds, value }, theme.muted);
    let presentValue = Number.NaN;
    for (let row = 0; row < rowCount && timeSeconds(row) <= atSeconds; row++) presentValue = value(row);
    return Number.isNaN(presentValue)
      ? []
      : [
          {
            name: MEASURED_NAME,
            stroke: 'main',
            colour: theme.muted,
            value: presentValue,
            y: Math.max(y.end, y(presentValue)),
          },
        ];
  });
}

export interface LineEnd {
  readonly name: string;
  readonly stroke: SenderSeries['stroke'];
  readonly colour: string;
  readonly value: number;
  y: number;
}

/** Draws the lines of a sender; returns the ends of those that get a name. */
export function drawSenderSeries({ context, theme, model, x, y }: SenderDrawing): LineEnd[] {
  const { states } = model;
  const colours = { main: model.colour, second: theme.muted, samples: theme.muted, dots: theme.text, thin: theme.text };
  const atSeconds = model.cursorSeconds ?? Math.min(model.nowSeconds, model.toSeconds);
  const presentRow = Math.max(0, firstSenderRowAt(states, atSeconds * 1e9 + 1) - 1);
  const [firstRow, endRow] = senderRowsInSpan(states, model);
  const drawSeries = ({ column, unit, stroke }: SenderSeries) => {
    context.strokeStyle = colours[stroke];
    context.lineWidth = STROKE_WIDTHS_PX[stroke];
    context.setLineDash([...STROKE_DASHES[stroke]]);
    const timeSeconds = (row: number) => states.at(row, SenderColumn.timeNs) / 1e9;
    const value = (row: number) => {
      const entry = states.at(row, column) / unit;
      return Number.isFinite(entry) ? entry : Number.NaN;
    };
    const rows = { firstRow, endRow, timeSeconds, value };
    if (stroke === 'samples') drawSamples({ context, x, y }, rows, colours[stroke]);
    else drawCurvePoints({ context, x, y }, rows, colours[stroke]);
    context.setLineDash([]);
  };
  // A line without effect is left out beyond the axis, which does not include it, and in the strips of a comparison.
  const isOnAxis = ({ column, unit }: SenderSeries) =>
    model.comparedSenders.length === 0 && states.at(presentRow, column) / unit <= y.to;
  const series = plottedSenderSeries(model).filter(
    (line) => line.onlyWith === undefined || hasSenderEvent(model, line.onlyWith) || isOnAxis(line),
  );
  // The main line is drawn last, over the others.
  for (const line of [...series].reverse()) drawSeries(line);
  if (states.rowCount === 0) return [];
  return series.map(({ name, stroke, column, unit }) => {
    const value = states.at(presentRow, column) / unit;
    return { name, stroke, colour: colours[stroke], value, y: Math.max(y.end, y(value)) };
  });
}

/**
 * Draws the reference as a dotted line.
 * @returns its end, for its name; nothing without a reference on the axis
 */
export function drawSenderReference(drawing: SenderDrawing): LineEnd[] {
  const { theme, model, x, y } = drawing;
  if (model.reference === undefined || model.reference.value > y.to) return [];
  const { name, value } = model.reference;
  const lineY = middleOfPixel(y(value));
  drawLine(drawing, [x(model.fromSeconds), lineY, x(model.toSeconds), lineY], { dash: STROKE_DASHES.dots });
  return [{ name, stroke: 'dots', colour: theme.text, value, y: lineY }];
}

/** Draws a dot for each new value, at most one on each pixel. */
function drawSamples(
  { context, x, y }: CurvePlane,
  { firstRow, endRow, timeSeconds, value }: CurveRows,
  colour: string,
): void {
  context.fillStyle = colour;
  let lastValue = Number.NaN;
  let lastPixel = '';
  for (let row = firstRow; row < endRow; row++) {
    const sample = value(row);
    if (Number.isNaN(sample) || sample === lastValue) continue;
    lastValue = sample;
    const [left, top] = [x(timeSeconds(row)), y(sample)].map((middle) => Math.round(middle - SAMPLE_DOT_PX / 2));
    const pixel = `${left},${top}`;
    if (left === undefined || top === undefined || pixel === lastPixel) continue;
    lastPixel = pixel;
    context.fillRect(left, top, SAMPLE_DOT_PX, SAMPLE_DOT_PX);
  }
}

/**
 * Draws a piece of each line, and beside it its name and its value at the cursor, or at the present time. Labels are in
 * the order of their values.
 */
export function drawSenderLabels(drawing: SenderDrawing, ends: LineEnd[], width: number): void {
  const { model, y, texts } = drawing;
  const bottom = y.start;
  const left = width - SENDER_MARGIN.right + 6;
  const placedEnds = ends.filter(({ value }) => !Number.isNaN(value)).sort((a, b) => b.value - a.value);
  // A strip of a comparison has the name of its lane in its top margin.
  const top = y.end + (model.comparedSenders.length > 0 ? 5 : 5 - SENDER_MARGIN.top);
  for (const { name, stroke, colour, value, y: labelY } of spreadLabels(placedEnds, top, bottom - 4, LABEL_HEIGHT_PX)) {
    const lineY = middleOfPixel(labelY);
    const look = { colour, widthPx: STROKE_WIDTHS_PX[stroke], dash: STROKE_DASHES[stroke] };
    drawLine(drawing, [left, lineY, left + LINE_SAMPLE_PX, lineY], look);
    const words = [{ words: name, ink: 'muted' as const }, ' ', `${formatNumber(value)}${value > y.to ? ' ↑' : ''}`];
    const place = [left + LINE_SAMPLE_PX + 4, labelY, 'left'] as const;
    const label = { font: SMALL_TEXT_FONT, heightPx: LABEL_HEIGHT_PX - LABELS_APART_PX };
    texts.push(textMark(`${name} ${bottom}`, [words, name], place, label));
  }
  const { noValues } = model.plot;
  if (noValues === undefined || placedEnds.length > 0) return;
  const middleX = (SENDER_MARGIN.left + width - SENDER_MARGIN.right) / 2;
  texts.push(textMark(`no values ${bottom}`, noValues, [middleX, (y.end + bottom) / 2, 'centre'], { ink: 'muted' }));
}
