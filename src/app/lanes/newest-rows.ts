import { numberAt, type RowReader, rowAt } from '../../shared/tables.ts';

/**
 * The newest rows of a table whose first column is a time, ns, oldest first. They are numbers in one table: an object
 * for each packet of each frame would be most of the page's garbage.
 */
export class NewestRows {
  private readonly stride: number;
  private readonly maxRows: number;
  private table: Float64Array;
  /** The place of the oldest row in the table, and the place behind the newest one. */
  private start = 0;
  private end = 0;

  constructor(stride: number, maxRows: number) {
    this.stride = stride;
    this.maxRows = maxRows;
    this.table = new Float64Array(2 * maxRows * stride);
  }

  /** The present rows. Later changes may overwrite them. */
  get rows(): Float64Array {
    return this.table.subarray(this.start, this.end);
  }

  get rowCount(): number {
    return (this.end - this.start) / this.stride;
  }

  /** Time of the newest row, ns; -1 without one. */
  get newestNs(): number {
    return this.end === this.start ? -1 : numberAt(this.table, this.end - this.stride);
  }

  /** A copy, which later rows do not change. It takes no more rows. */
  get copy(): NewestRows {
    const copy = new NewestRows(this.stride, 0);
    copy.table = this.table.slice(this.start, this.end);
    copy.end = copy.table.length;
    return copy;
  }

  /**
   * Reads a row.
   * @param row from 0, the oldest one
   */
  at(row: number): RowReader {
    return rowAt(this.table, this.start + row * this.stride);
  }

  /** Adds the row that begins at a place of another table. */
  add(source: Float64Array, from: number): void {
    if (this.end === this.table.length) {
      this.table.copyWithin(0, this.start, this.end);
      this.end -= this.start;
      this.start = 0;
    }
    for (let column = 0; column < this.stride; column++)
      this.table[this.end + column] = numberAt(source, from + column);
    this.end += this.stride;
    if (this.rowCount > this.maxRows) this.start += this.stride;
  }

  /** Deletes the newest rows with times that are no longer valid. */
  removeWhile(isInvalid: (timeNs: number) => boolean): void {
    while (this.rowCount > 0 && isInvalid(this.newestNs)) this.end -= this.stride;
  }
}
