import { numberAt } from '../../shared/tables.ts';

/** The latest places of a point in the units of its axes, independent of the size of the drawing. */
export class Trail {
  length = 0;
  private readonly points: Float64Array;
  private readonly times: Float64Array;
  private readonly maxPoints: number;
  private nextIndex = 0;

  /** @param maxPoints largest number of stored points */
  constructor(maxPoints: number) {
    this.maxPoints = maxPoints;
    this.points = new Float64Array(2 * maxPoints);
    this.times = new Float64Array(maxPoints);
  }

  /** @param timeNs time of the point; needed only for `removeBefore` */
  push(x: number, y: number, timeNs = 0): void {
    this.times[this.nextIndex] = timeNs;
    this.points[2 * this.nextIndex] = x;
    this.points[2 * this.nextIndex + 1] = y;
    this.nextIndex = (this.nextIndex + 1) % this.maxPoints;
    this.length = Math.min(this.maxPoints, this.length + 1);
  }

  /** Deletes points before a time, except the newest point. */
  removeBefore(timeNs: number): void {
    while (this.length > 1 && numberAt(this.times, this.slot(0)) < timeNs) this.length--;
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
    return (this.nextIndex - this.length + index + this.maxPoints) % this.maxPoints;
  }
}
