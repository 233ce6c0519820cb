/**
 * Summary of the values of many sample windows in a small space: for each group of neighbours the mean, and the range
 * from the 5th to the 95th percentile of the values.
 */
import { numberAt } from '../../shared/tables.ts';
import type { PlotLine } from './plot-model.ts';

/** Groups with fewer values than this are drawn without a summary. */
const MIN_GROUP_VALUES = 8;
/** Width of a group, px. */
const GROUP_WIDTH_PX = 4;

/** Number of rows in a group, for a number of rows and their width, px; 1 if each row is drawn. */
export function groupSeriesRows(rowCount: number, pixels: number): number {
  const rowsPerGroup = Math.ceil((rowCount * GROUP_WIDTH_PX) / Math.max(1, pixels));
  return rowsPerGroup < MIN_GROUP_VALUES ? 1 : rowsPerGroup;
}

/** The summaries of the groups of one line, in tables that are used again. */
export class PercentileRibbon {
  length = 0;
  private rows = new Float64Array(0);
  private quantiles = new Float64Array(0);
  private means = new Float64Array(0);
  private values = new Float64Array(0);

  /**
   * Groups of `rowsPerGroup` rows, counted from row 0, so that a group has the same rows in every drawing. Missing
   * values do not count, and a group without values has no summary. In a mean, each value has its weight; the
   * percentiles count each value once.
   */
  summarise(
    { value, weight }: Pick<PlotLine, 'value' | 'weight'>,
    first: number,
    last: number,
    rowsPerGroup: number,
  ): void {
    const start = Math.floor(first / rowsPerGroup) * rowsPerGroup;
    const groups = Math.max(0, Math.ceil((last - start) / rowsPerGroup));
    if (this.rows.length < groups) {
      this.rows = new Float64Array(groups);
      this.quantiles = new Float64Array(2 * groups);
      this.means = new Float64Array(groups);
    }
    if (this.values.length < rowsPerGroup) this.values = new Float64Array(rowsPerGroup);
    this.length = groups;
    for (let group = 0; group < groups; group++) {
      const from = start + group * rowsPerGroup;
      const to = Math.min(last, from + rowsPerGroup);
      let count = 0;
      let sum = 0;
      let weights = 0;
      for (let row = Math.max(first, from); row < to; row++) {
        const valueOfRow = value(row);
        if (Number.isNaN(valueOfRow)) continue;
        this.values[count++] = valueOfRow;
        const weightOfRow = weight?.(row) ?? 1;
        sum += weightOfRow * valueOfRow;
        weights += weightOfRow;
      }
      const sortedValues = this.values.subarray(0, count).sort();
      this.rows[group] = (Math.max(first, from) + to - 1) / 2;
      this.means[group] = sum / weights;
      this.quantiles[2 * group] = quantileOfSorted(sortedValues, LOW_SHARE);
      this.quantiles[2 * group + 1] = quantileOfSorted(sortedValues, HIGH_SHARE);
    }
  }

  /** Index of the row in the middle of a group. */
  row(group: number): number {
    return numberAt(this.rows, group);
  }

  mean(group: number): number {
    return numberAt(this.means, group);
  }

  lowQuantile(group: number): number {
    return numberAt(this.quantiles, 2 * group);
  }

  highQuantile(group: number): number {
    return numberAt(this.quantiles, 2 * group + 1);
  }
}

/** The 5th and the 95th percentile. */
const LOW_SHARE = 0.05;
const HIGH_SHARE = 0.95;

/** Quantile of sorted values, with linear interpolation; NaN without values. */
export function quantileOfSorted(sortedValues: ArrayLike<number>, share: number): number {
  const rank = share * (sortedValues.length - 1);
  const low = Math.floor(rank);
  const [lower = Number.NaN, upper = lower] = [sortedValues[low], sortedValues[low + 1]];
  return lower + (rank - low) * (upper - lower);
}
