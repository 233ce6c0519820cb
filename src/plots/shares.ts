/** The share of each class in the goodput of the long flows. */
import type { LaneData } from '../engine/frame/lane-data.ts';
import { competingClasses, goodputShares, isEqualByHost } from '../quantities/figures/goodput-shares.ts';
import { laneLetter } from '../shared/lane-letters.ts';
import type { MomentPlot } from './moment-plot.ts';
import { classesOf, classInks, fileNumber, formatCountedTime, shownName } from './plot-marks.ts';
import { type LaneShares, shareBarsMarks } from './share-bars.ts';

const laneShares = (lanes: readonly LaneData[]): LaneShares[] =>
  lanes.map((lane) => ({
    name: shownName(lane),
    parts: goodputShares(lane, isEqualByHost(lanes))
      .filter(({ percent }) => Number.isFinite(percent))
      .map((share) => ({ ...share, inks: classInks(classesOf(lanes), share.index) })),
  }));

/** A bar for every lane. */
export const sharesPlot: MomentPlot = {
  id: 'shares',
  title: 'Share of each class',
  unit: '% of goodput',
  help: 'A bar for each lane: the goodput of long TCP flows since the warm-up, divided into the shares of their classes. Dashed lines show where the shares would end if all flows had the same goodput. In a lane that shares between hosts, they show equal goodput for all classes. A scenario without such classes has no bar.',
  term: 'fairness',
  label: 'Share of the goodput of each class since the warm-up, by lane',
  form: 'bar',
  columns: () => ({ lane: 'lane', class: 'class', value: 'share (%)', fairShare: 'equal share (%)' }),
  rows: ({ lanes }) =>
    lanes.flatMap((laneData, lane) =>
      goodputShares(laneData, isEqualByHost(lanes)).map(({ label, percent, equalPercent }) => ({
        lane: laneLetter(lane),
        class: label,
        value: fileNumber(percent),
        fairShare: fileNumber(equalPercent),
      })),
    ),
  isAvailable: ({ lanes }) => lanes.some((lane) => competingClasses(lane).length > 1),
  marks: ({ lanes }, size, ruler) =>
    shareBarsMarks(
      laneShares(lanes),
      isEqualByHost(lanes) ? 'equal per host' : 'equal per flow',
      `goodput ${formatCountedTime(lanes)}`,
      size,
      ruler,
    ),
};
