/** The span of time that the plots show. */
import type { PlotSpan } from '../../run-state/link-view.ts';

/** Width of the moving window, s. */
export const LAST_SECONDS = 20;

/** The shown span of time when the run is at `now`, s. */
export function shownSpan(span: PlotSpan, now: number, end: number): readonly [from: number, to: number] {
  if (typeof span === 'object') return [span.from, span.to];
  if (span === 'whole') return [0, Math.max(end, 1e-3)];
  const from = Math.max(0, now - LAST_SECONDS);
  return [from, Math.max(1e-3, Math.min(end, from + LAST_SECONDS))];
}

/** A span made narrower (factor below 1) or wider around a time, inside the run. */
export function zoomed(from: number, to: number, around: number, factor: number, end: number): PlotSpan {
  const width = Math.min(end, Math.max(0.001, (to - from) * factor));
  if (width >= end) return 'whole';
  const start = Math.min(end - width, Math.max(0, around - ((around - from) / (to - from)) * width));
  return { from: start, to: start + width };
}

/** A span moved by `by` seconds, inside the run. */
export function panned(from: number, to: number, by: number, end: number): PlotSpan {
  const start = Math.min(Math.max(0, end - (to - from)), Math.max(0, from + by));
  return { from: start, to: start + (to - from) };
}
