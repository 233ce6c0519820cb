/** The plots of the queue up, in a run with two queues: those of the queue down, with the values of the other direction. */
import type { LaneData } from '../../engine/frame/lane-data.ts';
import { delayPlots } from './delay-plots.ts';
import type { PlotKind } from './plot-kind.ts';
import { queuePlots } from './queue-plots.ts';
import { ratePlots } from './rate-plots.ts';
import { signalPlots } from './signal-plots.ts';
import { verdictPlots } from './verdict-plots.ts';

const kindOfUp = (kind: PlotKind): PlotKind => ({
  ...kind,
  id: `${kind.id}-up`,
  title: `${kind.title}, up`,
  help: `Of the direction up, where uploads and the ACKs of downloads wait. ${kind.help}`,
  direction: 'up',
  hasLinkRate: false,
  lines: ({ up }) => (up === undefined ? [] : kind.lines(up)),
  references: ({ up }) => (up === undefined ? [] : (kind.references?.(up) ?? [])),
  movingThresholds: ({ up }) => (up === undefined ? [] : (kind.movingThresholds?.(up) ?? [])),
});

export const upPlots: readonly PlotKind[] = [
  ...queuePlots,
  ...delayPlots,
  ...ratePlots,
  ...verdictPlots,
  ...signalPlots,
].flatMap((kind) => (kind.isOfOneQueue === true ? kindOfUp(kind) : []));

/** The title of a plot in a run with two queues: it names the queue, where there is the same plot of the other one. */
export const titleBesideUp = ({
  title,
  isOfOneQueue,
  direction,
}: Pick<PlotKind, 'title' | 'isOfOneQueue' | 'direction'>): string =>
  isOfOneQueue === true && direction === undefined ? `${title}, down` : title;

/** The queue of a lane that a plot shows. */
export function plottedQueue<T extends LaneData>({ direction }: Pick<PlotKind, 'direction'>, lane: T): LaneData {
  return (direction === 'up' && lane.up) || lane;
}
