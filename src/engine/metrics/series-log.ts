/**
 * The rows of a run's series by number. A row is a function of the run: after a rewind, the same row is written again.
 */
import { NOT_STATE } from '../state/checkpoint.ts';

/** Rows of equal length in one growing table. Checkpoints leave it out. */
export class SeriesLog {
  readonly [NOT_STATE] = true;
  readonly stride: number;
  entries: Float64Array;

  constructor(stride: number) {
    this.stride = stride;
    this.entries = new Float64Array(stride * 256);
  }

  /** Index of the first entry of a row, which may not exist yet. */
  ensureRow(row: number): number {
    while ((row + 1) * this.stride > this.entries.length) {
      const largerTable = new Float64Array(this.entries.length * 2);
      largerTable.set(this.entries);
      this.entries = largerTable;
    }
    return row * this.stride;
  }

  /** Rows `from` to `until`, without `until`, in a new array. */
  slice(from: number, until: number): Float64Array {
    return this.entries.slice(from * this.stride, until * this.stride);
  }
}
