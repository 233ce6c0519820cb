/** The vertical axis of the lines of a sender. A short peak is cut, so that the other values fill the plot. */
import { SenderColumn } from '../../../engine/frame/sender-columns.ts';
import type { SenderSeries } from '../../../plots/sender/sender-plot.ts';
import { NUMBER_PRIORITY, textMark } from '../../../scene/axis-marks.ts';
import type { TextPlace } from '../../../scene/marks.ts';
import { SMALL_TEXT_FONT } from '../../../scene/text-ruler.ts';
import { MAX_REFERENCE_RATIO } from '../../../shared/axis-limits.ts';
import { formatDecimals } from '../../../shared/number-text.ts';
import { drawLine } from '../../draw/pen.ts';
import { type LinearScale, linearScale, roundUpAxisEnd } from '../../draw/scale.ts';
import { hasSenderEvent, highestMeasured, plottedSenderSeries } from './sender-lines.ts';
import { type SenderDrawing, type SenderModel, type SenderRows, senderRowsInSpan } from './sender-model.ts';

/**
 * Values that last for at most this share of the shown time are a short peak, if they exceed all others by this factor.
 */
const MAX_PEAK_TIME_SHARE = 0.05;
const MIN_CUT_RATIO = 1.5;
/** An axis that cuts a peak reaches this much above the other values. */
const CUT_HEADROOM = 1.1;
/** The time of the values is counted in this number of equal ranges. */
const VALUE_RANGE_COUNT = 64;
/** Distance of the value of a peak from the cut line, px. */
const PEAK_LABEL_BESIDE_PX = 8;
/** Middle of the value below the cut, px. */
const PEAK_LABEL_BELOW_PX = 8;

export interface SenderPeak {
  readonly seconds: number;
  readonly value: number;
}

/** The value that the axis must reach for a sender, and the highest values of its lines. */
export function senderExtent(model: SenderModel): { readonly end: number; readonly peaks: readonly SenderPeak[] } {
  const { states, reference } = model;
  const series = plottedSenderSeries(model).filter(
    ({ onlyWith }) => onlyWith === undefined || hasSenderEvent(model, onlyWith),
  );
  const leads = series.filter(({ stroke }) => stroke !== 'thin').map((line) => highestValue(states, line, model));
  const lead = Math.max(0, ...leads.map(({ lasting: lastingValue }) => lastingValue));
  let end = lead;
  const [firstRow, endRow] = senderRowsInSpan(states, model);
  for (const { column, unit, stroke } of series)
    for (let row = firstRow; row < endRow && stroke === 'thin'; row++) {
      const value = states.at(row, column) / unit;
      if (value > end && value <= MAX_REFERENCE_RATIO * lead) end = value;
    }
  if (reference !== undefined && reference.value <= MAX_REFERENCE_RATIO * lead) end = Math.max(end, reference.value);
  end = Math.max(end, highestMeasured(model));
  return { end, peaks: leads.map(({ peak }) => peak) };
}

/** The vertical axis of a strip from 0 to at least `end`. */
export function senderValueScale(end: number, bottom: number, top: number): LinearScale {
  return linearScale(0, roundUpAxisEnd(Math.max(end, 1e-3) * 1.02, 4), bottom, top);
}

/** The highest value of a line in the shown time, and the highest one that is not part of a short peak. */
export function highestValue(
  rows: SenderRows,
  { column, unit }: Pick<SenderSeries, 'column' | 'unit'>,
  model: SenderModel,
): { readonly peak: SenderPeak; readonly lasting: number } {
  const [first, end] = senderRowsInSpan(rows, model);
  const seconds = (row: number) =>
    row < rows.rowCount ? Math.min(rows.at(row, SenderColumn.timeNs) / 1e9, model.toSeconds) : model.nowSeconds;
  const valueAt = (row: number) => rows.at(row, column) / unit;
  let peak = { seconds: model.fromSeconds, value: 0 };
  for (let row = first; row < end; row++)
    if (valueAt(row) > peak.value && Number.isFinite(valueAt(row)))
      peak = { seconds: seconds(row), value: valueAt(row) };
  const rangeSeconds = new Float64Array(VALUE_RANGE_COUNT + 1);
  let knownSeconds = 0;
  for (let row = first; row < end; row++) {
    if (!Number.isFinite(valueAt(row))) continue;
    // A value is valid until the next one.
    const heldSeconds = Math.max(0, seconds(row + 1) - Math.max(model.fromSeconds, seconds(row)));
    const range = Math.floor((VALUE_RANGE_COUNT * valueAt(row)) / peak.value);
    rangeSeconds[range] = (rangeSeconds[range] ?? 0) + heldSeconds;
    knownSeconds += heldSeconds;
  }
  let range = VALUE_RANGE_COUNT;
  let secondsAbove = rangeSeconds[range] ?? 0;
  while (range > 0 && secondsAbove <= MAX_PEAK_TIME_SHARE * knownSeconds) secondsAbove += rangeSeconds[--range] ?? 0;
  const rangeEnd = (peak.value * (range + 1)) / VALUE_RANGE_COUNT;
  if (peak.value <= MIN_CUT_RATIO * rangeEnd) return { peak, lasting: peak.value };
  let lasting = 0;
  for (let row = first; row < end; row++)
    if (valueAt(row) <= CUT_HEADROOM * rangeEnd) lasting = Math.max(lasting, valueAt(row));
  return { peak, lasting };
}

/**
 * The place of the highest peak if the axis cuts it: two strokes lead through the line below the cut, as at a break of
 * an axis, with the value beside them.
 */
export function drawSenderPeak(drawing: SenderDrawing, peaks: readonly SenderPeak[]): void {
  const { x, y, texts } = drawing;
  const [peak] = [...peaks].sort((a, b) => b.value - a.value);
  if (peak === undefined || !(peak.value > y.to)) return;
  const [peakX, middle] = [x(peak.seconds), y.end + PEAK_LABEL_BELOW_PX];
  const stroke = [peakX - 6, middle + 2, peakX + 4, middle - 3];
  drawLine(drawing, stroke, { widthPx: 5 });
  drawLine(drawing, stroke, { ink: 'surface', widthPx: 3 });
  const places = [PEAK_LABEL_BESIDE_PX, -PEAK_LABEL_BESIDE_PX].map(
    (px): TextPlace => ({ x: peakX + px, y: middle, align: px > 0 ? 'left' : 'right' }),
  );
  const look = { font: SMALL_TEXT_FONT, hasGround: true, priority: NUMBER_PRIORITY, bounds: { right: x.end } };
  texts.push(textMark(`peak ${y.end}`, `↑ ${formatDecimals(peak.value, 3)}`, places, look));
}
