/**
 * HyStart++: the first slow start ends when round trips grow, before the queue is full. Source: RFC 9406, section 4; it
 * recommends all constants. Times in ns, windows in segments.
 */
import type { Connection } from './control.ts';
import type { Deliveries } from './delivery-log.ts';

const MIN_RTT_THRESH_NS = 4e6;
const MAX_RTT_THRESH_NS = 16e6;
const MIN_RTT_DIVISOR = 8;
const MIN_ROUND_SAMPLE_COUNT = 8;
const CSS_GROWTH_DIVISOR = 4;
const CSS_ROUNDS = 5;
/** L of RFC 9406: largest increase of the window by one ACK, in segments, without pacing. */
const MAX_INCREASE_SEGMENTS = 8;

/** The slow start of one connection, until it ends for the first time. */
export class HyStart {
  /** HyStart++ is over: a window was cut, or the threshold is set. */
  hasEnded = false;
  private readonly connection: Connection;
  private readonly deliveries: Deliveries;
  private readonly maxIncreaseSegments: number;
  /** The round is over when this segment is acknowledged [windowEnd]. */
  private highestSentAtRoundStart = -1;
  private roundMinRttNs = Number.POSITIVE_INFINITY;
  private lastRoundMinRttNs = Number.POSITIVE_INFINITY;
  private sampleCount = 0;
  /** Conservative slow start (CSS): rounds of it that have begun; 0 outside of it. */
  private cssRoundCount = 0;
  private cssBaselineMinRttNs = Number.POSITIVE_INFINITY;

  /**
   * @param isPaced segments do not leave in bursts, so an ACK may open the window by all segments that it acknowledges
   */
  constructor(connection: Connection, deliveries: Deliveries, isPaced: boolean) {
    this.connection = connection;
    this.deliveries = deliveries;
    this.maxIncreaseSegments = isPaced ? Number.POSITIVE_INFINITY : MAX_INCREASE_SEGMENTS;
  }

  /** Slow start has become conservative. */
  get isConservative(): boolean {
    return this.cssRoundCount > 0 && !this.hasEnded;
  }

  /** Increase of the window by an ACK in slow start. */
  growth(ackedSegments: number): number {
    return Math.min(ackedSegments, this.maxIncreaseSegments) / (this.cssRoundCount > 0 ? CSS_GROWTH_DIVISOR : 1);
  }

  /** Takes the round trip of an ACK. When slow start has to end, the threshold becomes the window. */
  onDelivery(): void {
    const { connection, deliveries } = this;
    if (connection.highestAcked > this.highestSentAtRoundStart) this.beginRound();
    if (this.hasEnded || deliveries.rttNs < 0) return;
    this.roundMinRttNs = Math.min(this.roundMinRttNs, deliveries.rttNs);
    this.sampleCount++;
    if (this.sampleCount < MIN_ROUND_SAMPLE_COUNT) return;
    if (this.cssRoundCount > 0) {
      if (this.roundMinRttNs < this.cssBaselineMinRttNs) this.cssRoundCount = 0;
      return;
    }
    const { lastRoundMinRttNs } = this;
    if (lastRoundMinRttNs === Number.POSITIVE_INFINITY) return;
    const threshold = Math.max(MIN_RTT_THRESH_NS, Math.min(lastRoundMinRttNs / MIN_RTT_DIVISOR, MAX_RTT_THRESH_NS));
    if (this.roundMinRttNs < lastRoundMinRttNs + threshold) return;
    this.cssBaselineMinRttNs = this.roundMinRttNs;
    this.cssRoundCount = 1;
  }

  private beginRound(): void {
    const { connection } = this;
    if (this.cssRoundCount > 0 && ++this.cssRoundCount > CSS_ROUNDS) {
      connection.slowStartThreshold = connection.congestionWindow;
      this.hasEnded = true;
    }
    this.highestSentAtRoundStart = connection.highestSent;
    this.lastRoundMinRttNs = this.roundMinRttNs;
    this.roundMinRttNs = Number.POSITIVE_INFINITY;
    this.sampleCount = 0;
  }
}
