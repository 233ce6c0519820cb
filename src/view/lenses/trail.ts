/** Where a point has been lately, in the units of its axes: right at any size of the drawing. */
export class Trail {
  length = 0;
  private readonly points: Float64Array;
  private readonly most: number;
  private next = 0;

  /** @param most points that are kept */
  constructor(most: number) {
    this.most = most;
    this.points = new Float64Array(2 * most);
  }

  push(x: number, y: number): void {
    this.points[2 * this.next] = x;
    this.points[2 * this.next + 1] = y;
    this.next = (this.next + 1) % this.most;
    this.length = Math.min(this.most, this.length + 1);
  }

  clear(): void {
    this.length = 0;
  }

  /** The oldest is 0. */
  x(index: number): number {
    return this.points[2 * this.slot(index)] as number;
  }

  y(index: number): number {
    return this.points[2 * this.slot(index) + 1] as number;
  }

  private slot(index: number): number {
    return (this.next - this.length + index + this.most) % this.most;
  }
}
