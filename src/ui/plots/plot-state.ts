/** The shared view of the plots: the same cursor and the same span of time in all of them. */
import { createStore } from 'zustand/vanilla';
import type { LaneDrawing, PlotSpan } from '../../run-state/link-view.ts';

export interface PlotState {
  /** Simulated time under the cursor, s. */
  readonly cursor: number | undefined;
  readonly span: PlotSpan;
  /** Chosen quantity of each panel, separately for packets and for cells. */
  readonly kinds: Readonly<Partial<Record<'packets' | 'cells', readonly string[]>>>;
  /** Lanes whose difference is drawn: the first minus the second. */
  readonly difference: readonly [number, number] | undefined;
  readonly table: boolean;
  /** If there is no room for both, lenses are shown in place of the plots. */
  readonly lenses: boolean;
  /** The sender that is plotted in place of the quantities: its lane and its flow. */
  readonly sender: { readonly lane: number; readonly flow: number } | undefined;
  /** By lane, the drawing under its queue; default: the lens. */
  readonly drawings: readonly (LaneDrawing | undefined)[];
}

export const plotStore = createStore<PlotState>(() => ({
  cursor: undefined,
  span: 'last',
  kinds: {},
  difference: undefined,
  table: false,
  lenses: false,
  sender: undefined,
  drawings: [],
}));

/** Chooses the drawing under the queue of a lane. */
export function drawInLane(index: number, drawing: LaneDrawing): void {
  const drawings = [...plotStore.getState().drawings];
  drawings[index] = drawing;
  plotStore.setState({ drawings });
}

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
