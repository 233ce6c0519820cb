/** Small curves in a table: a figure over time, with all lanes of a row on one scale from 0. */
import type { LaneSnapshot } from '../../app/lanes/lane.ts';
import { SeriesColumn } from '../../engine/frame/frame.ts';
import type { RunCurve } from '../../plots/run-curves.ts';
import { firstIndexFrom } from '../../view/plots/plot-model.ts';

const SPARKLINE_SIZE = { width: 64, height: 16, points: 32 };

/** Each value is the mean of one of 32 equal parts of the rows; NaN without a value. */
export function sparklinePoints(rowCount: number, value: (row: number) => number): number[] {
  const length = Math.min(SPARKLINE_SIZE.points, rowCount);
  return Array.from({ length }, (_, index) => {
    let sum = 0;
    let count = 0;
    for (
      let row = Math.floor((index * rowCount) / length);
      row < Math.floor(((index + 1) * rowCount) / length);
      row++
    ) {
      if (Number.isNaN(value(row))) continue;
      sum += value(row);
      count++;
    }
    return sum / count;
  });
}

/** The number of rows up to the shown time. The series has later rows too, if the run went back. */
const shownRowCount = ({ frame, series }: LaneSnapshot): number =>
  firstIndexFrom(series.rowCount, (row) => series.at(row, SeriesColumn.timeNs), (frame?.timeNs ?? 0) + 1);

/** The curves of all lanes up to the shown time, and the top of their common scale. */
export function sparklineLines(
  curve: RunCurve,
  lanes: readonly LaneSnapshot[],
): { readonly lines: number[][]; readonly highestValue: number } {
  const lines = lanes.map((lane) => {
    const value = curve.value(lane);
    return value === undefined ? [] : sparklinePoints(shownRowCount(lane), value);
  });
  return { lines, highestValue: Math.max(0, ...lines.flat().filter((value) => !Number.isNaN(value))) };
}

/** A path through the points, with gaps for missing values. */
export function sparklinePath(points: readonly number[], highestValue: number): string {
  let pen = 'M';
  return points
    .map((value, index) => {
      if (Number.isNaN(value)) {
        pen = 'M';
        return '';
      }
      const x = (index / Math.max(1, points.length - 1)) * SPARKLINE_SIZE.width;
      const y = SPARKLINE_SIZE.height - 1 - (value / Math.max(highestValue, 1e-12)) * (SPARKLINE_SIZE.height - 2);
      // A value without neighbours is a dot: a line of no length, with round ends.
      const step = `${pen}${x.toFixed(1)} ${y.toFixed(1)}${pen === 'M' ? 'h0' : ''}`;
      pen = 'L';
      return step;
    })
    .join('');
}

export function Sparkline({
  points,
  highestValue,
}: {
  readonly points: readonly number[];
  readonly highestValue: number;
}) {
  return (
    <svg className="compare-spark" width={SPARKLINE_SIZE.width} height={SPARKLINE_SIZE.height} aria-hidden="true">
      <path d={sparklinePath(points, highestValue)} fill="none" stroke="currentColor" strokeLinecap="round" />
    </svg>
  );
}
