import type { SeriesTable } from '../../engine/frame/lane-data.ts';
import { numberAt } from '../../shared/tables.ts';

/** The series of one lane: the rows of its frames, by number. */
export class SeriesRows {
  readonly stride: number;
  rowCount = 0;
  entries = new Float64Array(0);
  /** Rows that a snapshot reads in the present `entries`. They are not overwritten there. */
  private snapshotRowCount = 0;

  constructor(stride: number) {
    this.stride = stride;
  }

  /** Adds rows, starting at number `from`. Old rows with this number or a higher one are no longer valid. */
  writeRows(from: number, series: Float64Array): void {
    const neededLength = from * this.stride + series.length;
    if (neededLength > this.entries.length)
      this.copy(Math.max(neededLength, 2 * this.entries.length, 128 * this.stride));
    else if (series.length > 0 && from < this.snapshotRowCount) this.copy(this.entries.length);
    this.entries.set(series, from * this.stride);
    this.rowCount = from + series.length / this.stride;
  }

  private copy(length: number): void {
    const copiedEntries = new Float64Array(length);
    copiedEntries.set(this.entries);
    this.entries = copiedEntries;
    this.snapshotRowCount = 0;
  }

  /** The present rows, which do not change. */
  get snapshot(): SeriesTable {
    const { rowCount, entries, stride } = this;
    this.snapshotRowCount = Math.max(this.snapshotRowCount, rowCount);
    return {
      rowCount,
      at: (row, column) => (row < rowCount ? numberAt(entries, row * stride + column) : Number.NaN),
    };
  }

  /** NaN for a row that is unknown or deleted. */
  at(row: number, column: number): number {
    return row < this.rowCount ? numberAt(this.entries, row * this.stride + column) : Number.NaN;
  }
}
