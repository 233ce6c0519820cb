/** The plot of each panel, and the time of all: the chosen ones, or those of the scenario. */

import type { Session } from '../../app/lanes/session.ts';
import { SeriesColumn } from '../../engine/frame/frame.ts';
import type { LaneData } from '../../engine/frame/lane-data.ts';
import { allPlots } from '../../plots/all-plots.ts';
import { openingPlotIds, openingSpan } from '../../quantities/plots/opening-plots.ts';
import type { PlotSpan } from '../../run-state/url-view.ts';
import { required } from '../../shared/required.ts';
import { shownSpan } from './plot-span.ts';
import { type PlotState, plotStore, setPlotIds } from './plot-state.ts';

type DescribedLanes = readonly Pick<LaneData, 'description'>[];

interface PlottedRun {
  readonly lanes: readonly Pick<LaneData, 'description' | 'series'>[];
  readonly timeNs: number;
  readonly endNs: number;
}

function bufferedBy([first]: DescribedLanes): 'packets' | 'cells' {
  return first?.description?.bufferUnit === 'cells' ? 'cells' : 'packets';
}

/** Ids of the plots: the chosen ones, or those of the scenario. */
export function shownPlotIds(lanes: DescribedLanes, { plotIds }: Pick<PlotState, 'plotIds'>): readonly string[] {
  const opening = openingPlotIds(lanes[0]?.description, lanes.length);
  return plotIds[bufferedBy(lanes)]?.flatMap((id, panel) => id ?? opening[panel] ?? []) ?? opening;
}

/** The plotted time: the chosen one, or that of the scenario. */
export function plottedSpan([first]: DescribedLanes, { span }: Pick<PlotState, 'span'>): PlotSpan {
  return span ?? openingSpan(first?.description);
}

/** The lanes whose difference is drawn; undefined for all lanes, also if one of the two was removed. */
export function plottedDifference(
  laneCount: number,
  { difference }: Pick<PlotState, 'difference'>,
): PlotState['difference'] {
  return difference !== undefined && Math.max(...difference) < laneCount ? difference : undefined;
}

/** The plotted time of a run now, s. */
export function plottedRange({ lanes, timeNs, endNs }: PlottedRun): readonly [from: number, to: number] {
  const knownNs = lanes.map(({ series }) =>
    series.rowCount > 0 ? series.at(series.rowCount - 1, SeriesColumn.timeNs) : 0,
  );
  return shownSpan(
    plottedSpan(lanes, plotStore.getState()),
    timeNs / 1e9,
    endNs / 1e9,
    Math.max(timeNs, ...knownNs) / 1e9,
  );
}

/** The stretch of time in which a run plays on, for the models of the plots. */
export const playedStretch = ({
  isPlaying,
  jumpCount,
}: Pick<Session, 'isPlaying' | 'jumpCount'>): number | undefined => (isPlaying ? jumpCount : undefined);

/** Chooses the plot of a panel. */
export function choosePlot(lanes: DescribedLanes, panel: number, id: string): void {
  const { plotIds } = plotStore.getState();
  const chosenIds = plotIds[bufferedBy(lanes)];
  const panels = shownPlotIds(lanes, { plotIds }).map((_, index) => (index === panel ? id : chosenIds?.[index]));
  setPlotIds({ [bufferedBy(lanes)]: panels });
}

/** Largest number of plots beside each other. */
export const MAX_PLOTS = 3;

/** Adds a plot, or removes the last one if there are as many as have room. */
export function changePlotCount(lanes: DescribedLanes): void {
  const { plotIds } = plotStore.getState();
  const ids = shownPlotIds(lanes, { plotIds });
  const hasUp = lanes[0]?.description?.up !== undefined;
  const firstIds = hasUp ? ['delay', 'delay-up', 'queue'] : ['queue'];
  const next = required([...firstIds, ...allPlots.map(({ id }) => id)].find((id) => !ids.includes(id)));
  const chosenIds = ids.map((_, index) => plotIds[bufferedBy(lanes)]?.[index]);
  const panels = ids.length < MAX_PLOTS ? [...chosenIds, next] : chosenIds.slice(0, -1);
  setPlotIds({ [bufferedBy(lanes)]: panels });
}
