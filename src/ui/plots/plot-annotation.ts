/** The number that the first plot writes at the event that makes its point. */
import type { PlotOverTime } from '../../plots/over-time/plot-over-time.ts';
import { formatAmount, formatNumber } from '../../shared/number-text.ts';
import {
  firstRowFrom,
  isMeasuredLine,
  type PlotAnnotation,
  type PlotLine,
  type PlotRow,
} from '../../view/plots/plot-model.ts';

/** Simulated time, s. */
interface AnnotatedTime {
  readonly fromSeconds: number;
  readonly untilSeconds: number;
  readonly warmupSeconds: number;
}

/**
 * Undefined for a kind without annotations, during the warm-up, and while there is no such event.
 * @param riseCause why a line can rise, in a few words
 */
export function plotAnnotation(
  { annotates, unit }: Pick<PlotOverTime, 'annotates' | 'unit'>,
  rows: readonly PlotRow[],
  time: AnnotatedTime,
  riseCause = '',
): PlotAnnotation | undefined {
  if (time.untilSeconds < time.warmupSeconds) return undefined;
  const lines = rows.flatMap(({ lines: rowLines, classIndex }) =>
    rowLines.filter(isMeasuredLine).map((line) => ({ line, classIndex })),
  );
  if (annotates === 'highest') {
    const peak = lines.flatMap((line) => highestPoint(line, time)).sort((a, b) => b.value - a.value)[0];
    if (peak === undefined) return undefined;
    // A curve that was higher in the warm-up is drawn too.
    const wasHigher = lines.some((line) =>
      highestPoint(line, { ...time, fromSeconds: 0 }).some(({ value }) => value > peak.value),
    );
    const sinceText = wasHigher ? ` since ${formatAmount(time.fromSeconds)} s` : '';
    // A window with several round trips has their mean, and the longest of them may be longer.
    return { ...peak, isPeak: true, text: `highest mean ${formatNumber(peak.value)} ${unit}${sinceText}` };
  }
  if (annotates !== 'fallOrRise') return undefined;
  const changes = lines.flatMap((line) => changesOfLine(line, time)).sort((a, b) => a.seconds - b.seconds);
  const fall = changes.find(({ value, beforeValue }) => value < beforeValue);
  const change = fall ?? changes.filter(({ seconds }) => seconds > time.warmupSeconds).at(-1);
  if (change === undefined) return undefined;
  const text = `${formatAmount(change.beforeValue)} → ${formatAmount(change.value)}`;
  return fall === undefined && riseCause !== ''
    ? { ...change, isPeak: false, text: `${text}: ${riseCause}`, shortText: text }
    : { ...change, isPeak: false, text };
}

type LinePoint = Omit<PlotAnnotation, 'text' | 'isPeak'>;

/** A line, with the class of its row. */
interface LineOfRow {
  readonly line: PlotLine;
  readonly classIndex: number | undefined;
}

function highestPoint(line: LineOfRow, time: AnnotatedTime): LinePoint[] {
  let peak: LinePoint | undefined;
  for (const point of pointsOfLine(line, time)) if (!(point.value <= (peak?.value ?? 0))) peak = point;
  return peak === undefined ? [] : [peak];
}

interface LineChange extends LinePoint {
  readonly beforeValue: number;
}

/** The values above zero that differ from the one before. */
function changesOfLine(line: LineOfRow, time: AnnotatedTime): LineChange[] {
  const changes: LineChange[] = [];
  let beforeValue = 0;
  for (const point of pointsOfLine(line, time)) {
    if (point.value <= 0) continue;
    if (beforeValue > 0 && point.value !== beforeValue) changes.push({ ...point, beforeValue });
    beforeValue = point.value;
  }
  return changes;
}

function* pointsOfLine(
  { line, classIndex }: LineOfRow,
  { fromSeconds, untilSeconds }: AnnotatedTime,
): Generator<LinePoint> {
  for (let row = firstRowFrom(line, fromSeconds + 1e-9); row < line.rowCount; row++) {
    const seconds = line.timeSeconds(row);
    if (seconds > untilSeconds + 1e-9) return;
    const value = line.value(row);
    if (!Number.isNaN(value)) yield { lane: line.lane, classIndex, colour: line.colour, seconds, value };
  }
}
