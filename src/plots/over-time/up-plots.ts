/**
 * The plots of the queue up, in a run with two queues: those of the queue down, with the values of the other direction.
 */
import type { LaneData } from '../../engine/frame/lane-data.ts';
import type { PlotOverTime } from './plot-over-time.ts';

const kindOfUp = (kind: PlotOverTime): PlotOverTime => ({
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

/** The plots, and then those of the queue up. */
export const withUpPlots = (plots: readonly PlotOverTime[]): readonly PlotOverTime[] => [
  ...plots,
  ...plots.filter(({ isOfOneQueue }) => isOfOneQueue === true).map(kindOfUp),
];

/** The title of a plot in a run with two queues: it names the queue, where there is the same plot of the other one. */
export const titleBesideUp = ({
  title,
  isOfOneQueue,
  direction,
}: Pick<PlotOverTime, 'title' | 'isOfOneQueue' | 'direction'>): string =>
  isOfOneQueue === true && direction === undefined ? `${title}, down` : title;

/** The queue of a lane that a plot shows. */
export function plottedQueue<T extends LaneData>({ direction }: Pick<PlotOverTime, 'direction'>, lane: T): LaneData {
  return (direction === 'up' && lane.up) || lane;
}
