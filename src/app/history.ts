/** The series of one lane: the rows that its frames brought, one after the other. */
export class History {
  readonly stride: number;
  rows = 0;
  cells = new Float64Array(0);

  constructor(stride: number) {
    this.stride = stride;
  }

  append(series: Float64Array): void {
    const needed = this.rows * this.stride + series.length;
    if (needed > this.cells.length) {
      const larger = new Float64Array(Math.max(needed, 2 * this.cells.length, 128 * this.stride));
      larger.set(this.cells);
      this.cells = larger;
    }
    this.cells.set(series, this.rows * this.stride);
    this.rows += series.length / this.stride;
  }

  at(row: number, column: number): number {
    return this.cells[row * this.stride + column] ?? Number.NaN;
  }
}
