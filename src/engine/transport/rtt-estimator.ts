/**
 * Round-trip time and retransmission timeout. There are two estimators. RFC 6298 computes in real numbers. ns-2
 * computes in whole ticks of a coarse clock with a random phase (Jacobson & Karels 1988, appendix A).
 */

import { DOUBLE_ZERO } from '../numbers/double-zero.ts';
import { CONSTANT_FIELDS } from '../state/checkpoint.ts';
import type { TcpValues } from './tcp-parameters.ts';

const NS_PER_MS = 1e6;
const LOST_SYN_RTO_NS = 3000 * NS_PER_MS;

export interface RttEstimator {
  /** The last measured round trip, in the resolution of the clock, and the least of all, ns; -1 before the first. */
  readonly lastRttNs: number;
  readonly minRttNs: number;
  /** Smoothed round trip, ns; -1 before the first sample. */
  readonly smoothedRttNs: number;
  /** Adds one round trip that began at `sentNs` and ends now. */
  sample(sentNs: number, nowNs: number): void;
  /** The present timeout, including the backoff, ns. */
  timeoutNs(): number;
  /** Doubles the timeout after it fired. */
  backOff(): void;
  /** Ends the backoff, because data that was sent only once was acknowledged. */
  resetBackOff(): void;
}

/** RFC 6298. */
export class StandardRttEstimator implements RttEstimator {
  static readonly [CONSTANT_FIELDS] = ['minRtoNs', 'maxRtoNs', 'granularityNs'];
  lastRttNs = DOUBLE_ZERO - 1;
  minRttNs = DOUBLE_ZERO - 1;
  private srttNs = DOUBLE_ZERO - 1;
  private rttvarNs = DOUBLE_ZERO;
  private rtoNs: number;
  private backOffFactor = 1;
  private readonly minRtoNs: number;
  private readonly maxRtoNs: number;
  private readonly granularityNs: number;

  constructor(values: TcpValues) {
    this.minRtoNs = values.minRtoMs * NS_PER_MS;
    this.maxRtoNs = values.maxRtoMs * NS_PER_MS;
    this.granularityNs = values.clockGranularityMs * NS_PER_MS;
    this.rtoNs = DOUBLE_ZERO + values.initialRtoMs * NS_PER_MS;
  }

  sample(sentNs: number, nowNs: number): void {
    this.addRoundTrip(Math.ceil((nowNs - sentNs) / this.granularityNs) * this.granularityNs, 1);
  }

  /**
   * Adds a round trip that timestamps have measured. Its weight is less where there are many in one round trip (RFC
   * 7323, section 4.2 and appendix G).
   * @param ticks of the clock; less than one counts as one
   * @param flightSize segments that were outstanding: every second one is expected to give a sample
   */
  sampleTicks(ticks: number, flightSize: number): void {
    this.addRoundTrip(Math.max(1, ticks) * this.granularityNs, Math.max(1, Math.ceil(flightSize / 2)));
  }

  private addRoundTrip(rttNs: number, expectedSamples: number): void {
    this.lastRttNs = rttNs;
    this.minRttNs = this.minRttNs < 0 ? rttNs : Math.min(this.minRttNs, rttNs);
    if (this.srttNs < 0) {
      this.srttNs = rttNs;
      this.rttvarNs = rttNs / 2;
    } else {
      const alpha = 0.125 / expectedSamples;
      const beta = 0.25 / expectedSamples;
      this.rttvarNs = (1 - beta) * this.rttvarNs + beta * Math.abs(this.srttNs - rttNs);
      this.srttNs = (1 - alpha) * this.srttNs + alpha * rttNs;
    }
    this.rtoNs = Math.max(this.minRtoNs, this.srttNs + Math.max(this.granularityNs, 4 * this.rttvarNs));
    this.backOffFactor = 1;
  }

  /** The SYN timed out: data begins with at least 3 s, unless the first timeout was as long (RFC 6298 rule 5.7). */
  afterLostSyn(): void {
    if (this.rtoNs >= LOST_SYN_RTO_NS) return;
    this.rtoNs = LOST_SYN_RTO_NS;
    this.backOffFactor = 1;
  }

  get smoothedRttNs(): number {
    return this.srttNs;
  }

  timeoutNs(): number {
    return Math.round(Math.min(this.maxRtoNs, this.rtoNs * this.backOffFactor));
  }

  backOff(): void {
    if (this.rtoNs * this.backOffFactor < this.maxRtoNs) this.backOffFactor *= 2;
  }

  resetBackOff(): void {
    this.backOffFactor = 1;
  }
}

/** ns-2.35's estimator: srtt in eighths and rttvar in quarters of a tick. */
export class Ns2RttEstimator implements RttEstimator {
  static readonly [CONSTANT_FIELDS] = ['tickNs', 'minRtoNs', 'maxRtoNs', 'phaseNs'];
  lastRttNs = DOUBLE_ZERO - 1;
  minRttNs = DOUBLE_ZERO - 1;
  private srtt = 0;
  private rttvar: number;
  private rtoNs: number;
  private backOffFactor = 1;
  private readonly tickNs: number;
  private readonly minRtoNs: number;
  private readonly maxRtoNs: number;
  private readonly phaseNs: number;

  /** @param phase of the clock, 0 to 1 tick */
  constructor(values: TcpValues, phase: number) {
    this.tickNs = values.clockGranularityMs * NS_PER_MS;
    this.minRtoNs = values.minRtoMs * NS_PER_MS;
    this.maxRtoNs = values.maxRtoMs * NS_PER_MS;
    this.rtoNs = DOUBLE_ZERO + values.initialRtoMs * NS_PER_MS;
    this.phaseNs = Math.floor(phase * this.tickNs);
    this.rttvar = Math.trunc((12e9 / this.tickNs) * 4);
  }

  sample(sentNs: number, nowNs: number): void {
    const elapsedNs = nowNs - sentNs;
    const offsetNs = (sentNs + this.phaseNs) % this.tickNs;
    const ticks = Math.max(1, Math.floor((elapsedNs + offsetNs) / this.tickNs));
    this.lastRttNs = ticks * this.tickNs;
    this.minRttNs = this.minRttNs < 0 ? this.lastRttNs : Math.min(this.minRttNs, this.lastRttNs);
    if (this.srtt === 0) {
      this.srtt = ticks << 3;
      this.rttvar = ticks << 1;
    } else {
      const delta = ticks - (this.srtt >> 3);
      this.srtt = Math.max(1, this.srtt + delta);
      this.rttvar = Math.max(1, this.rttvar + Math.abs(delta) - (this.rttvar >> 2));
    }
    this.rtoNs = (((this.rttvar << 3) + this.srtt) >> 3) * this.tickNs;
  }

  get smoothedRttNs(): number {
    return this.lastRttNs < 0 ? -1 : (this.srtt / 8) * this.tickNs;
  }

  timeoutNs(): number {
    const base = Math.max(this.rtoNs, this.minRtoNs);
    return Math.round(Math.max(2 * this.tickNs, Math.min(this.maxRtoNs, base * this.backOffFactor)));
  }

  backOff(): void {
    if (this.backOffFactor < 64 || this.timeoutNs() < this.maxRtoNs) this.backOffFactor *= 2;
    if (this.backOffFactor > 8) {
      this.rttvar += this.srtt >> 3;
      this.srtt = 0;
    }
  }

  resetBackOff(): void {
    this.backOffFactor = 1;
  }
}
