/** The rates of payload. */
import { counterTotal } from '../../engine/figures/run-figures.ts';
import { ClassColumn, SeriesClassColumn } from '../../engine/frame/frame.ts';
import type { LaneData } from '../../engine/frame/lane-data.ts';
import { shownVideoGoal } from '../../quantities/figures/shown-video-goals.ts';
import { capacityReferences, EQUAL_SHARES_HELP, equalShareReferences } from '../../quantities/plots/equal-shares.ts';
import type { LaneReference } from '../../quantities/plots/lane-lines.ts';
import { RATE_SPAN_HELP, ratesOfSenders, totalRateLine, VIDEO_SPAN_HELP } from '../../quantities/plots/rate-lines.ts';
import type { PlotOverTime } from './plot-over-time.ts';

/** The throughput of each class. */
export const throughputPlot: PlotOverTime = {
  id: 'throughput',
  title: 'Throughput by class',
  unit: 'Mb/s',
  help: `Payload that the link sent, by class, with retransmissions. ${RATE_SPAN_HELP} ${EQUAL_SHARES_HELP}`,
  term: 'throughput',
  isOfOneQueue: true,
  lines: (lane) => ratesOfSenders(lane, SeriesClassColumn.throughputBps),
  references: equalShareReferences,
};

/** The goodput of all classes together. */
export const totalPlot: PlotOverTime = {
  id: 'total',
  title: 'Goodput, all classes',
  unit: 'Mb/s',
  help: `New payload that reached the receiver. ${RATE_SPAN_HELP} ${VIDEO_SPAN_HELP}`,
  term: 'goodput',
  lines: (lane) => [totalRateLine(lane, SeriesClassColumn.goodputBps)],
  references: capacityReferences,
};

/** The goodput of video at which a scenario reaches its goal: a share of the arriving bytes. */
function goodputGoals({ description, frame }: LaneData): LaneReference[] {
  const goal = description === undefined ? undefined : shownVideoGoal(description.scenario);
  if (description === undefined || frame === undefined || goal === undefined) return [];
  const { measured } = frame;
  return description.classes.flatMap(({ kind }, classIndex) =>
    kind === 'video'
      ? {
          symbol: `${100 * goal} %`,
          value: (goal * counterTotal(measured, ClassColumn.offeredBytes, classIndex) * 8e3) / measured.spanNs,
          classIndex,
        }
      : [],
  );
}

/** The goodput of each class. */
export const goodputPlot: PlotOverTime = {
  id: 'goodput',
  title: 'Goodput by class',
  unit: 'Mb/s',
  help: `New payload that reached the receiver, by class. ${RATE_SPAN_HELP} ${EQUAL_SHARES_HELP} If the scenario has a goal for video, a dotted line shows it: the goal, times the rate at which video arrives. ${VIDEO_SPAN_HELP}`,
  term: 'goodput',
  isOfOneQueue: true,
  lines: (lane) => ratesOfSenders(lane, SeriesClassColumn.goodputBps),
  references: (lane) => [...equalShareReferences(lane), ...goodputGoals(lane)],
};
