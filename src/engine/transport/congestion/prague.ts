/**
 * Prague: DCTCP for the Internet. It grows by the segments without a mark, and paces its packets. Beside flows of
 * longer round trips, it behaves as if its own round trip were at least 25 ms.
 * Source: draft-briscoe-iccrg-prague-congestion-control-04, sections 2.3 and 2.4. If the draft leaves a choice, the
 * code follows the Linux module that it describes.
 */

import { DOUBLE_ZERO } from '../../numbers/double-zero.ts';
import type {
  Acknowledgement,
  CongestionControl,
  CongestionControlDefinition,
  Connection,
  ReducedWindowSegments,
  SenderValues,
} from './control.ts';

/** Weight of the last round in the estimate. */
const MARKED_SHARE_GAIN = 1 / 16;
/** A flow with a shorter round trip behaves as if it had this one, ns. */
const MIN_RTT_NS = 25e6;
/** Number of rounds after slow start until this begins. */
const TRANSITION_ROUNDS = 500;
const MIN_WINDOW_SEGMENTS = 2;
/**
 * Largest increase of the window by one ACK, in segments: in slow start, and after a timeout until all segments that
 * were outstanding then are acknowledged (RFC 3465, section 2.3).
 */
const MAX_INCREASE_SEGMENTS = 2;
const MAX_INCREASE_AFTER_TIMEOUT_SEGMENTS = 1;

/** Prague for one connection. */
export class Prague implements CongestionControl {
  /**
   * Estimated marked share of the segments, 0 to 1. It is 1 until the first mark, so the first mark halves the window.
   */
  alpha = DOUBLE_ZERO + 1;
  private readonly connection: Connection;
  private readonly segmentBits: number;
  private ackedSegments = 0;
  private markedSegments = 0;
  private hasSeenMark = false;
  private roundEnd = -1;
  /** Rounds since slow start ended. */
  private roundCount = 0;
  private updatedNs = DOUBLE_ZERO;
  private cutNs = Number.NEGATIVE_INFINITY;
  /** Highest segment sent when the timer ran out last. */
  private highestSentAtTimeout = -1;

  constructor(connection: Connection, values: Pick<SenderValues, 'segmentBytes' | 'headerBytes'>) {
    this.connection = connection;
    this.segmentBits = 8 * (values.segmentBytes + values.headerBytes);
  }

  onAck({ acked, marked, mayGrow }: Acknowledgement): void {
    const { connection } = this;
    this.ackedSegments += acked;
    this.markedSegments += marked;
    if (marked > 0) this.hasSeenMark = true;
    if (mayGrow) this.grow(Math.max(0, acked - marked));
    if (connection.highestAcked > this.roundEnd) this.endRound();
  }

  /** A loss halves the window, as in Reno (RFC 9331, section 4.3) and in Linux. */
  onLoss(flight: number): ReducedWindowSegments {
    return flight / 2;
  }

  /** Cuts the window by half of the estimated share. A flow that behaves as with 25 ms cuts at most once in 25 ms. */
  onMark(): ReducedWindowSegments | undefined {
    const { connection } = this;
    if (this.isIndependent() && connection.nowNs - this.cutNs < MIN_RTT_NS) return undefined;
    this.cutNs = connection.nowNs;
    return Math.max(connection.congestionWindow * (1 - this.alpha / 2), MIN_WINDOW_SEGMENTS);
  }

  onTimeout(flight: number): ReducedWindowSegments {
    this.highestSentAtTimeout = this.connection.highestSent;
    return this.onLoss(flight);
  }

  /** The pace: one window per round trip; two in the first half of slow start. */
  pacingBps(): number {
    const { connection } = this;
    const smoothedNs = connection.smoothedRttNs;
    if (smoothedNs < 0) return Number.POSITIVE_INFINITY;
    const windows = connection.congestionWindow < connection.slowStartThreshold / 2 ? 2 : 1;
    return (windows * connection.congestionWindow * this.segmentBits * 1e9) / smoothedNs;
  }

  private grow(unmarkedSegments: number): void {
    const { connection } = this;
    const window = connection.congestionWindow;
    const growth =
      window < connection.slowStartThreshold
        ? this.slowStartGrowth(unmarkedSegments)
        : (unmarkedSegments * this.increase()) / window;
    connection.congestionWindow = Math.min(window + growth, connection.receiverWindow);
  }

  /** An ACK that fills a gap acknowledges many segments that were delivered long ago. They must not cause a burst. */
  private slowStartGrowth(unmarkedSegments: number): number {
    const isAfterTimeout = this.connection.highestAcked <= this.highestSentAtTimeout;
    return Math.min(unmarkedSegments, isAfterTimeout ? MAX_INCREASE_AFTER_TIMEOUT_SEGMENTS : MAX_INCREASE_SEGMENTS);
  }

  /** Growth in segments per round trip: (RTT / 25 ms)², so the rate grows as with 25 ms. */
  private increase(): number {
    if (!this.isIndependent()) return 1;
    const ratio = this.connection.smoothedRttNs / MIN_RTT_NS;
    return ratio < 1 ? ratio * ratio : 1;
  }

  private isIndependent(): boolean {
    return this.roundCount >= TRANSITION_ROUNDS;
  }

  private endRound(): void {
    const { connection } = this;
    const { nowNs } = connection;
    this.roundEnd = connection.highestSent;
    if (connection.congestionWindow >= connection.slowStartThreshold) this.roundCount++;
    if (this.isIndependent() && nowNs - this.updatedNs < MIN_RTT_NS) return;
    if (this.hasSeenMark)
      this.alpha += MARKED_SHARE_GAIN * (Math.min(1, this.markedSegments / this.ackedSegments) - this.alpha);
    this.updatedNs = nowNs;
    this.ackedSegments = 0;
    this.markedSegments = 0;
  }
}

export const prague: CongestionControlDefinition = {
  id: 'prague',
  label: 'Prague',
  source: 'draft-briscoe-iccrg-prague-congestion-control-04',
  codepoint: 'ect1',
  countsMarks: true,
  paces: true,
  create: (connection, values) => new Prague(connection, values),
};
