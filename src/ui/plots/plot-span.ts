/** The span of time that the plots show. */
import type { PlotSpan } from '../../run-state/url-view.ts';
import { isMeasuredLine, type PlotRow } from '../../view/plots/plot-model.ts';
import type { MeanTime } from './plot-rows.ts';

/** Width of the moving window, s. */
export const PLOT_SPAN_SECONDS = 20;
/** Least width of the window at the start of a run, s. */
const MIN_PLOT_SPAN_SECONDS = 2;
/** Parts of the run by which the axis of the whole run grows. */
const SPAN_STEPS = 12;

/**
 * The shown span of time when the run is at `nowSeconds`. The axis of the whole run grows by twelfths of the run.
 * @param knownEndSeconds the end of the known values: later than `nowSeconds` if the user went back
 */
export function shownSpan(
  span: PlotSpan,
  nowSeconds: number,
  endSeconds: number,
  knownEndSeconds = nowSeconds,
): readonly [fromSeconds: number, toSeconds: number] {
  if (typeof span === 'object') return [span.from, span.to];
  if (span === 'whole')
    return [
      0,
      Math.max(
        1e-3,
        (endSeconds * Math.min(SPAN_STEPS, Math.max(1, Math.ceil((SPAN_STEPS * knownEndSeconds) / endSeconds)))) /
          SPAN_STEPS,
      ),
    ];
  if (nowSeconds > PLOT_SPAN_SECONDS)
    return [nowSeconds - PLOT_SPAN_SECONDS, Math.max(1e-3, Math.min(endSeconds, nowSeconds))];
  // Until then the window ends at the next whole second, so that lines fill it, and its axis does not move all the
  // time.
  return [0, Math.max(1e-3, Math.min(endSeconds, Math.max(MIN_PLOT_SPAN_SECONDS, Math.ceil(nowSeconds))))];
}

/**
 * The time over which the figures of the plots are means: the same as in the heads of the lanes, until the user chooses
 * a span. During the warm-up it begins at the start of the run.
 */
export function meanTime(span: PlotSpan, nowSeconds: number, warmupSeconds: number): MeanTime {
  const hasWarmup = warmupSeconds > 0;
  if (typeof span === 'object')
    return { fromSeconds: span.from, untilSeconds: Math.min(nowSeconds, span.to), basis: 'span', hasWarmup };
  const fromSeconds = nowSeconds < warmupSeconds ? 0 : warmupSeconds;
  return { fromSeconds, untilSeconds: nowSeconds, basis: 'counted', hasWarmup };
}

/** The rows of a plot, and the time of their means. */
export interface TimedRows {
  readonly rows: readonly PlotRow[];
  readonly time: MeanTime;
}

/**
 * The rows with their means since the warm-up. As long as no line has a value since then, the means still begin at the
 * start of the run, as during the warm-up.
 */
export function rowsWithMeans(time: MeanTime, rowsOfTime: (time: MeanTime) => readonly PlotRow[]): TimedRows {
  const rows = rowsOfTime(time);
  const lines = rows.flatMap((row) => row.lines.filter(isMeasuredLine));
  if (time.basis !== 'counted' || time.fromSeconds === 0 || !lines.every(({ mean }) => Number.isNaN(mean)))
    return { rows, time };
  const timeSoFar: MeanTime = { ...time, fromSeconds: 0, basis: 'windows' };
  return { rows: rowsOfTime(timeSoFar), time: timeSoFar };
}

/** Sample windows after the warm-up, before the axis fits only what happens since. */
const MIN_SETTLED_SAMPLES = 10;

/** The end of the warm-up, s, if the axis fits the values since then. In a chosen span, it fits all values. */
export function axisStartSeconds(
  span: PlotSpan,
  nowSeconds: number,
  warmupSeconds: number,
  sampleSeconds: number,
): number | undefined {
  return typeof span !== 'object' &&
    warmupSeconds > 0 &&
    nowSeconds >= warmupSeconds + MIN_SETTLED_SAMPLES * sampleSeconds
    ? warmupSeconds
    : undefined;
}

/**
 * "mean from 2 s on", "mean in the warm-up", "mean so far" in a run without one, or the chosen span.
 * @param meanWord the state whose share of the time is the mean
 */
export function formatMeanTime({ fromSeconds, untilSeconds, basis, hasWarmup }: MeanTime, meanWord = 'mean'): string {
  // A chosen span may begin after the shown time. Then it has no mean yet.
  if (basis === 'span' ? untilSeconds <= fromSeconds : fromSeconds > 0) return `${meanWord} from ${fromSeconds} s on`;
  if (basis !== 'span') return `${meanWord} ${hasWarmup ? 'in the warm-up' : 'so far'}`;
  const decimals = untilSeconds - fromSeconds < 3 ? 1 : 0;
  return `${meanWord} ${fromSeconds.toFixed(decimals)}–${untilSeconds.toFixed(decimals)} s`;
}

/** A span made narrower (factor below 1) or wider around a time, inside the run. */
export function zoomSpan(
  fromSeconds: number,
  toSeconds: number,
  centreSeconds: number,
  factor: number,
  endSeconds: number,
): PlotSpan {
  const width = Math.min(endSeconds, Math.max(0.001, (toSeconds - fromSeconds) * factor));
  if (width >= endSeconds) return 'whole';
  const start = Math.min(
    endSeconds - width,
    Math.max(0, centreSeconds - ((centreSeconds - fromSeconds) / (toSeconds - fromSeconds)) * width),
  );
  return { from: start, to: start + width };
}

/** A span moved later by `shiftSeconds`, inside the run. */
export function panSpan(fromSeconds: number, toSeconds: number, shiftSeconds: number, endSeconds: number): PlotSpan {
  const start = Math.min(Math.max(0, endSeconds - (toSeconds - fromSeconds)), Math.max(0, fromSeconds + shiftSeconds));
  return { from: start, to: start + (toSeconds - fromSeconds) };
}
