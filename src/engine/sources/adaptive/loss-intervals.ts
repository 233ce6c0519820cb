/**
 * The loss event rate as a TFRC receiver measures it. Losses within one round trip are one event. The numbers of
 * packets between events are averaged with larger weights for later ones.
 * Source: RFC 5348, sections 5.2 to 5.4 and 6.3.1.
 */
import { pftkPacketsPerSecond } from '../../transport/pftk.ts';

/** RFC 5348, section 5.4, n = 8. */
const INTERVAL_WEIGHTS = [1, 1, 1, 1, 0.8, 0.6, 0.4, 0.2] as const;

/** The loss intervals of one receiver, in packets. */
export class LossIntervals {
  /** Packets between the last loss events, the latest first. */
  private readonly intervals: number[] = [];
  /** Packets since the last loss event began. */
  private openPackets = 0;
  private eventNs = Number.NEGATIVE_INFINITY;
  private expectedSequence = 0;

  /**
   * Counts a packet. A missing packet counts as lost, also if it comes later.
   * @param rttNs the sender's round trip
   * @param receivedPacketsPerSecond packets per second received recently; the first interval is computed from it
   * @returns whether a loss event has begun
   */
  receive(
    sequence: number,
    isMarked: boolean,
    nowNs: number,
    rttNs: number,
    receivedPacketsPerSecond: number,
  ): boolean {
    if (sequence < this.expectedSequence) return false;
    const newPackets = sequence - this.expectedSequence + 1;
    this.expectedSequence = sequence + 1;
    if ((newPackets === 1 && !isMarked) || nowNs - this.eventNs < rttNs) {
      this.openPackets += newPackets;
      return false;
    }
    this.eventNs = nowNs;
    this.intervals.unshift(
      this.intervals.length === 0 ? firstInterval(receivedPacketsPerSecond, rttNs / 1e9) : this.openPackets,
    );
    if (this.intervals.length > INTERVAL_WEIGHTS.length) this.intervals.pop();
    // The new interval begins with the first packet that was lost.
    this.openPackets = newPackets;
    return true;
  }

  /** Loss event rate; 0 before the first loss. */
  get rate(): number {
    if (this.intervals.length === 0) return 0;
    return 1 / Math.max(1, this.mean(0), this.mean(1));
  }

  /** Mean interval; `shift` 1 counts the open one as the latest. */
  private mean(shift: 0 | 1): number {
    let sum = 0;
    let weights = 0;
    for (const [index, weight] of INTERVAL_WEIGHTS.entries()) {
      const interval = shift === 1 && index === 0 ? this.openPackets : this.intervals[index - shift];
      if (interval === undefined) break;
      sum += weight * interval;
      weights += weight;
    }
    return sum / weights;
  }
}

/** The interval for which the formula gives the received rate at the first loss. */
function firstInterval(receivedPacketsPerSecond: number, rttSeconds: number): number {
  let [low, high] = [1e-8, 1];
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2;
    if (pftkPacketsPerSecond(middle, rttSeconds, 4 * rttSeconds) > receivedPacketsPerSecond) low = middle;
    else high = middle;
  }
  return 1 / high;
}
