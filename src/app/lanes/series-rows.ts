import type { SeriesTable } from '../../engine/frame/lane-data.ts';
import { numberAt } from '../../shared/tables.ts';

/** The series of one lane: the rows of its frames, by number. */
export class SeriesRows {
  readonly stride: number;
  rowCount = 0;
  entries = new Float64Array(0);

  constructor(stride: number) {
    this.stride = stride;
  }

  /** Adds rows, starting at number `from`. Old rows with this number or a higher one are no longer valid. */
  writeRows(from: number, series: Float64Array): void {
    const neededLength = from * this.stride + series.length;
    if (neededLength > this.entries.length) {
      const larger = new Float64Array(Math.max(neededLength, 2 * this.entries.length, 128 * this.stride));
      larger.set(this.entries);
      this.entries = larger;
    }
    this.entries.set(series, from * this.stride);
    this.rowCount = from + series.length / this.stride;
  }

  /** The present rows. Later rows are not added to it. */
  get snapshot(): SeriesTable {
    const { rowCount } = this;
    return { rowCount, at: (row, column) => (row < rowCount ? this.at(row, column) : Number.NaN) };
  }

  /** NaN for a row that is unknown or deleted. */
  at(row: number, column: number): number {
    return row < this.rowCount ? numberAt(this.entries, row * this.stride + column) : Number.NaN;
  }
}
