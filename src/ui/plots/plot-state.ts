/** The shared view of the plots: the same cursor and the same span of time in all of them; and what changes it. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { LaneViewMode, PlotSpan } from '../../run-state/url-view.ts';
import type { GuessLine } from './guess-lines.ts';

export interface PlotState {
  /** Simulated time under the cursor, s. */
  readonly cursorSeconds: number | undefined;
  /** The chosen time; undefined for that of the scenario. */
  readonly span: PlotSpan | undefined;
  /** Id of the chosen plot of each panel, separately for packets and for cells; undefined for that of the scenario. */
  readonly plotIds: Readonly<Partial<Record<'packets' | 'cells', readonly (string | undefined)[]>>>;
  /** Lanes whose difference is drawn: the first minus the second. */
  readonly difference: readonly [number, number] | undefined;
  readonly showsTable: boolean;
  /** If there is no room for both, lenses are shown in place of the plots. */
  readonly showsLenses: boolean;
  /** The sender that is shown in place of the plots: its lane and its flow. */
  readonly sender: { readonly lane: number; readonly flow: number } | undefined;
  /** The answer of a student to the present step of a lesson, drawn over the run. */
  readonly guesses: readonly GuessLine[];
  /** By lane, the drawing under its queue; default: the lens. */
  readonly drawings: readonly (LaneViewMode | undefined)[];
}

const store = createStore<PlotState>(() => ({
  cursorSeconds: undefined,
  span: undefined,
  plotIds: {},
  difference: undefined,
  showsTable: false,
  showsLenses: false,
  sender: undefined,
  guesses: [],
  drawings: [],
}));
const set = store.setState;

/** The state for those who read it. Only the functions below change it. */
export const plotStore: Pick<StoreApi<PlotState>, 'getState' | 'getInitialState' | 'subscribe'> = store;

/** Moves the cursor to a simulated time, s; undefined removes it. */
export const moveCursor = (cursor: PlotState['cursorSeconds']) => set({ cursorSeconds: cursor });

export const showSpan = (span: PlotSpan) => set({ span });

/** Chooses other plots for the panels, of packets or of cells. */
export const setPlotIds = (plotIds: PlotState['plotIds']) =>
  set((state) => ({ plotIds: { ...state.plotIds, ...plotIds } }));

/** Draws the difference of two lanes; undefined: all lanes. */
export const plotDifference = (difference: PlotState['difference']) => set({ difference });

export const showTable = (showsTable: boolean) => set({ showsTable });

/** Shows a sender in place of the plots; undefined: the plots again. */
export const setSender = (sender: PlotState['sender']) => set({ sender, showsTable: false });

/** If there is no room for both, shows the lenses in place of the plots, or the plots again. */
export const showLenses = (showsLenses: boolean) => set({ showsLenses });

/** Chooses the drawing under the queue of a lane. */
export const setLaneDrawing = (lane: number, mode: LaneViewMode) =>
  set(({ drawings }) => ({ drawings: Object.assign([...drawings], { [lane]: mode }) }));

/** Shows a view as a whole: that of a link, of a step of a lesson, or an earlier one. */
export const showPlots = (view: Partial<PlotState>) => set(view);
