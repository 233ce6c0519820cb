/**
 * The time with each number of waiting packets, in bins of equal width. If a queue is longer than the last bin, all
 * bins become twice as wide.
 */
const BIN_COUNT = 256;

export class OccupancyTimes {
  private readonly bins = new Float64Array(BIN_COUNT);
  /** A bin is 2^shift packets wide. */
  private shift = 0;
  private highestOccupancy = -1;

  /** Packets per bin, n: bin i has the times with at least i n and less than (i + 1) n waiting packets. */
  get binPackets(): number {
    return 1 << this.shift;
  }

  /** Adds `elapsedNs` with `packets` waiting. */
  add(packets: number, elapsedNs: number): void {
    while (packets >> this.shift >= BIN_COUNT) this.doubleBinWidth();
    const bin = packets >> this.shift;
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
