/**
 * Round trip and timers of QUIC's loss recovery. Source: RFC 9002, whose sections and names are given in brackets, with
 * erratum 7539 (the variance is updated first). Times in whole ns.
 */
import { DOUBLE_ZERO } from '../numbers/double-zero.ts';

/** Round trip before the first sample [6.2.2, kInitialRtt]. */
const INITIAL_RTT_NS = 333e6;
/** Resolution of timers [6.1.2, kGranularity]. */
const GRANULARITY_NS = 1e6;
/** A packet is lost if a later one was acknowledged and this many round trips are over [6.1.2, kTimeThreshold]. */
const LOSS_DELAY_FACTOR = 9 / 8;
/** Periods without a delivery that count as persistent congestion [7.6.1, kPersistentCongestionThreshold]. */
const PERSISTENT_CONGESTION_PERIODS = 3;

/**
 * The time after which a probe is sent [6.2.1].
 * @param fourVariancesNs four times the variance
 * @param maxAckDelayNs longest time by which the receiver delays an ACK
 */
export function probePeriodNs(smoothedNs: number, fourVariancesNs: number, maxAckDelayNs: number): number {
  return smoothedNs + Math.max(fourVariancesNs, GRANULARITY_NS) + maxAckDelayNs;
}

/** The time after which the failed periods are persistent congestion [7.6.1]. */
export function persistentCongestionNs(smoothedNs: number, fourVariancesNs: number, maxAckDelayNs: number): number {
  return PERSISTENT_CONGESTION_PERIODS * probePeriodNs(smoothedNs, fourVariancesNs, maxAckDelayNs);
}

/** The estimates of one connection of QUIC, and the times of its timers, ns. */
export class QuicRttEstimator {
  /** Last sample [latest_rtt], least one [min_rtt], average [smoothed_rtt] and mean deviation [rttvar]. */
  latestNs = DOUBLE_ZERO + INITIAL_RTT_NS;
  minNs = DOUBLE_ZERO + INITIAL_RTT_NS;
  smoothedNs = DOUBLE_ZERO + INITIAL_RTT_NS;
  varianceNs = DOUBLE_ZERO + INITIAL_RTT_NS / 2;
  private hasSample = false;
  private readonly maxAckDelayNs: number;

  /** @param maxAckDelayNs longest time by which the receiver delays an ACK [max_ack_delay] */
  constructor(maxAckDelayNs: number) {
    this.maxAckDelayNs = maxAckDelayNs;
  }

  /**
   * Adds a sample, of the newest acknowledged packet, after the end of the handshake [5.3].
   * @param ackDelayNs time for which the receiver has held back the ACK
   */
  sample(rttNs: number, ackDelayNs: number): void {
    this.latestNs = rttNs;
    if (!this.hasSample) {
      this.hasSample = true;
      this.minNs = rttNs;
      this.smoothedNs = rttNs;
      this.varianceNs = Math.floor(rttNs / 2);
      return;
    }
    this.minNs = Math.min(this.minNs, rttNs);
    const delayNs = Math.min(ackDelayNs, this.maxAckDelayNs);
    const adjustedNs = rttNs >= this.minNs + delayNs ? rttNs - delayNs : rttNs;
    const deviationNs = Math.abs(this.smoothedNs - adjustedNs);
    this.varianceNs = average(this.varianceNs, deviationNs, 4);
    this.smoothedNs = average(this.smoothedNs, adjustedNs, 8);
  }

  /** @param backOffFactor 1, doubled by each probe in turn [6.2.1] */
  probeNs(backOffFactor: number): number {
    return backOffFactor * probePeriodNs(this.smoothedNs, 4 * this.varianceNs, this.maxAckDelayNs);
  }

  /** [6.1.2] */
  lossDelayNs(): number {
    return Math.max(Math.floor(LOSS_DELAY_FACTOR * Math.max(this.smoothedNs, this.latestNs)), GRANULARITY_NS);
  }

  persistentCongestionNs(): number {
    return persistentCongestionNs(this.smoothedNs, 4 * this.varianceNs, this.maxAckDelayNs);
  }
}

/**
 * The average in which the new value counts once and the old one `weight` - 1 times, in whole ns: each part is divided
 * first.
 */
function average(oldValue: number, value: number, weight: number): number {
  return Math.floor(oldValue / weight) * (weight - 1) + Math.floor(value / weight);
}
