/** The newest rows of a table of fixed width. */
export class RowRing {
  /** Rows written since the last `drain`, also those that were overwritten. */
  writtenRowCount = 0;
  readonly table: Float64Array;
  private readonly stride: number;
  private readonly capacityRows: number;

  constructor(rowCount: number, stride: number) {
    this.capacityRows = rowCount;
    this.stride = stride;
    this.table = new Float64Array(rowCount * stride);
  }

  /** Index of the first entry of a new row. */
  beginRow(): number {
    const row = this.writtenRowCount % this.capacityRows;
    this.writtenRowCount++;
    return row * this.stride;
  }

  /** The stored rows, oldest first, in a new array. */
  copyRows(): Float64Array {
    const keptRows = Math.min(this.writtenRowCount, this.capacityRows);
    const table = new Float64Array(keptRows * this.stride);
    const first =
      this.writtenRowCount > this.capacityRows ? (this.writtenRowCount % this.capacityRows) * this.stride : 0;
    if (this.writtenRowCount > this.capacityRows) {
      table.set(this.table.subarray(first), 0);
      table.set(this.table.subarray(0, first), this.table.length - first);
    } else table.set(this.table.subarray(0, keptRows * this.stride));
    return table;
  }

  /** The stored rows as above; the ring is empty afterwards. */
  drain(): Float64Array {
    const table = this.copyRows();
    this.writtenRowCount = 0;
    return table;
  }
}
