/** The quantity of each panel: the chosen one, or that of the scenario. */
import type { RunDescription } from '../../engine/frame/frame.ts';
import { allKinds, openingKinds } from '../../export/plot-kinds.ts';
import { type PlotState, plotStore } from './plot-state.ts';

type PlottedLane = { readonly description: RunDescription | undefined } | undefined;

function bufferedBy(lane: PlottedLane): 'packets' | 'cells' {
  return lane?.description?.bufferUnit === 'cells' ? 'cells' : 'packets';
}

/** The plotted quantities: the chosen ones, or those of the scenario. */
export function kindsShown(lane: PlottedLane, { kinds }: Pick<PlotState, 'kinds'>): readonly string[] {
  const opening = openingKinds(lane?.description);
  return kinds[bufferedBy(lane)]?.flatMap((id, panel) => id ?? opening[panel] ?? []) ?? opening;
}

/** Chooses the quantity of a panel. */
export function plotInPanel(lane: PlottedLane, panel: number, id: string): void {
  const { kinds } = plotStore.getState();
  const chosen = kinds[bufferedBy(lane)];
  const panels = kindsShown(lane, { kinds }).map((_, at) => (at === panel ? id : chosen?.[at]));
  plotStore.setState({ kinds: { ...kinds, [bufferedBy(lane)]: panels } });
}

/** Largest number of plots beside each other. */
export const MOST_PLOTS = 3;

/** Adds a plot, or removes the last one if there are as many as have room. */
export function changePlots(lane: PlottedLane): void {
  const { kinds } = plotStore.getState();
  const shown = kindsShown(lane, { kinds });
  const next = ['queue', ...allKinds.map(({ id }) => id)].find((id) => !shown.includes(id)) as string;
  const chosen = shown.map((_, at) => kinds[bufferedBy(lane)]?.[at]);
  const panels = shown.length < MOST_PLOTS ? [...chosen, next] : chosen.slice(0, -1);
  plotStore.setState({ kinds: { ...kinds, [bufferedBy(lane)]: panels } });
}
