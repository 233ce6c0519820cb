/**
 * BBR's detection of policers in Linux (net/ipv4/tcp_bbr.c, bbr_lt_bw_sampling): if two spans of 4 to 16 rounds, each
 * from one loss to another, lose at least a fifth and have about the same rate of delivery, BBR sends at this rate for
 * 48 rounds.
 */

import { DOUBLE_ZERO } from '../../numbers/double-zero.ts';
import type { Deliveries } from './delivery-log.ts';

const MIN_ROUNDS = 4;
const MAX_ROUNDS = 4 * MIN_ROUNDS;
/** Least share of lost segments among the delivered ones [bbr_lt_loss_thresh]. */
const MIN_LOSS_SHARE = 50 / 256;
/** Two rates are the same up to this share, or this difference, bit/s [bbr_lt_bw_ratio, bbr_lt_bw_diff: 4000 bit/s]. */
const MAX_RATE_SHARE = 1 / 8;
const MAX_RATE_DIFFERENCE_BPS = 4000;
const USED_ROUNDS = 48;

/** The detection for one connection, and the rate that it has found. */
export class PolicedRate {
  isUsed = false;
  segmentsPerNs = DOUBLE_ZERO;
  private isSampling = false;
  private roundCount = 0;
  private lostSegments = 0;
  private deliveredAtStart = 0;
  private startNs = DOUBLE_ZERO;
  private readonly segmentBits: number;

  constructor(segmentBits: number) {
    this.segmentBits = segmentBits;
  }

  /**
   * Each ACK with a rate, and each timeout.
   * @param lostSegments that it has shown
   * @param isProbing whether BBR probes for bandwidth: only then its time at this rate runs
   * @returns whether the time at this rate is over
   */
  sample(
    deliveries: Deliveries,
    lostSegments: number,
    nowNs: number,
    startsRound: boolean,
    isProbing: boolean,
  ): boolean {
    if (this.isUsed) {
      if (!isProbing || !startsRound || ++this.roundCount < USED_ROUNDS) return false;
      this.reset();
      return true;
    }
    if (!this.isSampling) {
      if (lostSegments === 0) return false;
      this.begin(deliveries.deliveredSegments, nowNs);
      this.isSampling = true;
    } else this.lostSegments += lostSegments;
    if (deliveries.isSampleApplicationLimited) this.reset();
    else this.checkSpan(deliveries.deliveredSegments, lostSegments > 0, nowNs, startsRound);
    return false;
  }

  private checkSpan(delivered: number, endsByLoss: boolean, nowNs: number, startsRound: boolean): void {
    if (startsRound) this.roundCount++;
    if (this.roundCount < MIN_ROUNDS) return;
    if (this.roundCount > MAX_ROUNDS) {
      this.reset();
      return;
    }
    const deliveredSegments = delivered - this.deliveredAtStart;
    const isLossy = deliveredSegments > 0 && this.lostSegments >= MIN_LOSS_SHARE * deliveredSegments;
    if (!endsByLoss || !isLossy) return;
    const rate = deliveredSegments / (nowNs - this.startNs);
    if (this.segmentsPerNs > 0 && this.isSameRate(rate)) {
      this.segmentsPerNs = (rate + this.segmentsPerNs) / 2;
      this.isUsed = true;
      this.roundCount = 0;
      return;
    }
    this.segmentsPerNs = rate;
    this.begin(delivered, nowNs);
  }

  private isSameRate(rate: number): boolean {
    const difference = Math.abs(rate - this.segmentsPerNs);
    return (
      difference <= MAX_RATE_SHARE * this.segmentsPerNs ||
      difference * this.segmentBits * 1e9 <= MAX_RATE_DIFFERENCE_BPS
    );
  }

  private begin(deliveredSegments: number, nowNs: number): void {
    this.startNs = nowNs;
    this.deliveredAtStart = deliveredSegments;
    this.lostSegments = 0;
    this.roundCount = 0;
  }

  reset(): void {
    this.segmentsPerNs = 0;
    this.isUsed = false;
    this.isSampling = false;
    this.roundCount = 0;
  }
}
