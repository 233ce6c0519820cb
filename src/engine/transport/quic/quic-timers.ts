/**
 * The estimator of a QUIC sender, with the backoff of its probes. Source: RFC 9002, whose names are given in brackets.
 */

import { DOUBLE_ZERO } from '../../numbers/double-zero.ts';
import { CONSTANT_FIELDS } from '../../state/checkpoint.ts';
import { probePeriodNs, QuicRttEstimator } from '../quic-rtt-estimator.ts';
import type { RttEstimator } from '../rtt-estimator.ts';

/** The round trips and the probe timeout of one sender; times in ns. */
export class QuicTimers implements RttEstimator {
  static readonly [CONSTANT_FIELDS] = ['estimator'];
  /** Probes in turn since the last ACK double the time [pto_count]. */
  backOffFactor = 1;
  /** Time of the first sample, ns; -1 before it [first_rtt_sample]. */
  firstSampleNs = DOUBLE_ZERO - 1;
  readonly estimator: QuicRttEstimator;

  constructor(maxAckDelayNs: number) {
    this.estimator = new QuicRttEstimator(maxAckDelayNs);
  }

  get lastRttNs(): number {
    return this.firstSampleNs < 0 ? -1 : this.estimator.latestNs;
  }

  get minRttNs(): number {
    return this.firstSampleNs < 0 ? -1 : this.estimator.minNs;
  }

  get smoothedRttNs(): number {
    return this.firstSampleNs < 0 ? -1 : this.estimator.smoothedNs;
  }

  sample(sentNs: number, nowNs: number): void {
    this.sampleDelayed(sentNs, nowNs, 0);
  }

  /** @param ackDelayNs time for which the receiver has held back the ACK */
  sampleDelayed(sentNs: number, nowNs: number, ackDelayNs: number): void {
    if (this.firstSampleNs < 0) this.firstSampleNs = nowNs;
    this.estimator.sample(nowNs - sentNs, ackDelayNs);
  }

  /** The time of the next probe [PTO]. The handshake is acknowledged without delay (section 6.2.1). */
  timeoutNs(): number {
    const { estimator, backOffFactor } = this;
    if (this.firstSampleNs >= 0) return estimator.probeNs(backOffFactor);
    return backOffFactor * probePeriodNs(estimator.smoothedNs, 4 * estimator.varianceNs, 0);
  }

  backOff(): void {
    this.backOffFactor *= 2;
  }

  resetBackOff(): void {
    this.backOffFactor = 1;
  }

  /** After persistent congestion, the least round trip is the newest one (section 5.2). */
  forgetMinRtt(): void {
    this.estimator.minNs = this.estimator.latestNs;
  }
}
