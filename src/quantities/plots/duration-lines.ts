/** Lines of the transfers and round trips that are timed. */
import { type DurationKind, type Durations, SeriesClassColumn, seriesClassColumn } from '../../engine/frame/frame.ts';
import type { LaneData } from '../../engine/frame/lane-data.ts';
import { columnValue, type LaneLine, lineOfKey } from './lane-lines.ts';

/** One line for each class that times its transfers, or its round trips. */
export function durationLines(
  lane: LaneData,
  durationKind: DurationKind,
): (LaneLine & { readonly classIndex: number })[] {
  return (lane.description?.classes ?? []).flatMap(({ timed, label }, index) => {
    if (timed !== durationKind) return [];
    const { durationMeanNs, durationP95Ns, durations: countedDurations } = SeriesClassColumn;
    const knownMean = ({ meanMs, count }: Durations) => (count === 0 ? Number.NaN : meanMs);
    const wholeRun = lane.frame?.durations[index];
    return {
      ...lineOfKey(label, columnValue(lane, seriesClassColumn(index, durationMeanNs), 1e-6)),
      classIndex: index,
      upperValue: columnValue(lane, seriesClassColumn(index, durationP95Ns), 1e-6),
      weight: columnValue(lane, seriesClassColumn(index, countedDurations), 1),
      ...(wholeRun === undefined ? {} : { mean: () => knownMean(wholeRun) }),
    };
  });
}
