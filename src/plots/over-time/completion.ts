import type { LaneData } from '../../engine/frame/lane-data.ts';
import { durationLines } from '../../quantities/plots/duration-lines.ts';
import type { LaneReference } from '../../quantities/plots/lane-lines.ts';
import type { PlotOverTime } from './plot-over-time.ts';

/** The 95th percentile of all transfers of the counted time, for each class. */
const completionReferences = ({ description, frame }: LaneData): LaneReference[] =>
  (description?.classes ?? []).flatMap(({ timed }, classIndex) => {
    const durations = timed === 'completion' ? frame?.durations[classIndex] : undefined;
    return durations === undefined || durations.count === 0
      ? []
      : { symbol: 'p95', value: durations.p95Ms, classIndex };
  });

/** The transfers that are timed. */
export const completionPlot: PlotOverTime = {
  id: 'completion',
  title: 'Completion of transfers',
  unit: 'ms',
  help: 'Time from the start of a short transfer to the acknowledgement of its last segment. Each sample window has the mean of the transfers that ended, with a band up to the 95th percentile. On the page, the dotted line p95 is that of all since the warm-up. A scenario without short transfers has no line.',
  term: 'completion',
  gapMeaning: 'none completed',
  lines: (lane) => durationLines(lane, 'completion'),
  references: completionReferences,
};
