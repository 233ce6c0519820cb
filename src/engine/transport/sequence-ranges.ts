/**
 * A set of segment numbers kept as sorted disjoint ranges [low, high). It is used for the sender's scoreboard and for
 * the receiver's out-of-order data.
 */

import { copyIntoGrown } from '../numbers/grown-array.ts';

/** Room for ranges at first. It doubles whenever it is full. */
const INITIAL_RANGE_CAPACITY = 2;
const NO_RANGES = new Int32Array(0);

/** A set of segments, empty at first. */
export class SequenceRanges {
  /** Number of ranges. */
  rangeCount = 0;
  /** Number of segments in all ranges. */
  segmentCount = 0;
  /**
   * Range i begins with segment `bounds[2 i]` and ends before `bounds[2 i + 1]`. Most sets of a run are empty most of
   * the time, so the table is made with the first range.
   */
  private bounds = NO_RANGES;

  clear(): void {
    this.rangeCount = 0;
    this.segmentCount = 0;
  }

  lowAt(index: number): number {
    return this.bounds[2 * index];
  }

  highAt(index: number): number {
    return this.bounds[2 * index + 1];
  }

  /** One past the largest segment; 0 when empty. */
  get end(): number {
    return this.rangeCount === 0 ? 0 : this.bounds[2 * this.rangeCount - 1];
  }

  contains(sequence: number): boolean {
    const index = this.firstEndingAfter(sequence);
    return index < this.rangeCount && this.bounds[2 * index] <= sequence;
  }

  /** Index of the first range whose end lies after `sequence`; `count` if there is none. */
  firstEndingAfter(sequence: number): number {
    let from = 0;
    let to = this.rangeCount;
    if (to > 0 && this.bounds[2 * to - 1] <= sequence) return to;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.bounds[2 * middle + 1] <= sequence) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  /** Adds [low, high); touching ranges merge. Returns how many segments are new. */
  add(low: number, high: number): number {
    if (high <= low) return 0;
    const previousCount = this.segmentCount;
    const first = this.firstEndingAfter(low - 1);
    let last = first;
    let mergedLow = low;
    let mergedHigh = high;
    while (last < this.rangeCount && this.bounds[2 * last] <= high) {
      mergedLow = Math.min(mergedLow, this.bounds[2 * last]);
      mergedHigh = Math.max(mergedHigh, this.bounds[2 * last + 1]);
      this.segmentCount -= this.bounds[2 * last + 1] - this.bounds[2 * last];
      last++;
    }
    this.replace(first, last, mergedLow, mergedHigh);
    this.segmentCount += mergedHigh - mergedLow;
    return this.segmentCount - previousCount;
  }

  /** Deletes all segments below `sequence`. */
  removeBelow(sequence: number): void {
    let removedCount = 0;
    while (removedCount < this.rangeCount && this.bounds[2 * removedCount + 1] <= sequence) {
      this.segmentCount -= this.bounds[2 * removedCount + 1] - this.bounds[2 * removedCount];
      removedCount++;
    }
    if (removedCount > 0) {
      this.bounds.copyWithin(0, 2 * removedCount, 2 * this.rangeCount);
      this.rangeCount -= removedCount;
    }
    if (this.rangeCount > 0 && this.bounds[0] < sequence) {
      this.segmentCount -= sequence - this.bounds[0];
      this.bounds[0] = sequence;
    }
  }

  /** Removes the first range if it begins with `low`. Returns one past its last segment, or `low`. */
  takeFirst(low: number): number {
    if (this.rangeCount === 0 || this.bounds[0] !== low) return low;
    const high = this.bounds[1];
    this.removeBelow(high);
    return high;
  }

  /** Number of segments of the set at or above `sequence`. */
  countFrom(sequence: number): number {
    let sum = 0;
    for (let index = this.rangeCount - 1; index >= 0; index--) {
      const high = this.bounds[2 * index + 1];
      if (high <= sequence) break;
      sum += high - Math.max(sequence, this.bounds[2 * index]);
    }
    return sum;
  }

  /** The `n`-th largest segment of the set (n from 1), or -1 if there are fewer. */
  nthLargest(n: number): number {
    let remainingCount = n;
    for (let index = this.rangeCount - 1; index >= 0; index--) {
      const rangeSegments = this.bounds[2 * index + 1] - this.bounds[2 * index];
      if (rangeSegments >= remainingCount) return this.bounds[2 * index + 1] - remainingCount;
      remainingCount -= rangeSegments;
    }
    return -1;
  }

  private replace(first: number, last: number, low: number, high: number): void {
    const shift = 1 - (last - first);
    if (shift > 0 && 2 * this.rangeCount === this.bounds.length) this.grow();
    if (shift !== 0 && last < this.rangeCount)
      this.bounds.copyWithin(2 * (last + shift), 2 * last, 2 * this.rangeCount);
    this.bounds[2 * first] = low;
    this.bounds[2 * first + 1] = high;
    this.rangeCount += shift;
  }

  private grow(): void {
    const { bounds } = this;
    this.bounds = copyIntoGrown(bounds, new Int32Array(Math.max(2 * INITIAL_RANGE_CAPACITY, 2 * bounds.length)));
  }
}
