/**
 * A histogram of durations with constant relative resolution: each power of two is cut into 512 equal parts. So a
 * quantile is exact to 0.1 %, and no samples are stored. The bin of a duration is read from the bits of the double
 * (IEEE 754): exponent and the first nine bits of the fraction.
 */
const FRACTION_BITS = 9;
/** Unused low bits of a double's high word. */
const UNUSED_BITS = 20 - FRACTION_BITS;
/** Bin of 1 ns; all shorter durations share the one before it. */
const BIN_OF_ONE = 1023 << FRACTION_BITS;
/** Up to 2^48 ns, over three days. */
const BIN_COUNT = (48 << FRACTION_BITS) + 1;

const scratch = new Float64Array(1);
const words = new Uint32Array(scratch.buffer);
scratch[0] = 1;
/** Index of the high word: the order of bytes differs between machines. */
const HIGH_WORD_INDEX = words[1] === 0x3ff00000 ? 1 : 0;

/** The bin of a duration in ns, not negative. */
export function delayBin(durationNs: number): number {
  scratch[0] = durationNs;
  const bin = (words[HIGH_WORD_INDEX] >>> UNUSED_BITS) - BIN_OF_ONE + 1;
  return bin < 0 ? 0 : bin >= BIN_COUNT ? BIN_COUNT - 1 : bin;
}

function lowEdgeNs(bin: number): number {
  if (bin <= 0) return 0;
  words[HIGH_WORD_INDEX] = (bin - 1 + BIN_OF_ONE) << UNUSED_BITS;
  words[1 - HIGH_WORD_INDEX] = 0;
  return scratch[0];
}

/** Counts of durations by bins; `delayBin` gives the bin of a duration in ns. */
export class DelayHistogram {
  count = 0;
  private readonly bins = new Uint32Array(BIN_COUNT);
  /** The used bins are among these: `lowestBin` to `highestBin`. */
  private lowestBin = BIN_COUNT;
  private highestBin = -1;

  /** A new histogram of the durations of all these. */
  static sumOf(histograms: readonly DelayHistogram[]): DelayHistogram {
    const sum = new DelayHistogram();
    for (const { bins, count, lowestBin, highestBin } of histograms) {
      for (let bin = lowestBin; bin <= highestBin; bin++) sum.bins[bin] += bins[bin];
      sum.count += count;
      sum.lowestBin = Math.min(sum.lowestBin, lowestBin);
      sum.highestBin = Math.max(sum.highestBin, highestBin);
    }
    return sum;
  }

  /** Counts one duration, by its bin. */
  add(bin: number): void {
    this.bins[bin] = this.bins[bin] + 1;
    if (bin < this.lowestBin) this.lowestBin = bin;
    if (bin > this.highestBin) this.highestBin = bin;
    this.count++;
  }

  clear(): void {
    this.bins.fill(0, this.lowestBin, this.highestBin + 1);
    this.lowestBin = BIN_COUNT;
    this.highestBin = -1;
    this.count = 0;
  }

  /** Smallest duration that a share `q` of the samples does not exceed (the middle of its bin), ns; NaN without any. */
  quantileNs(q: number): number {
    const { bins, lowestBin, count } = this;
    // From the top, because the shares that are asked for are high, and the lowest bins are many and nearly empty.
    let remainingCount = count - Math.max(1, Math.ceil(q * count));
    for (let bin = this.highestBin; bin >= lowestBin; bin--) {
      remainingCount -= bins[bin];
      if (remainingCount < 0) return middleNs(bin);
    }
    return Number.NaN;
  }

  /** The quantiles of the shares 1/n, 2/n, ... 1, as `quantileNs` has them. */
  quantilesNs(n: number): Float64Array {
    const quantiles = new Float64Array(n).fill(Number.NaN);
    let countedDelays = 0;
    let next = 0;
    for (let bin = this.lowestBin; bin <= this.highestBin; bin++) {
      countedDelays += this.bins[bin];
      while (next < n && countedDelays >= Math.max(1, Math.ceil(((next + 1) / n) * this.count)))
        quantiles[next++] = middleNs(bin);
    }
    return quantiles;
  }
}

function middleNs(bin: number): number {
  return bin === 0 ? 0 : (lowEdgeNs(bin) + lowEdgeNs(bin + 1)) / 2;
}
