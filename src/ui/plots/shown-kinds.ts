/** The quantity of each panel: the chosen one, or that of the scenario. */
import type { RunDescription } from '../../engine/frame/frame.ts';
import { openingKinds } from '../../export/plot-kinds.ts';
import { type PlotState, plotStore } from './plot-state.ts';

type PlottedLane = { readonly description: RunDescription | undefined } | undefined;

function bufferedBy(lane: PlottedLane): 'packets' | 'cells' {
  return lane?.description?.bufferUnit === 'cells' ? 'cells' : 'packets';
}

/** The plotted quantities: the chosen ones, or those of the scenario. */
export function kindsShown(lane: PlottedLane, { kinds }: Pick<PlotState, 'kinds'>): readonly string[] {
  const opening = openingKinds(lane?.description);
  return kinds[bufferedBy(lane)]?.map((id, panel) => id ?? (opening[panel] as string)) ?? opening;
}

/** Chooses the quantity of a panel. */
export function plotInPanel(lane: PlottedLane, panel: number, id: string): void {
  const { kinds } = plotStore.getState();
  const chosen = kinds[bufferedBy(lane)];
  const panels = kindsShown(lane, { kinds }).map((_, at) => (at === panel ? id : chosen?.[at]));
  plotStore.setState({ kinds: { ...kinds, [bufferedBy(lane)]: panels } });
}
