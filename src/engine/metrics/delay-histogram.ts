/**
 * A histogram of durations with constant relative resolution: each power of two is cut into equal parts, so that a
 * quantile is found to within 1/parts of its value without keeping the samples.
 */
export class DelayHistogram {
  count = 0;
  sumNs = 0;
  private squareSum = 0;
  private readonly bins: Float64Array;
  private readonly bits: number;
  private highest = -1;

  /** @param bits 2^bits parts a power of two: 9 resolves 0.2 %, 6 resolves 1.6 % */
  constructor(bits: number) {
    this.bits = bits;
    this.bins = new Float64Array((56 - bits) << bits);
  }

  add(durationNs: number): void {
    const bin = this.binOf(durationNs);
    this.bins[bin] = (this.bins[bin] as number) + 1;
    if (bin > this.highest) this.highest = bin;
    this.count++;
    this.sumNs += durationNs;
    this.squareSum += durationNs * durationNs;
  }

  clear(): void {
    this.bins.fill(0, 0, this.highest + 1);
    this.highest = -1;
    this.count = 0;
    this.sumNs = 0;
    this.squareSum = 0;
  }

  /** Mean, ns; NaN without any. */
  meanNs(): number {
    return this.sumNs / this.count;
  }

  /** Standard deviation, ns; NaN without any. */
  standardDeviationNs(): number {
    const mean = this.meanNs();
    return Math.sqrt(Math.max(0, this.squareSum / this.count - mean * mean));
  }

  /** Smallest duration that a share `q` of the samples does not exceed (middle of its bin), ns; NaN without any. */
  quantileNs(q: number): number {
    if (this.count === 0) return Number.NaN;
    let left = Math.max(1, Math.ceil(q * this.count));
    for (let bin = 0; bin <= this.highest; bin++) {
      left -= this.bins[bin] as number;
      if (left <= 0) return this.middleOf(bin);
    }
    return Number.NaN;
  }

  private binOf(durationNs: number): number {
    let scaled = durationNs;
    let octaves = 0;
    while (scaled >= 1073741824) {
      scaled /= 1024;
      octaves += 10;
    }
    const exponent = 31 - Math.clz32(scaled);
    if (exponent + octaves < this.bits) return scaled | 0;
    const fraction = exponent >= this.bits ? (scaled | 0) >> (exponent - this.bits) : (scaled * (1 << (this.bits - exponent))) | 0;
    return ((exponent + octaves - this.bits) << this.bits) + fraction;
  }

  private middleOf(bin: number): number {
    const parts = 1 << this.bits;
    if (bin < 2 * parts) return bin;
    let width = 1;
    for (let octave = (bin >> this.bits) - 1; octave > 0; octave--) width *= 2;
    return ((bin & (parts - 1)) + parts) * width + (width - 1) / 2;
  }
}
