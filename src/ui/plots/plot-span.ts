/** The span of time that the plots show. */
import type { PlotSpan } from '../../run-state/url-view.ts';
import type { MeanTime } from './plot-rows.ts';

/** Width of the moving window, s. */
export const PLOT_SPAN_SECONDS = 20;
/** Least width of the window at the start of a run, s. */
const MIN_PLOT_SPAN_SECONDS = 2;
/** Parts of the run by which the axis of the whole run grows. */
const SPAN_STEPS = 12;

/**
 * The shown span of time when the run is at `now`, s. The axis of the whole run grows by twelfths of the run.
 * @param knownEnd the end of the known values: later than `now` if the user went back
 */
export function shownSpan(
  span: PlotSpan,
  now: number,
  end: number,
  knownEnd = now,
): readonly [from: number, to: number] {
  if (typeof span === 'object') return [span.from, span.to];
  if (span === 'whole')
    return [
      0,
      Math.max(1e-3, (end * Math.min(SPAN_STEPS, Math.max(1, Math.ceil((SPAN_STEPS * knownEnd) / end)))) / SPAN_STEPS),
    ];
  if (now > PLOT_SPAN_SECONDS) return [now - PLOT_SPAN_SECONDS, Math.max(1e-3, Math.min(end, now))];
  // Until then the window ends at the next whole second, so that lines fill it, and its axis does not move all the time.
  return [0, Math.max(1e-3, Math.min(end, Math.max(MIN_PLOT_SPAN_SECONDS, Math.ceil(now))))];
}

/**
 * The time over which the figures of the plots are means: the same as in the heads of the lanes, until the user chooses a
 * span. During the warm-up it begins at the start of the run.
 */
export function meanTime(span: PlotSpan, now: number, warmup: number): MeanTime {
  if (typeof span === 'object')
    return { fromSeconds: span.from, untilSeconds: Math.min(now, span.to), isCounted: false };
  return { fromSeconds: now < warmup ? 0 : warmup, untilSeconds: now, isCounted: true };
}

/** Sample windows after the warm-up, before the axis fits only what happens since. */
const MIN_SETTLED_SAMPLES = 10;

/** The end of the warm-up, s, if the axis fits the values since then. In a chosen span, it fits all values. */
export function axisStartSeconds(
  span: PlotSpan,
  now: number,
  warmup: number,
  sampleSeconds: number,
): number | undefined {
  return typeof span !== 'object' && warmup > 0 && now >= warmup + MIN_SETTLED_SAMPLES * sampleSeconds
    ? warmup
    : undefined;
}

/**
 * "mean since 2 s", "mean so far" from the start of the run on, or the chosen span.
 * @param meanWord the state whose share of the time is the mean
 */
export function formatMeanTime({ fromSeconds, untilSeconds, isCounted }: MeanTime, meanWord = 'mean'): string {
  if (isCounted) return fromSeconds > 0 ? `${meanWord} since ${fromSeconds} s` : `${meanWord} so far`;
  const decimals = untilSeconds - fromSeconds < 3 ? 1 : 0;
  return `${meanWord} ${fromSeconds.toFixed(decimals)}–${untilSeconds.toFixed(decimals)} s`;
}

/** A span made narrower (factor below 1) or wider around a time, inside the run. */
export function zoomSpan(from: number, to: number, centreSeconds: number, factor: number, end: number): PlotSpan {
  const width = Math.min(end, Math.max(0.001, (to - from) * factor));
  if (width >= end) return 'whole';
  const start = Math.min(end - width, Math.max(0, centreSeconds - ((centreSeconds - from) / (to - from)) * width));
  return { from: start, to: start + width };
}

/** A span moved by `by` seconds, inside the run. */
export function panSpan(from: number, to: number, shift: number, end: number): PlotSpan {
  const start = Math.min(Math.max(0, end - (to - from)), Math.max(0, from + shift));
  return { from: start, to: start + (to - from) };
}
