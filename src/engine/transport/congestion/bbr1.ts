/**
 * BBR, version 1: sends at the measured rate of delivery, and keeps in flight the product of this rate and the least
 * round trip.
 * Source: draft-cardwell-iccrg-bbr-congestion-control-00, section 4, whose names are given in brackets. Amounts in
 * segments, times in ns, rates in segments per ns.
 */

import { DOUBLE_ZERO } from '../../numbers/double-zero.ts';
import type { CongestionControl, Connection, ReducedWindowSegments, SenderValues } from './control.ts';
import { type Deliveries, DeliveryLog } from './delivery-log.ts';

/** 2 / ln 2: doubles the delivered amount each round [BBRHighGain]. */
const HIGH_GAIN = 2.885;
const WINDOW_GAIN = 2;
/** Gains of probing for bandwidth: up, down, and six rounds at 1. */
const BANDWIDTH_GAINS: readonly number[] = [1.25, 0.75, 1, 1, 1, 1, 1, 1];
/** Number of rounds for the maximum of the rate [BtlBwFilterLen]. */
const BANDWIDTH_ROUNDS = 10;
/**
 * Time for the minimum of the round trip [RTpropFilterLen], and duration of a measurement with few segments in flight
 * [ProbeRTTDuration].
 */
const MIN_RTT_WINDOW_NS = 10e9;
const PROBE_RTT_NS = 200e6;
/** Least window [BBRMinPipeCwnd]. */
const MIN_WINDOW_SEGMENTS = 4;
/** Room for bursts of data and ACKs, in trains of segments that leave at once [BBRInflight]. */
const BURSTS = 3;
/** The pipe is full when the rate has not grown by a quarter in three rounds. */
const FULL_PIPE_GROWTH = 1.25;
const FULL_PIPE_ROUNDS = 3;

/** BBRv1 for one connection. */
export class Bbr implements CongestionControl {
  // Inputs: its measurements.
  readonly deliveries: DeliveryLog;
  protected readonly sample: Deliveries;
  protected readonly connection: Connection;
  private readonly segmentBits: number;
  private readonly burstSegments: number;
  private readonly uniform: () => number;

  // The model of the path: the largest rate of delivery and the least round trip.
  /** Largest rate of each of the last rounds [BtlBwFilter]. */
  private readonly roundMaxSegmentsPerNs = new Float64Array(BANDWIDTH_ROUNDS);
  /** Least round trip [RTprop]. */
  minRttNs = Number.POSITIVE_INFINITY;
  private minRttMeasuredNs = DOUBLE_ZERO;

  // Rounds: one ends when a segment is acknowledged that was sent after its beginning.
  protected roundCount = 0;
  protected startsRound = false;
  private roundEndDeliveredSegments = 0;

  // The state machine, and the gains of its state.
  phase: 'startup' | 'drain' | 'probeBandwidth' | 'probeRtt' = 'startup';
  protected pacingGain = HIGH_GAIN;
  private windowGain = HIGH_GAIN;

  // Startup: whether the pipe is full.
  protected fullPipeSegmentsPerNs = DOUBLE_ZERO;
  protected fullPipeRoundCount = 0;
  protected isPipeFull = false;

  // Probing for bandwidth: the place in the cycle of gains, and its beginning.
  protected cyclePosition = 0;
  private cycleStartNs = DOUBLE_ZERO;

  // Probing for the round trip.
  /** Its end, ns; 0 while too many segments are in flight. */
  private probeRttEndNs = DOUBLE_ZERO;
  private isProbeRttRoundOver = false;

  // Loss recovery.
  private recovery: 'no' | 'fast' | 'timeout' = 'no';
  /** After a timeout, recovery ends when this segment is acknowledged. */
  private highestSentAtTimeout = -1;
  /** In the first round of recovery the sender sends no more than was delivered. */
  private conservesPackets = false;

  // Outputs: the window and the pacing rate.
  protected pacingSegmentsPerNs = Number.POSITIVE_INFINITY;
  /**
   * Its own window, because loss recovery sets another one for some time (control.ts); -1 before the end of the
   * handshake.
   */
  protected windowSegments = DOUBLE_ZERO - 1;
  protected initialWindowSegments = DOUBLE_ZERO;
  /** The window that is restored after a recovery and after probing for the round trip. */
  private priorWindowSegments = DOUBLE_ZERO;

  constructor(
    connection: Connection,
    values: Pick<SenderValues, 'segmentBytes' | 'headerBytes' | 'pacingBurst'>,
    uniform: () => number,
  ) {
    this.connection = connection;
    this.segmentBits = 8 * (values.segmentBytes + values.headerBytes);
    this.burstSegments = BURSTS * values.pacingBurst;
    this.uniform = uniform;
    this.deliveries = this.createLog(connection);
    this.sample = this.deliveries;
  }

  protected createLog(connection: Connection): DeliveryLog {
    return new DeliveryLog(connection);
  }

  onAck(): void {}

  onDelivery(): void {
    const { connection, sample } = this;
    if (this.windowSegments < 0) this.begin();
    else {
      this.leaveRecovery();
      this.updateBandwidth();
      this.updateAggregation?.();
      this.checkCycle();
      this.checkFullPipe();
      this.checkDrain();
      const isExpired = this.updateRtt();
      this.checkProbeRtt(isExpired);
      this.setPacing(this.pacingGain);
      this.setWindow();
    }
    connection.congestionWindow = Math.min(this.windowSegments + sample.duplicateAckCount, connection.receiverWindow);
    connection.congestionWindow = Math.max(1, connection.congestionWindow);
  }

  /** A loss does not change the model. For one round, the sender sends no more than is delivered. */
  onLoss(): ReducedWindowSegments {
    const { connection, sample } = this;
    this.priorWindowSegments = this.windowToRestore();
    // As in Linux: a recovery that begins on the ACK that ends another one continues it.
    if (this.recovery === 'fast') return this.windowSegments;
    this.recovery = 'fast';
    this.conservesPackets = true;
    this.roundEndDeliveredSegments = sample.deliveredSegments;
    this.windowSegments = connection.inFlight + Math.max(1, sample.newlyDeliveredSegments);
    return this.windowSegments;
  }

  /** Its packets cannot be marked. */
  onMark(): undefined {}

  onTimeout(): ReducedWindowSegments {
    this.priorWindowSegments = this.windowToRestore();
    this.recovery = 'timeout';
    this.highestSentAtTimeout = this.connection.highestSent;
    this.conservesPackets = false;
    if (this.windowSegments > 0) this.windowSegments = 1;
    // Before the end of the handshake there is no window to reduce: the threshold is the least one.
    return Math.max(0, this.priorWindowSegments);
  }

  pacingBps(): number {
    return this.pacingSegmentsPerNs * this.segmentBits * 1e9;
  }

  /** Largest rate of the last rounds [BtlBw]. */
  protected bandwidthSegmentsPerNs(): number {
    let max = 0;
    for (let index = 0; index < BANDWIDTH_ROUNDS; index++) max = Math.max(max, this.roundMaxSegmentsPerNs[index]);
    return max;
  }

  private begin(): void {
    const { connection } = this;
    this.windowSegments = connection.congestionWindow;
    this.initialWindowSegments = this.windowSegments;
    const smoothedNs = connection.smoothedRttNs;
    this.pacingSegmentsPerNs = (HIGH_GAIN * this.windowSegments) / (smoothedNs > 0 ? smoothedNs : 1e6);
    this.updateBandwidth();
    this.updateRtt();
  }

  protected updateBandwidth(): void {
    const { sample } = this;
    this.startsRound = sample.intervalNs > 0 && sample.priorDeliveredSegments >= this.roundEndDeliveredSegments;
    if (this.startsRound) {
      this.roundEndDeliveredSegments = sample.deliveredSegments;
      this.roundCount++;
      this.roundMaxSegmentsPerNs[this.roundCount % BANDWIDTH_ROUNDS] = 0;
      this.conservesPackets = false;
    }
    const { intervalNs } = sample;
    if (intervalNs <= 0) return;
    // A sample shorter than the least round trip is not a measurement (draft-cheng-iccrg-delivery-rate-estimation-00).
    if (this.minRttNs !== Number.POSITIVE_INFINITY && intervalNs < this.minRttNs) return;
    const segmentsPerNs = (sample.deliveredSegments - sample.priorDeliveredSegments) / intervalNs;
    if (sample.isSampleApplicationLimited && segmentsPerNs < this.bandwidthSegmentsPerNs()) return;
    this.addRate(segmentsPerNs);
  }

  /** Measures what ACKs bring in bursts. The draft has no such measurement. */
  protected updateAggregation?(): void;

  protected addRate(segmentsPerNs: number): void {
    const slot = this.roundCount % BANDWIDTH_ROUNDS;
    this.roundMaxSegmentsPerNs[slot] = Math.max(this.roundMaxSegmentsPerNs[slot], segmentsPerNs);
  }

  private checkCycle(): void {
    if (this.phase !== 'probeBandwidth') return;
    const { connection, sample, pacingGain } = this;
    const isLong = connection.nowNs - this.cycleStartNs > this.minRttNs;
    let advancesPhase = isLong;
    if (pacingGain > 1) advancesPhase = isLong && (sample.lostSegments > 0 || this.fillsPipe(pacingGain));
    else if (pacingGain < 1) advancesPhase = isLong || sample.priorInFlight <= this.inFlightTarget(1);
    if (advancesPhase) this.advanceCycle();
  }

  /** As much was in flight as probing for bandwidth asks for. */
  protected fillsPipe(gain: number): boolean {
    return this.sample.priorInFlight >= this.inFlightTarget(gain);
  }

  private advanceCycle(): void {
    this.cycleStartNs = this.connection.nowNs;
    this.cyclePosition = (this.cyclePosition + 1) % BANDWIDTH_GAINS.length;
    this.pacingGain = BANDWIDTH_GAINS[this.cyclePosition];
  }

  private checkFullPipe(): void {
    if (this.isPipeFull || !this.startsRound || this.sample.isSampleApplicationLimited) return;
    const segmentsPerNs = this.bandwidthSegmentsPerNs();
    if (segmentsPerNs >= this.fullPipeSegmentsPerNs * FULL_PIPE_GROWTH) {
      this.fullPipeSegmentsPerNs = segmentsPerNs;
      this.fullPipeRoundCount = 0;
      return;
    }
    this.fullPipeRoundCount++;
    this.isPipeFull = this.fullPipeRoundCount >= FULL_PIPE_ROUNDS;
  }

  private checkDrain(): void {
    if (this.phase === 'startup' && this.isPipeFull) {
      this.phase = 'drain';
      this.pacingGain = 1 / HIGH_GAIN;
      this.windowGain = HIGH_GAIN;
    }
    if (this.phase === 'drain' && this.connection.inFlight <= this.inFlightTarget(1)) this.enterProbeBandwidth();
  }

  /** At a random place of the cycle, but not at the place that slows down. */
  protected enterProbeBandwidth(): void {
    this.phase = 'probeBandwidth';
    this.windowGain = WINDOW_GAIN;
    this.cyclePosition = BANDWIDTH_GAINS.length - 1 - Math.floor(this.uniform() * (BANDWIDTH_GAINS.length - 1));
    this.advanceCycle();
  }

  /** @returns whether the least round trip was too old */
  private updateRtt(): boolean {
    const { nowNs } = this.connection;
    const { rttNs } = this.sample;
    const isExpired = nowNs > this.minRttMeasuredNs + MIN_RTT_WINDOW_NS;
    if (rttNs >= 0 && (this.renewsLeastRtt(rttNs) || isExpired)) {
      this.minRttNs = rttNs;
      this.minRttMeasuredNs = nowNs;
    }
    return isExpired;
  }

  /** Whether the least round trip counts as measured anew. */
  protected renewsLeastRtt(rttNs: number): boolean {
    return rttNs <= this.minRttNs;
  }

  private checkProbeRtt(isExpired: boolean): void {
    const { sample } = this;
    if (this.phase !== 'probeRtt' && isExpired && !sample.isRestart) {
      this.priorWindowSegments = this.windowToRestore();
      this.phase = 'probeRtt';
      this.pacingGain = 1;
      this.windowGain = 1;
      this.probeRttEndNs = 0;
    }
    if (this.phase === 'probeRtt') this.probeRtt();
  }

  private probeRtt(): void {
    const { connection, sample } = this;
    sample.markApplicationLimited(connection.inFlight);
    if (this.probeRttEndNs === 0) {
      if (connection.inFlight > MIN_WINDOW_SEGMENTS) return;
      this.probeRttEndNs = connection.nowNs + PROBE_RTT_NS;
      this.isProbeRttRoundOver = false;
      this.roundEndDeliveredSegments = sample.deliveredSegments;
      return;
    }
    if (this.startsRound) this.isProbeRttRoundOver = true;
    if (!this.isProbeRttRoundOver || connection.nowNs <= this.probeRttEndNs) return;
    this.minRttMeasuredNs = connection.nowNs;
    this.windowSegments = Math.max(this.windowSegments, this.priorWindowSegments);
    if (this.isPipeFull) this.enterProbeBandwidth();
    else {
      this.phase = 'startup';
      this.pacingGain = HIGH_GAIN;
      this.windowGain = HIGH_GAIN;
    }
  }

  /** Share of the rate at which it paces. */
  protected get pacingMargin(): number {
    return 1;
  }

  /** The rate only grows until the pipe is full. */
  protected setPacing(gain: number): void {
    const segmentsPerNs = gain * this.bandwidthSegmentsPerNs() * this.pacingMargin;
    if (segmentsPerNs > 0 && (this.isPipeFull || segmentsPerNs > this.pacingSegmentsPerNs))
      this.pacingSegmentsPerNs = segmentsPerNs;
  }

  private setWindow(): void {
    const { sample, connection } = this;
    const { newlyDeliveredSegments, lostSegments } = sample;
    if (lostSegments > 0) this.windowSegments = Math.max(1, this.windowSegments - lostSegments);
    if (this.conservesPackets)
      this.windowSegments = Math.max(this.windowSegments, connection.inFlight + newlyDeliveredSegments);
    else {
      const target = this.windowTarget(this.windowGain);
      if (this.isPipeFull) this.windowSegments = Math.min(this.windowSegments + newlyDeliveredSegments, target);
      else if (this.windowSegments < target || sample.deliveredSegments < this.initialWindowSegments)
        this.windowSegments += newlyDeliveredSegments;
      this.windowSegments = Math.max(this.windowSegments, MIN_WINDOW_SEGMENTS);
    }
    if (this.phase === 'probeRtt') this.windowSegments = Math.min(this.windowSegments, MIN_WINDOW_SEGMENTS);
  }

  protected windowTarget(gain: number): number {
    return this.inFlightTarget(gain);
  }

  /** The amount in flight for a gain of the rate [BBRInflight]. */
  protected inFlightTarget(gain: number): number {
    if (this.minRttNs === Number.POSITIVE_INFINITY) return this.initialWindowSegments;
    return this.withBursts(gain * this.bandwidthSegmentsPerNs() * this.minRttNs);
  }

  /** Adds the room for bursts. */
  protected withBursts(segments: number): number {
    return segments + this.burstSegments;
  }

  /** The window that is restored later [BBRSaveCwnd]. */
  private windowToRestore(): number {
    if (this.recovery === 'no' && this.phase !== 'probeRtt') return this.windowSegments;
    return Math.max(this.priorWindowSegments, this.windowSegments);
  }

  private leaveRecovery(): void {
    const { connection } = this;
    const isOver =
      (this.recovery === 'fast' && !connection.isInRecovery) ||
      (this.recovery === 'timeout' && connection.highestAcked >= this.highestSentAtTimeout);
    if (!isOver) return;
    this.recovery = 'no';
    this.conservesPackets = false;
    this.windowSegments = Math.max(this.windowSegments, this.priorWindowSegments);
  }
}
