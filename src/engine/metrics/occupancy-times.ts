/**
 * The time with each length of the queue, in steps, and these in bins of equal width. If a queue is longer than the
 * last bin, all bins become twice as wide.
 */
const BIN_COUNT = 256;

/** Times by the length of one queue, ns. */
export class OccupancyTimes {
  /** A step in the unit of the queue: 1 packet, or a number of bytes. */
  readonly step: number;
  private readonly bins = new Float64Array(BIN_COUNT);
  /** A bin is 2^shift steps wide. */
  private shift = 0;
  private highestOccupancy = -1;

  constructor(step = 1) {
    this.step = step;
  }

  /** Steps per bin, n: bin i has the times with at least i n and less than (i + 1) n steps. */
  get binSteps(): number {
    return 1 << this.shift;
  }

  /** Adds `elapsedNs` with a queue of this length, which is rounded to steps. */
  addLength(length: number, elapsedNs: number): void {
    this.add(Math.round(length / this.step), elapsedNs);
  }

  /** Adds `elapsedNs` with a queue of this many steps, a whole number. */
  add(steps: number, elapsedNs: number): void {
    while (steps >> this.shift >= BIN_COUNT) this.doubleBinWidth();
    const bin = steps >> this.shift;
    this.bins[bin] = this.bins[bin] + elapsedNs;
    if (bin > this.highestOccupancy) this.highestOccupancy = bin;
  }

  clear(): void {
    this.bins.fill(0);
    this.shift = 0;
    this.highestOccupancy = -1;
  }

  /** Times up to the longest queue, ns, in a new array. */
  drain(): Float64Array {
    return this.bins.slice(0, this.highestOccupancy + 1);
  }

  private doubleBinWidth(): void {
    const { bins } = this;
    for (let bin = 0; bin < BIN_COUNT; bin++) bins[bin] = 2 * bin < BIN_COUNT ? bins[2 * bin] + bins[2 * bin + 1] : 0;
    this.highestOccupancy >>= 1;
    this.shift++;
  }
}
