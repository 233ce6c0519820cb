/**
 * The span whose events count in the figures of a lane: since the warm-up or, while this has no length, since the
 * start.
 */
import { type Frame, SeriesClassColumn, SeriesColumn, seriesClassColumn } from '../../engine/frame/frame.ts';
import type { LaneData } from '../../engine/frame/lane-data.ts';

/** Whether figures count from the start of the run: during the warm-up, and at its very end. */
export function countsFromStart({ description, frame }: Pick<LaneData, 'description' | 'frame'>): boolean {
  const warmupNs = description?.warmupNs ?? 0;
  return warmupNs > 0 && (frame?.timeNs ?? 0) <= warmupNs;
}

/**
 * The frame for the figures of a lane. At the very end of the warm-up, its counters have begun again: they are replaced
 * by those since the start of the run, and the other values by the means of the sample windows.
 */
export function countedFrame(lane: LaneData): Frame | undefined {
  const { frame, series } = lane;
  if (frame === undefined || frame.measured.spanNs > 0 || !countsFromStart(lane)) return frame;
  // The page may know later windows too: the run has been explored beyond the shown time.
  const rows = Array.from({ length: series.rowCount }, (_, row) => row).filter(
    (row) => series.at(row, SeriesColumn.timeNs) <= frame.timeNs,
  );
  /** Sums the windows with data. */
  const sum = (value: (row: number) => number) => rows.reduce((total, row) => total + (value(row) || 0), 0);
  // The used share of what the link could have sent.
  const rateBps = (row: number) => series.at(row, SeriesColumn.rateBps);
  const busyShare = sum((row) => rateBps(row) * series.at(row, SeriesColumn.busy)) / sum(rateBps);
  return {
    ...frame,
    measured: { ...frame.measured, classes: frame.classes, spanNs: frame.timeNs, busyNs: busyShare * frame.timeNs },
    durations: frame.durations.map((durations, index) => {
      if (durations === undefined) return undefined;
      const column = (row: number, name: number) => series.at(row, seriesClassColumn(index, name));
      const count = sum((row) => column(row, SeriesClassColumn.durations));
      const totalNs = sum(
        (row) => column(row, SeriesClassColumn.durations) * column(row, SeriesClassColumn.durationMeanNs),
      );
      return { ...durations, count, meanMs: totalNs / count / 1e6 };
    }),
  };
}
