/**
 * BBR, version 1, with the window and the pacing of Linux 7.2 (net/ipv4/tcp_bbr.c, whose names are given in brackets).
 * Offloading to the network device sets the size of its bursts. Segments leave by `pacingBurst` all the same.
 */

import { DOUBLE_ZERO } from '../../numbers/double-zero.ts';
import { Bbr } from './bbr1.ts';
import type { Connection, ReducedWindowSegments, SenderValues } from './control.ts';
import type { DeliveryLog } from './delivery-log.ts';
import { LinuxDeliveryLog } from './linux-delivery-log.ts';
import { PolicedRate } from './policed-rate.ts';
import { WindowedMax } from './windowed-max.ts';

/** BBR paces at 1 % less than the rate, so that queues drain [bbr_pacing_margin_percent]. */
const PACING_MARGIN = 0.99;
/** Rounds that the rate stays in its filter [bbr_bw_rtts]. */
const RATE_ROUNDS = 10;
/** A burst lasts about a millisecond [sk_pacing_shift]: 1,024 bursts per second, ns each. */
const BURST_NS = 1e9 / 1024;
/**
 * Below this rate a burst has one segment at least, above it two [bbr_min_tso_rate], bit/s of payload; and 127 at most.
 */
const MIN_BURST_BPS = 1.2e6;
const MAX_BURST_SEGMENTS = 127;
const BURSTS = 3;
/** Extra room while BBR probes for bandwidth, so that more is in flight also on paths of few segments. */
const PROBE_SEGMENTS = 2;
/**
 * The segments that ACKs have acknowledged in bursts: the maximum of two windows of so many rounds
 * [bbr_extra_acked_win_rtts].
 */
const AGGREGATION_ROUNDS = 5;
/** An aggregation counts at most as many segments as the rate delivers in this time [bbr_extra_acked_max_us], ns. */
const MAX_AGGREGATION_NS = 100e6;
/** An aggregation with more segments ends [bbr_ack_epoch_acked_reset_thresh], segments. */
const MAX_AGGREGATED_SEGMENTS = 2 ** 20;
/** Less than this above a whole number is an error of rounding. */
const ROUNDING = 1e-9;

/** BBRv1 as in Linux, for one connection. */
export class LinuxBbr extends Bbr {
  private readonly payloadBits: number;
  private readonly rateFilter = new WindowedMax();
  private readonly policed: PolicedRate;

  // The aggregation of ACKs.
  private aggregationStartNs = DOUBLE_ZERO;
  private aggregatedSegments = 0;
  private aggregationRounds = 0;
  /** Largest aggregation in the present window of rounds, and in the one before. */
  private extraAcked = 0;
  private extraAckedBefore = 0;

  constructor(
    connection: Connection,
    values: Pick<SenderValues, 'segmentBytes' | 'headerBytes' | 'pacingBurst'>,
    uniform: () => number,
  ) {
    super(connection, values, uniform);
    this.payloadBits = 8 * values.segmentBytes;
    this.policed = new PolicedRate(this.payloadBits);
  }

  protected override createLog(connection: Connection): DeliveryLog {
    return new LinuxDeliveryLog(connection);
  }

  /**
   * An equal round trip does not renew the least one, so flows do not probe for it at the same times
   * [bbr_update_min_rtt].
   */
  protected override renewsLeastRtt(rttNs: number): boolean {
    return rttNs < this.minRttNs;
  }

  protected override get pacingMargin(): number {
    return PACING_MARGIN;
  }

  protected override bandwidthSegmentsPerNs(): number {
    return this.policed.isUsed ? this.policed.segmentsPerNs : this.rateFilter.value;
  }

  protected override addRate(segmentsPerNs: number): void {
    this.rateFilter.add(this.roundCount, segmentsPerNs, RATE_ROUNDS);
  }

  protected override updateBandwidth(): void {
    super.updateBandwidth();
    const { sample } = this;
    if (sample.intervalNs > 0) this.watchPolicer(sample.lostSegments, this.startsRound);
  }

  private watchPolicer(lostSegments: number, startsRound: boolean): void {
    const { sample, connection } = this;
    const isProbing = this.phase === 'probeBandwidth';
    if (this.policed.sample(sample, lostSegments, connection.nowNs, startsRound, isProbing)) this.enterProbeBandwidth();
  }

  /** A timeout ends a round, and begins the search for a full pipe anew [bbr_set_state]. */
  override onTimeout(): ReducedWindowSegments {
    this.resetFullPipe();
    this.watchPolicer(this.connection.inFlight, true);
    return super.onTimeout();
  }

  /** [bbr_undo_cwnd] */
  onUndo(): void {
    this.resetFullPipe();
    this.policed.reset();
  }

  private resetFullPipe(): void {
    this.fullPipeSegmentsPerNs = 0;
    this.fullPipeRoundCount = 0;
  }

  protected override setPacing(gain: number): void {
    super.setPacing(this.policed.isUsed && this.phase === 'probeBandwidth' ? 1 : gain);
  }

  /** [bbr_update_ack_aggregation] */
  protected override updateAggregation(): void {
    const { sample, connection } = this;
    if (sample.intervalNs <= 0) return;
    if (this.startsRound && ++this.aggregationRounds >= AGGREGATION_ROUNDS) {
      this.aggregationRounds = 0;
      this.extraAckedBefore = this.extraAcked;
      this.extraAcked = 0;
    }
    let expectedSegments = Math.floor(
      this.bandwidthSegmentsPerNs() * (connection.nowNs - this.aggregationStartNs) + ROUNDING,
    );
    const isTooLong = this.aggregatedSegments + sample.newlyDeliveredSegments >= MAX_AGGREGATED_SEGMENTS;
    if (this.aggregatedSegments <= expectedSegments || isTooLong) {
      this.aggregatedSegments = 0;
      this.aggregationStartNs = connection.nowNs;
      expectedSegments = 0;
    }
    this.aggregatedSegments += sample.newlyDeliveredSegments;
    const extraSegments = Math.min(this.aggregatedSegments - expectedSegments, connection.congestionWindow);
    this.extraAcked = Math.max(this.extraAcked, extraSegments);
  }

  /** [bbr_ack_aggregation_cwnd] */
  private get aggregationRoom(): number {
    if (!this.isPipeFull) return 0;
    const maxSegments = Math.floor(this.bandwidthSegmentsPerNs() * MAX_AGGREGATION_NS + ROUNDING);
    return Math.min(Math.max(this.extraAcked, this.extraAckedBefore), maxSegments);
  }

  /** Segments that leave by one offload [bbr_tso_segs_goal]. */
  private get offloadSegments(): number {
    const { payloadBits } = this;
    const bps = this.pacingSegmentsPerNs * payloadBits * 1e9;
    const minSegments = bps < MIN_BURST_BPS ? 1 : 2;
    return Math.min(MAX_BURST_SEGMENTS, Math.max(minSegments, Math.floor(this.pacingSegmentsPerNs * BURST_NS)));
  }

  protected override fillsPipe(gain: number): boolean {
    return this.sample.priorInFlight + this.offloadSegments >= this.inFlightTarget(gain);
  }

  protected override windowTarget(gain: number): number {
    if (this.minRttNs === Number.POSITIVE_INFINITY) return this.initialWindowSegments;
    return this.withBursts(this.product(gain) + this.aggregationRoom);
  }

  protected override inFlightTarget(gain: number): number {
    if (this.minRttNs === Number.POSITIVE_INFINITY) return this.initialWindowSegments;
    return this.withBursts(this.product(gain));
  }

  /** [bbr_bdp] */
  private product(gain: number): number {
    return Math.ceil(gain * this.bandwidthSegmentsPerNs() * this.minRttNs - ROUNDING);
  }

  /** [bbr_quantization_budget] */
  protected override withBursts(segments: number): number {
    const room = segments + BURSTS * this.offloadSegments;
    const isProbing = this.phase === 'probeBandwidth' && this.cyclePosition === 0;
    return room + (room % 2) + (isProbing ? PROBE_SEGMENTS : 0);
  }
}
