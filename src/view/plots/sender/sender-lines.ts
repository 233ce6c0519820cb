/** The lines of a sender over time: windows, round trips or the pacing rate. */
import {
  SenderColumn,
  type SenderEvent,
  SenderEventColumn,
  senderEvents,
} from '../../../engine/frame/sender-columns.ts';
import { laneDash } from '../../../shared/lane-letters.ts';
import { required } from '../../../shared/required.ts';
import { drawFittingText, drawLaneBadge, spreadLabels } from '../../draw/labels.ts';
import { formatNumber } from '../../draw/number-text.ts';
import { DRAWING_FONT, SMALL_DRAWING_FONT } from '../../draw/palette.ts';
import { drawCurvePoints } from '../curve.ts';
import {
  firstSenderRowAt,
  SENDER_MARGIN,
  type SenderDrawing,
  type SenderModel,
  type SenderPlotId,
  type SenderRows,
  senderRowsInSpan,
} from './sender-model.ts';

export interface SenderSeries {
  readonly name: string;
  readonly column: number;
  /** Divisor of the recorded value. */
  readonly unit: number;
  readonly stroke: 'main' | 'second' | 'pale' | 'dots' | 'dashes';
  /** Whether the axis always includes this line. */
  readonly setsAxisEnd: boolean;
  /** The event without which the line has no effect: the axis includes it only where the event happens. */
  readonly onlyWith?: SenderEvent;
}

/** The lines of each plot over time. The most important line is first. */
export const senderSeries: Readonly<Record<Exclude<SenderPlotId, 'sequence'>, readonly SenderSeries[]>> = {
  window: [
    { name: 'cwnd', column: SenderColumn.congestionWindow, unit: 1, stroke: 'main', setsAxisEnd: true },
    { name: 'in flight', column: SenderColumn.inFlight, unit: 1, stroke: 'second', setsAxisEnd: true },
    { name: 'ssthresh', column: SenderColumn.slowStartThreshold, unit: 1, stroke: 'dashes', setsAxisEnd: false },
  ],
  roundTrip: [
    { name: 'SRTT', column: SenderColumn.smoothedRttNs, unit: 1e6, stroke: 'main', setsAxisEnd: true },
    { name: 'RTT', column: SenderColumn.rttNs, unit: 1e6, stroke: 'pale', setsAxisEnd: true },
    { name: 'min RTT', column: SenderColumn.minRttNs, unit: 1e6, stroke: 'dots', setsAxisEnd: true },
    {
      name: 'RTO',
      column: SenderColumn.timeoutNs,
      unit: 1e6,
      stroke: 'dashes',
      setsAxisEnd: false,
      onlyWith: 'timeout',
    },
  ],
  pacing: [{ name: 'pacing', column: SenderColumn.pacingBps, unit: 1e6, stroke: 'main', setsAxisEnd: true }],
};

const STROKE_DASHES: Readonly<Record<SenderSeries['stroke'], readonly number[]>> = {
  main: [],
  second: [],
  pale: [],
  dots: [1.6, 2.4],
  dashes: [7, 3],
};

const STROKE_WIDTHS_PX: Readonly<Record<SenderSeries['stroke'], number>> = {
  main: 2,
  second: 1,
  pale: 1,
  dots: 1.5,
  dashes: 1.5,
};

/** Beside dashed lines of lanes, a dashed line is thin and solid. */
const COMPARED_DASHES_WIDTH_PX = 1;

function dashAndWidth({ comparison }: SenderModel, stroke: SenderSeries['stroke']) {
  return comparison !== undefined && stroke === 'dashes'
    ? { dash: [], widthPx: COMPARED_DASHES_WIDTH_PX }
    : { dash: STROKE_DASHES[stroke], widthPx: STROKE_WIDTHS_PX[stroke] };
}

const LABEL_HEIGHT_PX = 13;
const LABEL_BADGE_PX = 11;
/** Length of the piece of the line before its name, px. Two dashes of the longest dash fit. */
const LINE_SAMPLE_PX = 18;

/** Beside a line of another lane, thin lines would be too many. */
export function plottedSenderSeries({ plot, comparison }: SenderModel): readonly SenderSeries[] {
  const series = plot === 'sequence' ? [] : senderSeries[plot];
  return comparison === undefined ? series : series.filter(({ stroke }) => stroke !== 'second');
}

/** The lines that are drawn of the other lane too: the main one. */
export function comparedSenderSeries(model: SenderModel): readonly SenderSeries[] {
  return model.comparison === undefined ? [] : plottedSenderSeries(model).filter(({ stroke }) => stroke === 'main');
}

/** Whether an event of the sender happens in the shown time. */
export function hasSenderEvent({ events, fromSeconds, toSeconds }: SenderModel, event: SenderEvent): boolean {
  const end = firstSenderRowAt(events, toSeconds * 1e9);
  for (let row = firstSenderRowAt(events, fromSeconds * 1e9); row < end; row++)
    if (senderEvents[events.at(row, SenderEventColumn.event)] === event) return true;
  return false;
}

interface LineEnd {
  readonly name: string;
  /** Its lane, if lanes are compared. */
  readonly lane?: number | undefined;
  readonly stroke: SenderSeries['stroke'];
  readonly dash: readonly number[];
  readonly colour: string;
  readonly value: number;
  y: number;
}

export function drawSenderSeries({ context, theme, model, x, y }: SenderDrawing): LineEnd[] {
  const { states, comparison } = model;
  const colours = { main: model.colour, second: theme.muted, pale: theme.grid, dots: theme.text, dashes: theme.text };
  const atSeconds = model.cursorSeconds ?? Math.min(model.nowSeconds, model.toSeconds);
  const presentRow = (rows: SenderRows) => Math.max(0, firstSenderRowAt(rows, atSeconds * 1e9 + 1) - 1);
  const drawLine = (rows: SenderRows, { column, unit, stroke }: SenderSeries, laneStroke?: readonly number[]) => {
    const [firstRow, endRow] = senderRowsInSpan(rows, model);
    const { dash, widthPx } = dashAndWidth(model, stroke);
    context.strokeStyle = colours[stroke];
    context.lineWidth = widthPx;
    context.setLineDash([...(laneStroke ?? dash)]);
    const time = (row: number) => rows.at(row, SenderColumn.timeNs) / 1e9;
    const value = (row: number) => {
      const entry = rows.at(row, column) / unit;
      return Number.isFinite(entry) ? entry : Number.NaN;
    };
    drawCurvePoints({ context, x, y }, { firstRow, endRow, time, value }, colours[stroke]);
    context.setLineDash([]);
  };
  const endOfLine = (rows: SenderRows, { name, stroke, column, unit }: SenderSeries): LineEnd => {
    const value = rows.at(presentRow(rows), column) / unit;
    const { dash } = dashAndWidth(model, stroke);
    return { name, stroke, dash, colour: colours[stroke], value, y: Math.max(SENDER_MARGIN.top, y(value)) };
  };
  // A line without effect is not on the axis, so it is left out beyond the axis.
  const series = plottedSenderSeries(model).filter(
    ({ onlyWith, column, unit }) =>
      onlyWith === undefined || hasSenderEvent(model, onlyWith) || states.at(presentRow(states), column) / unit <= y.to,
  );
  const otherSeries =
    comparison === undefined || comparison.otherStates.rowCount === 0 ? [] : comparedSenderSeries(model);
  const laneStyle = (line: SenderSeries, lane: number | undefined) =>
    lane !== undefined && otherSeries.includes(line) ? { lane, dash: laneDash(lane) } : undefined;
  const otherEnds = otherSeries.map((line) => {
    const { otherStates, otherLane } = required(comparison);
    drawLine(otherStates, line, laneDash(otherLane));
    return { ...endOfLine(otherStates, line), ...laneStyle(line, otherLane) };
  });
  // The main line is drawn last, over the others.
  for (const line of [...series].reverse()) drawLine(states, line, laneStyle(line, comparison?.lane)?.dash);
  if (states.rowCount === 0) return otherEnds;
  return [
    ...series.map((line) => ({ ...endOfLine(states, line), ...laneStyle(line, comparison?.lane) })),
    ...otherEnds,
  ];
}

/**
 * Draws the reference as a dotted line.
 * @returns its end, for its name; nothing without a reference on the axis
 */
export function drawSenderReference({ context, theme, model, x, y }: SenderDrawing): LineEnd[] {
  if (model.reference === undefined || model.reference.value > y.to) return [];
  const { name, value } = model.reference;
  const lineY = Math.round(y(value)) + 0.5;
  context.strokeStyle = theme.text;
  context.lineWidth = 1;
  context.setLineDash([...STROKE_DASHES.dots]);
  context.beginPath();
  context.moveTo(x(model.fromSeconds), lineY);
  context.lineTo(x(model.toSeconds), lineY);
  context.stroke();
  context.setLineDash([]);
  return [{ name, stroke: 'dots', dash: STROKE_DASHES.dots, colour: theme.text, value, y: lineY }];
}

/** Draws a piece of each line, its name and its value at the cursor, or at the present time. */
export function drawSenderLabels(drawing: SenderDrawing, ends: LineEnd[], width: number): void {
  const { context, theme, model, y } = drawing;
  const bottom = y.start;
  const left = width - SENDER_MARGIN.right + 6;
  context.textAlign = 'left';
  const placedEnds = ends.filter(({ value }) => !Number.isNaN(value));
  context.font = SMALL_DRAWING_FONT;
  for (const end of spreadLabels(placedEnds, 5, bottom - 4, LABEL_HEIGHT_PX)) {
    const { name, lane, stroke, dash, colour, value, y: labelY } = end;
    context.strokeStyle = colour;
    context.lineWidth = dashAndWidth(model, stroke).widthPx;
    context.setLineDash([...dash]);
    context.beginPath();
    context.moveTo(left, Math.round(labelY) + 0.5);
    context.lineTo(left + LINE_SAMPLE_PX, Math.round(labelY) + 0.5);
    context.stroke();
    context.setLineDash([]);
    let nameX = LINE_SAMPLE_PX + 4;
    if (lane !== undefined) {
      drawLaneBadge(drawing, lane, left + nameX, labelY, LABEL_BADGE_PX);
      nameX += LABEL_BADGE_PX + 4;
    }
    context.font = SMALL_DRAWING_FONT;
    context.textAlign = 'left';
    context.fillStyle = theme.muted;
    context.fillText(name, left + nameX, labelY);
    nameX += context.measureText(`${name} `).width;
    context.fillStyle = theme.text;
    drawFittingText(
      context,
      `${formatNumber(value)}${value > y.to ? ' ↑' : ''}`,
      left + nameX,
      labelY,
      SENDER_MARGIN.right - 8 - nameX,
    );
  }
  context.font = DRAWING_FONT;
  if (model.plot !== 'pacing' || placedEnds.length > 0) return;
  context.fillStyle = theme.muted;
  context.textAlign = 'center';
  context.fillText(
    'This sender is not paced.',
    (SENDER_MARGIN.left + width - SENDER_MARGIN.right) / 2,
    (SENDER_MARGIN.top + bottom) / 2,
  );
}
