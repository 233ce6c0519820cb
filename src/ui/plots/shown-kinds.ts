/** The quantity of each panel, and the time of all: the chosen ones, or those of the scenario. */

import type { LaneSnapshot } from '../../app/lanes/lane.ts';
import { type RunDescription, SeriesColumn } from '../../engine/frame/frame.ts';
import { openingKinds, openingSpan } from '../../export/opening-kinds.ts';
import { allKinds } from '../../export/plot-kinds.ts';
import type { PlotSpan } from '../../run-state/link-view.ts';
import { required } from '../../shared/lists.ts';
import { shownSpan } from './plot-span.ts';
import { type PlotState, plotQuantities, plotStore } from './plot-state.ts';

type PlottedLanes = readonly { readonly description: RunDescription | undefined }[];

interface PlottedRun {
  readonly lanes: readonly Pick<LaneSnapshot, 'description' | 'series'>[];
  readonly timeNs: number;
  readonly endNs: number;
}

function bufferedBy([first]: PlottedLanes): 'packets' | 'cells' {
  return first?.description?.bufferUnit === 'cells' ? 'cells' : 'packets';
}

/** The plotted quantities: the chosen ones, or those of the scenario. */
export function kindsShown(lanes: PlottedLanes, { kinds }: Pick<PlotState, 'kinds'>): readonly string[] {
  const opening = openingKinds(lanes[0]?.description, lanes.length);
  return kinds[bufferedBy(lanes)]?.flatMap((id, panel) => id ?? opening[panel] ?? []) ?? opening;
}

/** The plotted time: the chosen one, or that of the scenario. */
export function plottedSpan([first]: PlottedLanes): PlotSpan {
  return plotStore.getState().span ?? openingSpan(first?.description);
}

/** The plotted time of a run now, s. */
export function plottedRange({ lanes, timeNs, endNs }: PlottedRun): readonly [from: number, to: number] {
  const knownNs = lanes.map(({ series }) =>
    series.rowCount > 0 ? series.at(series.rowCount - 1, SeriesColumn.timeNs) : 0,
  );
  return shownSpan(plottedSpan(lanes), timeNs / 1e9, endNs / 1e9, Math.max(timeNs, ...knownNs) / 1e9);
}

/** Chooses the quantity of a panel. */
export function plotInPanel(lanes: PlottedLanes, panel: number, id: string): void {
  const { kinds } = plotStore.getState();
  const chosen = kinds[bufferedBy(lanes)];
  const panels = kindsShown(lanes, { kinds }).map((_, index) => (index === panel ? id : chosen?.[index]));
  plotQuantities({ [bufferedBy(lanes)]: panels });
}

/** Largest number of plots beside each other. */
export const MAX_PLOTS = 3;

/** Adds a plot, or removes the last one if there are as many as have room. */
export function changePlots(lanes: PlottedLanes): void {
  const { kinds } = plotStore.getState();
  const ids = kindsShown(lanes, { kinds });
  const next = required(['queue', ...allKinds.map(({ id }) => id)].find((id) => !ids.includes(id)));
  const chosen = ids.map((_, index) => kinds[bufferedBy(lanes)]?.[index]);
  const panels = ids.length < MAX_PLOTS ? [...chosen, next] : chosen.slice(0, -1);
  plotQuantities({ [bufferedBy(lanes)]: panels });
}
