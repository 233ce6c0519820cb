/**
 * A set of segment numbers kept as sorted disjoint ranges [low, high). It is used for the sender's scoreboard and for
 * the receiver's out-of-order data.
 */
export class SequenceRanges {
  /** Number of ranges. */
  count = 0;
  /** Number of segments in all ranges. */
  total = 0;
  private low = new Int32Array(4);
  private high = new Int32Array(4);

  clear(): void {
    this.count = 0;
    this.total = 0;
  }

  lowAt(index: number): number {
    return this.low[index];
  }

  highAt(index: number): number {
    return this.high[index];
  }

  /** One past the largest segment; 0 when empty. */
  get end(): number {
    return this.count === 0 ? 0 : this.high[this.count - 1];
  }

  contains(sequence: number): boolean {
    const index = this.firstEndingAfter(sequence);
    return index < this.count && this.low[index] <= sequence;
  }

  /** Index of the first range whose end lies after `sequence`; `count` if there is none. */
  firstEndingAfter(sequence: number): number {
    let from = 0;
    let to = this.count;
    if (to > 0 && this.high[to - 1] <= sequence) return to;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.high[middle] <= sequence) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  /** Adds [low, high); touching ranges merge. Returns how many segments are new. */
  add(low: number, high: number): number {
    if (high <= low) return 0;
    const before = this.total;
    const first = this.firstEndingAfter(low - 1);
    let last = first;
    let mergedLow = low;
    let mergedHigh = high;
    while (last < this.count && this.low[last] <= high) {
      mergedLow = Math.min(mergedLow, this.low[last]);
      mergedHigh = Math.max(mergedHigh, this.high[last]);
      this.total -= this.high[last] - this.low[last];
      last++;
    }
    this.replace(first, last, mergedLow, mergedHigh);
    this.total += mergedHigh - mergedLow;
    return this.total - before;
  }

  /** Deletes all segments below `sequence`. */
  removeBelow(sequence: number): void {
    let gone = 0;
    while (gone < this.count && this.high[gone] <= sequence) {
      this.total -= this.high[gone] - this.low[gone];
      gone++;
    }
    if (gone > 0) {
      this.low.copyWithin(0, gone, this.count);
      this.high.copyWithin(0, gone, this.count);
      this.count -= gone;
    }
    if (this.count > 0 && this.low[0] < sequence) {
      this.total -= sequence - this.low[0];
      this.low[0] = sequence;
    }
  }

  /** Number of segments of the set at or above `sequence`. */
  countFrom(sequence: number): number {
    let sum = 0;
    for (let index = this.count - 1; index >= 0; index--) {
      const high = this.high[index];
      if (high <= sequence) break;
      sum += high - Math.max(sequence, this.low[index]);
    }
    return sum;
  }

  /** The `n`-th largest segment of the set (n from 1), or -1 if there are fewer. */
  nthLargest(n: number): number {
    let left = n;
    for (let index = this.count - 1; index >= 0; index--) {
      const size = this.high[index] - this.low[index];
      if (size >= left) return this.high[index] - left;
      left -= size;
    }
    return -1;
  }

  private replace(first: number, last: number, low: number, high: number): void {
    const shift = 1 - (last - first);
    if (shift > 0 && this.count === this.low.length) {
      this.low = growArray(this.low);
      this.high = growArray(this.high);
    }
    if (shift !== 0 && last < this.count) {
      this.low.copyWithin(last + shift, last, this.count);
      this.high.copyWithin(last + shift, last, this.count);
    }
    this.low[first] = low;
    this.high[first] = high;
    this.count += shift;
  }
}

function growArray(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(array.length * 2);
  larger.set(array);
  return larger;
}
