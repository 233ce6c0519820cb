/** The classes of the packets that arrive at a queue. */
import { CLASS_STRIDE, ClassColumn, type Frame } from '../../engine/frame/frame.ts';
import { numberAt } from '../../shared/tables.ts';

/** Number of arrivals over which the shares are averaged: a burst is visible, but nothing flickers. */
const AVERAGED_PACKETS = 200;

/** The shares of the classes in the arrivals, between two frames of a run. */
export class ArrivalShares {
  /** Share of each class in the latest arrivals, 0 to 1. */
  shares = new Float64Array(0);
  /** Arrivals by class. */
  private arrivedPackets = new Float64Array(0);

  /** The run that is counted. */
  private run: object | undefined;

  /**
   * Counts the packets that arrived since the last frame.
   * @param run an object of this run only: with another one, the older counts are deleted
   */
  count({ classes, timeNs }: Frame, run: object): void {
    const count = classes.length / CLASS_STRIDE;
    // At the beginning of a run nothing has arrived, so older counts are deleted.
    if (this.run !== run || this.shares.length !== count || timeNs === 0) {
      this.run = run;
      this.shares = new Float64Array(count);
      this.arrivedPackets = new Float64Array(count);
    }
    const arrivedCounts = this.arrivedPackets.map((_, index) =>
      numberAt(classes, index * CLASS_STRIDE + ClassColumn.arrivedPackets),
    );
    const freshPackets = arrivedCounts.map((packets, index) => packets - numberAt(this.arrivedPackets, index));
    const freshCount = freshPackets.reduce((sum, packets) => sum + packets, 0);
    this.arrivedPackets = arrivedCounts;
    if (freshCount <= 0) return;
    const weight = Math.min(1, freshCount / AVERAGED_PACKETS);
    this.shares = this.shares.map(
      (share, index) => share + weight * (numberAt(freshPackets, index) / freshCount - share),
    );
  }
}
