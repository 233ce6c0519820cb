import { numberAt } from '../../shared/lists.ts';

/** The latest places of a point in the units of its axes, independent of the size of the drawing. */
export class Trail {
  length = 0;
  private readonly points: Float64Array;
  private readonly times: Float64Array;
  private readonly most: number;
  private next = 0;

  /** @param most largest number of stored points */
  constructor(most: number) {
    this.most = most;
    this.points = new Float64Array(2 * most);
    this.times = new Float64Array(most);
  }

  /** @param time time of the point; needed only for `dropBefore` */
  push(x: number, y: number, time = 0): void {
    this.times[this.next] = time;
    this.points[2 * this.next] = x;
    this.points[2 * this.next + 1] = y;
    this.next = (this.next + 1) % this.most;
    this.length = Math.min(this.most, this.length + 1);
  }

  /** Deletes points before a time, except the newest point. */
  dropBefore(time: number): void {
    while (this.length > 1 && numberAt(this.times, this.slot(0)) < time) this.length--;
  }

  clear(): void {
    this.length = 0;
  }

  /** Horizontal value of a point. Index 0 is the oldest point. */
  x(index: number): number {
    return numberAt(this.points, 2 * this.slot(index));
  }

  y(index: number): number {
    return numberAt(this.points, 2 * this.slot(index) + 1);
  }

  private slot(index: number): number {
    return (this.next - this.length + index + this.most) % this.most;
  }
}
