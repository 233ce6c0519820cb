/**
 * A set of segment numbers kept as sorted disjoint ranges [low, high). It is used for the sender's scoreboard and for
 * the receiver's out-of-order data.
 */

/** Room for ranges at first. It doubles whenever it is full. */
const INITIAL_RANGE_CAPACITY = 4;
const NO_RANGES = new Int32Array(0);

export class SequenceRanges {
  /** Number of ranges. */
  rangeCount = 0;
  /** Number of segments in all ranges. */
  segmentCount = 0;
  /** Most sets of a run are empty most of the time, so the arrays are made with the first range. */
  private starts = NO_RANGES;
  private ends = NO_RANGES;

  clear(): void {
    this.rangeCount = 0;
    this.segmentCount = 0;
  }

  lowAt(index: number): number {
    return this.starts[index];
  }

  highAt(index: number): number {
    return this.ends[index];
  }

  /** One past the largest segment; 0 when empty. */
  get end(): number {
    return this.rangeCount === 0 ? 0 : this.ends[this.rangeCount - 1];
  }

  contains(sequence: number): boolean {
    const index = this.firstEndingAfter(sequence);
    return index < this.rangeCount && this.starts[index] <= sequence;
  }

  /** Index of the first range whose end lies after `sequence`; `count` if there is none. */
  firstEndingAfter(sequence: number): number {
    let from = 0;
    let to = this.rangeCount;
    if (to > 0 && this.ends[to - 1] <= sequence) return to;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.ends[middle] <= sequence) from = middle + 1;
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
    while (last < this.rangeCount && this.starts[last] <= high) {
      mergedLow = Math.min(mergedLow, this.starts[last]);
      mergedHigh = Math.max(mergedHigh, this.ends[last]);
      this.segmentCount -= this.ends[last] - this.starts[last];
      last++;
    }
    this.replace(first, last, mergedLow, mergedHigh);
    this.segmentCount += mergedHigh - mergedLow;
    return this.segmentCount - previousCount;
  }

  /** Deletes all segments below `sequence`. */
  removeBelow(sequence: number): void {
    let removedCount = 0;
    while (removedCount < this.rangeCount && this.ends[removedCount] <= sequence) {
      this.segmentCount -= this.ends[removedCount] - this.starts[removedCount];
      removedCount++;
    }
    if (removedCount > 0) {
      this.starts.copyWithin(0, removedCount, this.rangeCount);
      this.ends.copyWithin(0, removedCount, this.rangeCount);
      this.rangeCount -= removedCount;
    }
    if (this.rangeCount > 0 && this.starts[0] < sequence) {
      this.segmentCount -= sequence - this.starts[0];
      this.starts[0] = sequence;
    }
  }

  /** Number of segments of the set at or above `sequence`. */
  countFrom(sequence: number): number {
    let sum = 0;
    for (let index = this.rangeCount - 1; index >= 0; index--) {
      const high = this.ends[index];
      if (high <= sequence) break;
      sum += high - Math.max(sequence, this.starts[index]);
    }
    return sum;
  }

  /** The `n`-th largest segment of the set (n from 1), or -1 if there are fewer. */
  nthLargest(n: number): number {
    let remainingCount = n;
    for (let index = this.rangeCount - 1; index >= 0; index--) {
      const rangeSegments = this.ends[index] - this.starts[index];
      if (rangeSegments >= remainingCount) return this.ends[index] - remainingCount;
      remainingCount -= rangeSegments;
    }
    return -1;
  }

  private replace(first: number, last: number, low: number, high: number): void {
    const shift = 1 - (last - first);
    if (shift > 0 && this.rangeCount === this.starts.length) {
      this.starts = growArray(this.starts);
      this.ends = growArray(this.ends);
    }
    if (shift !== 0 && last < this.rangeCount) {
      this.starts.copyWithin(last + shift, last, this.rangeCount);
      this.ends.copyWithin(last + shift, last, this.rangeCount);
    }
    this.starts[first] = low;
    this.ends[first] = high;
    this.rangeCount += shift;
  }
}

function growArray(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(Math.max(INITIAL_RANGE_CAPACITY, array.length * 2));
  larger.set(array);
  return larger;
}
