/** The goodput of each host: each class of flows stands for one. */
import type { LaneData } from '../engine/frame/lane-data.ts';
import { classGoodputMbps } from '../quantities/figures/class-rates.ts';
import { equalHostGoodputMbps } from '../quantities/plots/equal-shares.ts';
import { laneLetter } from '../shared/lane-letters.ts';
import { flowRates } from './flows.ts';
import type { MomentPlot } from './moment-plot.ts';
import { classesOf, classInks, fileNumber, formatCountedTime, shownName } from './plot-marks.ts';
import { type LaneBars, rateBarsMarks } from './rate-bars.ts';

/** A class gets this many times its rate in lane A, or more. */
const MIN_SHOWN_RATIO = 1.5;

/** The class of a later lane whose goodput is the largest multiple of that in lane A. */
function mostChangedHost([first, ...others]: readonly LaneData[]) {
  const goodput = (lane: LaneData | undefined, index: number) =>
    lane?.frame === undefined ? Number.NaN : classGoodputMbps(lane.frame, index);
  return others
    .flatMap((lane) =>
      (lane.description?.classes ?? []).map((_, index) => ({
        lane,
        index,
        ratio: goodput(lane, index) / goodput(first, index),
      })),
    )
    .filter(({ ratio }) => ratio >= MIN_SHOWN_RATIO && Number.isFinite(ratio))
    .sort((a, b) => b.ratio - a.ratio)[0];
}

function hostBars(lanes: readonly LaneData[]): LaneBars[] {
  const changedHost = mostChangedHost(lanes);
  const classes = classesOf(lanes);
  return lanes.map((lane) => {
    const { frame } = lane;
    const rates = flowRates(lane);
    const flowsOf = (index: number) =>
      rates.flatMap(({ classIndex, rateMbps }) => (classIndex === index ? [rateMbps] : []));
    const bars =
      frame === undefined
        ? []
        : classes.map(({ label }, index) => ({
            label,
            inks: classInks(classes, index),
            rateMbps: classGoodputMbps(frame, index),
            flowMbps: flowsOf(index),
            ratio: lane === changedHost?.lane && index === changedHost.index ? changedHost.ratio : undefined,
          }));
    return { name: shownName(lane), bars, comparedMbps: equalHostGoodputMbps(lane) };
  });
}

/** A bar for every host. */
export const hostsPlot: MomentPlot = {
  id: 'hosts',
  title: 'Goodput of each host',
  unit: 'Mb/s',
  help: 'The bars show the new payload per second that reached the receivers of each class since the warm-up. Each class of flows stands for one host, as in CAKE. Lines divide a bar into its flows. Dashed lines show an equal share: the goodput of all hosts with long TCP flows, divided by their number.',
  term: 'fairness',
  label: 'Goodput of each host since the warm-up, by lane, with the equal share of a host',
  form: 'bar',
  columns: () => ({ lane: 'lane', class: 'host', value: 'goodput (Mb/s)', fairShare: 'equal share (Mb/s)' }),
  /** Empty where no hosts compete. */
  rows: ({ lanes }) =>
    lanes.flatMap((laneData, lane) => {
      const { frame } = laneData;
      const equalMbps = equalHostGoodputMbps(laneData);
      if (frame === undefined || equalMbps === undefined) return [];
      return classesOf(lanes).map(({ label }, index) => ({
        lane: laneLetter(lane),
        class: label,
        value: fileNumber(classGoodputMbps(frame, index)),
        fairShare: fileNumber(equalMbps),
      }));
    }),
  isAvailable: ({ lanes }) => lanes.some((lane) => equalHostGoodputMbps(lane) !== undefined),
  marks: ({ lanes }, size, ruler) => {
    const hasCompetitors = lanes.some((lane) => equalHostGoodputMbps(lane) !== undefined);
    const meaning = hasCompetitors ? 'equal per host: mean goodput of hosts with downloads' : undefined;
    return rateBarsMarks(hostBars(lanes), meaning, [`mean ${formatCountedTime(lanes)}`], size, ruler);
  },
};
