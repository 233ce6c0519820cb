/** The shared view of the plots: the same cursor and the same span of time in all of them. */
import { createStore } from 'zustand/vanilla';
import type { LaneDrawing, PlotSpan } from '../../run-state/link-view.ts';

export interface PlotState {
  /** Simulated time under the cursor, s. */
  readonly cursor: number | undefined;
  readonly span: PlotSpan;
  /** Chosen quantity of each panel, separately for packets and for cells; undefined for that of the scenario. */
  readonly kinds: Readonly<Partial<Record<'packets' | 'cells', readonly (string | undefined)[]>>>;
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
