/**
 * The durations that a class measures: short transfers until their last segment is acknowledged, pings until the reply.
 */
import type { Durations } from '../frame/frame.ts';
import { DOUBLE_ZERO } from '../numbers/double-zero.ts';
import { DelayHistogram, delayBin } from './delay-histogram.ts';

/** Durations of one class, ns: mean and deviation since the warm-up, quantiles, and those of the sample window. */
export class DurationLog {
  private count = 0;
  private meanNs = DOUBLE_ZERO;
  /** Sum of the squared differences from the mean, ns^2 (Welford 1962). */
  private squareSumNs2 = DOUBLE_ZERO;
  private readonly times = new DelayHistogram();
  /** Durations that ended in the present sample window. */
  private readonly sampleTimes = new DelayHistogram();
  private sampleSumNs = DOUBLE_ZERO;

  /** @param isMeasured it began after the warm-up */
  add(durationNs: number, isMeasured: boolean): void {
    const bin = delayBin(durationNs);
    this.sampleTimes.add(bin);
    this.sampleSumNs += durationNs;
    if (!isMeasured) return;
    this.times.add(bin);
    this.count++;
    const differenceNs = durationNs - this.meanNs;
    this.meanNs += differenceNs / this.count;
    this.squareSumNs2 += differenceNs * (durationNs - this.meanNs);
  }

  /** Deletes the durations of the warm-up. */
  clear(): void {
    this.times.clear();
    this.count = 0;
    this.meanNs = 0;
    this.squareSumNs2 = 0;
  }

  /** Mean and 95th percentile in the window, ns; NaN without any. */
  sampleMeanNs(): number {
    return this.sampleSumNs / this.sampleTimes.count;
  }

  sampleDurationCount(): number {
    return this.sampleTimes.count;
  }

  sampleP95Ns(): number {
    return this.sampleTimes.quantileNs(0.95);
  }

  clearSample(): void {
    this.sampleTimes.clear();
    this.sampleSumNs = 0;
  }

  /**
   * The `n` quantiles for the shares 1/n, 2/n, …, 1 of the durations that began after the warm-up, ns. Without any, all
   * are NaN.
   */
  quantilesNs(n: number): Float64Array {
    return this.times.quantilesNs(n);
  }

  summary(): Durations {
    const { count, meanNs, squareSumNs2 } = this;
    if (count === 0) return { meanMs: 0, sdMs: 0, p95Ms: 0, p99Ms: 0, count };
    const sdNs = count === 1 ? 0 : Math.sqrt(squareSumNs2 / (count - 1));
    const quantileMs = (share: number) => this.times.quantileNs(share) / 1e6;
    return { meanMs: meanNs / 1e6, sdMs: sdNs / 1e6, p95Ms: quantileMs(0.95), p99Ms: quantileMs(0.99), count };
  }
}
