/** The lines of a sender over time: windows, round trips or the pacing rate. */
import { SenderColumn, type SenderEvent, SenderEventColumn, senderEvents } from '../../engine/frame/sender-columns.ts';
import { MAX_REFERENCE_RATIO } from '../../shared/axis-limits.ts';
import { drawFittingText, spreadLabels } from '../draw/labels.ts';
import { formatNumber } from '../draw/number-text.ts';
import { DRAWING_FONT, SMALL_DRAWING_FONT } from '../draw/palette.ts';
import { type LinearScale, linearScale, roundUpAxisEnd } from '../draw/scale.ts';
import { drawCurvePoints } from './curve.ts';
import {
  firstSenderRowAt,
  SENDER_MARGIN,
  type SenderDrawing,
  type SenderModel,
  type SenderPlotId,
  senderRowsInSpan,
} from './sender-model.ts';

interface SenderSeries {
  readonly name: string;
  readonly column: number;
  /** Divisor of the recorded value. */
  readonly unit: number;
  readonly stroke: 'main' | 'second' | 'dots' | 'dashes';
  /** Whether the axis always includes this line. */
  readonly leads: boolean;
  /** The event without which the line has no effect: the axis includes it only where the event happens. */
  readonly onlyWith?: SenderEvent;
}

/** The lines of each plot over time. The most important line is first. */
export const senderSeries: Readonly<Record<Exclude<SenderPlotId, 'sequence'>, readonly SenderSeries[]>> = {
  window: [
    { name: 'cwnd', column: SenderColumn.window, unit: 1, stroke: 'main', leads: true },
    { name: 'in flight', column: SenderColumn.inFlight, unit: 1, stroke: 'second', leads: true },
    { name: 'ssthresh', column: SenderColumn.threshold, unit: 1, stroke: 'dashes', leads: false },
  ],
  roundTrip: [
    { name: 'SRTT', column: SenderColumn.smoothedNs, unit: 1e6, stroke: 'main', leads: true },
    { name: 'RTT', column: SenderColumn.rttNs, unit: 1e6, stroke: 'second', leads: true },
    { name: 'min RTT', column: SenderColumn.minRttNs, unit: 1e6, stroke: 'dots', leads: true },
    { name: 'RTO', column: SenderColumn.timeoutNs, unit: 1e6, stroke: 'dashes', leads: false, onlyWith: 'timeout' },
  ],
  pacing: [{ name: 'pacing', column: SenderColumn.pacingBps, unit: 1e6, stroke: 'main', leads: true }],
};

const STROKE_DASHES: Readonly<Record<SenderSeries['stroke'], readonly number[]>> = {
  main: [],
  second: [],
  dots: [1.6, 2.4],
  dashes: [7, 3],
};

const STROKE_WIDTHS_PX: Readonly<Record<SenderSeries['stroke'], number>> = {
  main: 2,
  second: 1,
  dots: 1.5,
  dashes: 1.5,
};

const LABEL_HEIGHT_PX = 13;
/** Length of the piece of the line before its name, px. Two dashes of the longest dash fit. */
const LINE_SAMPLE_PX = 18;

export function senderValueScale(model: SenderModel, bottom: number): LinearScale {
  const [first, end] = senderRowsInSpan(model.states, model);
  let lead = 0;
  let highest = 0;
  for (const { column, unit, leads, onlyWith } of plottedSeries(model)) {
    if (onlyWith !== undefined && !hasEvent(model, onlyWith)) continue;
    for (let row = first; row < end; row++) {
      const value = model.states.at(row, column) / unit;
      if (!Number.isFinite(value)) continue;
      if (leads && value > lead) lead = value;
      if (value > highest && value <= MAX_REFERENCE_RATIO * lead) highest = value;
    }
  }
  const reference = model.reference?.value ?? 0;
  if (reference <= MAX_REFERENCE_RATIO * lead) highest = Math.max(highest, reference);
  return linearScale(0, roundUpAxisEnd(Math.max(highest, lead, 1e-3) * 1.02, 4), bottom, SENDER_MARGIN.top);
}

function plottedSeries({ plot }: SenderModel): readonly SenderSeries[] {
  return plot === 'sequence' ? [] : senderSeries[plot];
}

/** Whether an event happens in the shown time. */
function hasEvent({ events, fromSeconds, toSeconds }: SenderModel, event: SenderEvent): boolean {
  const end = firstSenderRowAt(events, toSeconds * 1e9);
  for (let row = firstSenderRowAt(events, fromSeconds * 1e9); row < end; row++)
    if (senderEvents[events.at(row, SenderEventColumn.event)] === event) return true;
  return false;
}

interface LineEnd {
  readonly name: string;
  readonly stroke: SenderSeries['stroke'];
  readonly colour: string;
  readonly value: number;
  y: number;
}

export function drawSenderSeries({ context, ink, model, x, y }: SenderDrawing): LineEnd[] {
  const { states } = model;
  const [first, end] = senderRowsInSpan(states, model);
  const colours = { main: model.colour, second: ink.muted, dots: ink.text, dashes: ink.text };
  const atSeconds = model.cursorSeconds ?? Math.min(model.nowSeconds, model.toSeconds);
  const present = Math.max(0, firstSenderRowAt(states, atSeconds * 1e9 + 1) - 1);
  // The main line is drawn last, over the others.
  for (const { column, unit, stroke, onlyWith } of [...plottedSeries(model)].reverse()) {
    const isOffAxis = onlyWith !== undefined && !hasEvent(model, onlyWith);
    if (isOffAxis && states.at(present, column) / unit > y.to) continue;
    context.strokeStyle = colours[stroke];
    context.lineWidth = STROKE_WIDTHS_PX[stroke];
    context.setLineDash([...STROKE_DASHES[stroke]]);
    const time = (row: number) => states.at(row, SenderColumn.timeNs) / 1e9;
    const value = (row: number) => {
      const entry = states.at(row, column) / unit;
      return Number.isFinite(entry) ? entry : Number.NaN;
    };
    drawCurvePoints({ context, x, y }, { firstRow: first, endRow: end, time, value }, colours[stroke]);
    context.setLineDash([]);
  }
  if (states.rowCount === 0) return [];
  return plottedSeries(model).map((series) => {
    const value = states.at(present, series.column) / series.unit;
    const { name, stroke } = series;
    return { name, stroke, colour: colours[stroke], value, y: Math.max(SENDER_MARGIN.top, y(value)) };
  });
}

/**
 * Draws the reference as a dotted line.
 * @returns its end, for its name; nothing without a reference on the axis
 */
export function drawSenderReference({ context, ink, model, x, y }: SenderDrawing): LineEnd[] {
  if (model.reference === undefined || model.reference.value > y.to) return [];
  const { name, value } = model.reference;
  const lineY = Math.round(y(value)) + 0.5;
  context.strokeStyle = ink.text;
  context.lineWidth = 1;
  context.setLineDash([...STROKE_DASHES.dots]);
  context.beginPath();
  context.moveTo(x(model.fromSeconds), lineY);
  context.lineTo(x(model.toSeconds), lineY);
  context.stroke();
  context.setLineDash([]);
  return [{ name, stroke: 'dots', colour: ink.text, value, y: lineY }];
}

/** Draws a piece of each line, its name and its value at the cursor, or at the present time. */
export function drawSenderLabels({ context, ink, model, y }: SenderDrawing, ends: LineEnd[], width: number): void {
  const bottom = y.start;
  const left = width - SENDER_MARGIN.right + 6;
  context.textAlign = 'left';
  const placedEnds = ends.filter(({ value }) => !Number.isNaN(value));
  context.font = SMALL_DRAWING_FONT;
  for (const { name, stroke, colour, value, y: labelY } of spreadLabels(placedEnds, 5, bottom - 4, LABEL_HEIGHT_PX)) {
    context.strokeStyle = colour;
    context.lineWidth = STROKE_WIDTHS_PX[stroke];
    context.setLineDash([...STROKE_DASHES[stroke]]);
    context.beginPath();
    context.moveTo(left, Math.round(labelY) + 0.5);
    context.lineTo(left + LINE_SAMPLE_PX, Math.round(labelY) + 0.5);
    context.stroke();
    context.setLineDash([]);
    const nameX = LINE_SAMPLE_PX + 4 + context.measureText(`${name} `).width;
    context.fillStyle = ink.muted;
    context.fillText(name, left + LINE_SAMPLE_PX + 4, labelY);
    context.fillStyle = ink.text;
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
  context.fillStyle = ink.muted;
  context.textAlign = 'center';
  context.fillText(
    'This sender is not paced.',
    (SENDER_MARGIN.left + width - SENDER_MARGIN.right) / 2,
    (SENDER_MARGIN.top + bottom) / 2,
  );
}
