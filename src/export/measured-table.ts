/** A measured series beside a run, as files contain it. docs/TABLES.md describes its fields. */
export interface MeasuredTable {
  /** Name of the file, and of the series in it. */
  readonly name: string;
  /** Id of the plot with the same definition. */
  readonly plot: string;
  readonly unit: string;
  readonly countedBy: string;
  /** In the time of the run, s. */
  readonly timesSeconds: readonly number[];
  readonly values: readonly number[];
  /** The 95th percentiles, if each value is the mean of several. */
  readonly p95?: readonly number[];
}
