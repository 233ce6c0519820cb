/** The newest rows of a table of fixed width. */
export class RowRing {
  /** Rows written since the last `drain`, also those that were overwritten. */
  written = 0;
  readonly cells: Float64Array;
  private readonly stride: number;
  private readonly rows: number;

  constructor(rows: number, stride: number) {
    this.rows = rows;
    this.stride = stride;
    this.cells = new Float64Array(rows * stride);
  }

  /** Index of the first cell of a new row. */
  next(): number {
    const row = this.written % this.rows;
    this.written++;
    return row * this.stride;
  }

  /** The stored rows, oldest first, in a new array. */
  copyRows(): Float64Array {
    const kept = Math.min(this.written, this.rows);
    const table = new Float64Array(kept * this.stride);
    const first = this.written > this.rows ? (this.written % this.rows) * this.stride : 0;
    if (this.written > this.rows) {
      table.set(this.cells.subarray(first), 0);
      table.set(this.cells.subarray(0, first), this.cells.length - first);
    } else table.set(this.cells.subarray(0, kept * this.stride));
    return table;
  }

  /** The stored rows as above; the ring is empty afterwards. */
  drain(): Float64Array {
    const table = this.copyRows();
    this.written = 0;
    return table;
  }
}
