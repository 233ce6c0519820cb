/**
 * The shared part of the standard senders: RFC 5681 (idle restart), RFC 6298 (timer), RFC 3042 (limited transmit) and
 * RFC 3168 (one reaction to marks per window of data). All segments pass one gate in it. A congestion control decides
 * how the window changes and how fast it is sent.
 */

import { OPTION_STRIDE, PacketFlag, SendRule } from '../packets/packet.ts';
import type { Acknowledgement, CongestionControlDefinition, ReducedWindowSegments } from './congestion/control.ts';
import { ControlledSender } from './controlled-sender.ts';
import { StandardRttEstimator } from './rtt-estimator.ts';
import type { TcpValues } from './tcp-parameters.ts';
import type { SenderOptions } from './tcp-sender.ts';
import { ECHO_OPTION, ticksBetween, timestampAt } from './timestamps.ts';

/** The ACK that a control reads now: one object for all senders, filled for each ACK. */
const acknowledgement: { -readonly [Key in keyof Acknowledgement]: Acknowledgement[Key] } = {
  acked: 0,
  growthSegments: 0,
  marked: 0,
  mayGrow: false,
};

/** Least threshold after a reduction, segments (RFC 5681 equation 4). */
const MIN_SLOW_START_THRESHOLD = 2;

/** A TCP sender as in the RFCs; subclasses add the loss recovery. */
export abstract class RfcSender extends ControlledSender {
  declare readonly rtt: StandardRttEstimator;
  /**
   * Highest segment sent when the last loss recovery or timeout began: `recover` of RFC 6582, RecoveryPoint of RFC
   * 6675.
   */
  protected highestSentAtRecovery = -1;
  /** Highest segment sent at the last cut of the window, for any reason: it is cut once per window of data. */
  protected highestSentAtCut = -1;
  /** Highest segment sent when the control was last asked about a mark: it is asked once per window of data. */
  private highestSentAtMark = -1;
  /** Segments that limited transmit has sent on the present duplicate ACKs. */
  private limitedSegments = 0;
  /** A mark came at a window of one: nothing is sent until the timer runs out. */
  private awaitsTimer = false;
  /** Segment of the last timeout: the threshold is cut once for it (RFC 5681 section 3.1). */
  private timedOutSegment = -1;
  private initialWindow: number;
  /** A segment that is sent again as soon as the gate opens; -1 without one. */
  private delayedSegment = -1;

  constructor(endpoint: SenderOptions, control: CongestionControlDefinition, uniform: () => number) {
    const values: TcpValues = endpoint.values;
    super(endpoint, new StandardRttEstimator(values), control, uniform, true);
    this.initialWindow = values.initialWindow;
    this.countsMarks = control.countsMarks ?? false;
    this.sendsEctOnAll = control.ectOnAll ?? false;
  }

  override get isApplicationLimited(): boolean {
    return this.nextSegment >= this.endSegment;
  }

  override supply(segments: number): void {
    const idleNs = this.host.clock.nowNs - this.lastSentNs;
    if (this.values.idleRestart && this.highestSent >= 0 && this.flightSize === 0 && idleNs > this.rtt.timeoutNs()) {
      this.congestionWindow = Math.min(this.congestionWindow, this.initialWindow);
    }
    super.supply(segments);
  }

  /** The amount that the window allows now, by the variant's rule. */
  protected abstract sendInWindow(): void;

  /** Segments sent and not yet acknowledged (FlightSize). */
  override get flightSize(): number {
    return this.highestSent - this.highestAcked;
  }

  /**
   * The end of every ACK: reports the delivered segments to the congestion control, and sends as much as is allowed.
   */
  protected afterAck(): void {
    this.reportDeliveries();
    this.sendWithinWindow();
  }

  protected override sendWithinWindow(): void {
    if (this.mayTransmit()) this.sendInWindow();
  }

  /**
   * The gate: whether a segment may be sent now. A mark at a window of one closes the gate until the timer runs out.
   * Pacing closes it after each train of segments until the next is due. Then sending continues as the window allows.
   */
  protected mayTransmit(): boolean {
    return !this.awaitsTimer && this.isPacerReady();
  }

  /** Sends a segment again at once, or as soon as the gate opens: the window does not count. */
  protected retransmit(sequence: number): void {
    if (this.mayTransmit()) this.sendSegment(sequence);
    else this.delayedSegment = sequence;
  }

  protected override openGate(): void {
    const sequence = this.delayedSegment;
    this.delayedSegment = -1;
    if (sequence > this.highestAcked) this.sendSegment(sequence);
    this.sendWithinWindow();
  }

  /** There is new data (rule 2 of NextSeg() in RFC 6675), and the receiver has room for it. */
  protected maySendNew(): boolean {
    return this.nextSegment < this.endSegment && this.nextSegment <= this.highestAcked + this.values.windowPackets;
  }

  /** Number of duplicate ACKs that show a loss (RFC 5681, section 3.2). */
  protected get duplicateThreshold(): number {
    return 3;
  }

  /** Sends in order, up to the window, and one more new segment on each duplicate ACK that does not show a loss yet. */
  protected sendInOrder(): void {
    const window = Math.trunc(this.congestionWindow);
    const isLimitedTransmit = this.values.limitedTransmit && !this.isInRecovery && this.nextSegment > this.highestSent;
    const extraSegments = isLimitedTransmit ? Math.min(this.duplicateAckCount, this.duplicateThreshold - 1) : 0;
    const lastAllowedSegment = this.highestAcked + Math.min(window + extraSegments, this.values.windowPackets);
    while (this.nextSegment < this.endSegment && this.nextSegment <= lastAllowedSegment && this.mayTransmit()) {
      if (this.nextSegment > this.highestAcked + window) this.limitedSegments++;
      this.sendSegment(this.nextSegment++);
    }
  }

  /** Karn's rule: no round trip is measured across a retransmission. */
  protected override sendSegment(sequence: number): void {
    this.lastSentNs = this.host.clock.nowNs;
    if (this.endsMeasurement(sequence)) this.isMeasuringRtt = false;
    this.deliveries?.onSent(sequence, this.inFlight);
    super.sendSegment(sequence);
    this.pace(this.values.segmentBytes + this.values.headerBytes);
  }

  /** Karn's rule with cumulative ACKs: after any retransmission, the ACK of the measured segment may come late. */
  protected endsMeasurement(sequence: number): boolean {
    return sequence <= this.highestSent;
  }

  /**
   * Two windows a round trip in the first half of slow start, 1.2 later, as in Linux; no limit before the first round
   * trip.
   */
  protected override windowBps(): number {
    const { segmentBytes, headerBytes } = this.values;
    const { smoothedRttNs } = this.rtt;
    if (smoothedRttNs < 0) return Number.POSITIVE_INFINITY;
    const windows = this.congestionWindow < this.slowStartThreshold / 2 ? 2 : 1.2;
    const segments = Math.max(this.congestionWindow, this.flightSize);
    return (windows * segments * (segmentBytes + headerBytes) * 8e9) / smoothedRttNs;
  }

  /**
   * ECN-Echo: one reaction per window of data; with a window of one segment, nothing more until the timer runs out. CWR
   * announces a reduction, so a mark that reduces nothing is not announced. The handshake's echo is negotiation only
   * (RFC 3168 sections 6.1.1 and 6.1.2; RFC 8257 section 3.3).
   */
  protected onEcnEcho(packet: number): void {
    if (!this.values.ecn || this.isInRecovery || !this.reportsMark(packet)) return;
    const sequence = this.host.packets.sequence[packet];
    if (sequence <= Math.max(this.highestSentAtCut, this.highestSentAtMark, 0)) return;
    this.highestSentAtMark = this.highestSent;
    const window = this.control.onMark(Math.min(this.flightSize, this.congestionWindow));
    if (window === undefined) return;
    this.awaitsTimer = this.congestionWindow < 2 && !this.countsMarks;
    if (this.awaitsTimer) this.restartTimer();
    this.congestionWindow = Math.max(1, window);
    this.setThreshold(window);
    this.highestSentAtCut = this.highestSent;
    this.mustAnnounceCut = true;
    this.windowCutCount++;
  }

  /** Whether an ACK reports a mark, by the receiver's count or by an echo. */
  private reportsMark(packet: number): boolean {
    if (this.countsMarks) return this.host.packets.ceCount[packet] > this.lastCeCount;
    return this.hasEcnEcho(packet);
  }

  /** The ECN-Echo of RFC 3168, which lasts until CWR. A receiver that counts marks sends none. */
  private hasEcnEcho(packet: number): boolean {
    return !this.countsMarks && (this.host.packets.flags[packet] & PacketFlag.ece) !== 0;
  }

  /** An ACK moves the left edge. Measures the round trip: by timestamps, or of segments sent once (Karn's rule). */
  protected advance(packet: number): void {
    const sequence = this.host.packets.sequence[packet];
    if (this.values.timestamps) this.rtt.sampleTicks(this.ticksSince(this.echoOf(packet)), this.flightSize);
    this.deliveries?.onAcknowledged(this.highestAcked + 1, sequence);
    this.highestAcked = sequence;
    if (this.nextSegment < sequence + 1) this.nextSegment = sequence + 1;
    if (this.isMeasuringRtt && sequence >= this.timedSegment) {
      this.isMeasuringRtt = false;
      this.rtt.sample(this.timedSentNs, this.host.clock.nowNs);
    }
  }

  /** The timestamp that an ACK returns. */
  protected echoOf(packet: number): number {
    return this.host.packets.options[packet * OPTION_STRIDE + ECHO_OPTION];
  }

  /** The timestamp of a time, ns. */
  protected timestampAt(ns: number): number {
    return timestampAt(ns, this.values.clockGranularityMs);
  }

  private ticksSince(timestamp: number): number {
    return ticksBetween(timestamp, this.timestampAt(this.nowNs));
  }

  /** RFC 6298 section 5, rules 2 and 3. */
  protected adjustTimer(): void {
    if (this.flightSize === 0 && !this.awaitsTimer) this.timer.stop();
    else this.restartTimer();
  }

  /** An ACK for new data outside of recovery. */
  protected acceptNewAck(packet: number): void {
    const sequence = this.host.packets.sequence[packet];
    const ackedSegments = sequence - this.highestAcked;
    const isHandshake = this.highestAcked < 0;
    this.advance(packet);
    this.resetDuplicateAcks();
    if (isHandshake) this.beginTransmission();
    else this.reportAck(packet, ackedSegments, !(this.values.ecn && this.hasEcnEcho(packet)));
    this.adjustTimer();
    this.endTransfer();
  }

  /**
   * Reports an ACK for new data to the congestion control, with the marks that the receiver has counted since the last
   * ACK.
   */
  protected reportAck(packet: number, ackedSegments: number, mayGrow: boolean): void {
    const ceCount = this.host.packets.ceCount[packet];
    acknowledgement.acked = ackedSegments;
    acknowledgement.growthSegments = this.values.growthPer === 'segment' ? ackedSegments : 1;
    acknowledgement.marked = ceCount - this.lastCeCount;
    acknowledgement.mayGrow = mayGrow;
    this.lastCeCount = ceCount;
    this.control.onAck(acknowledgement);
  }

  protected resetDuplicateAcks(): void {
    this.duplicateAckCount = 0;
    this.limitedSegments = 0;
  }

  /**
   * Duplicate ACKs have shown a loss. The congestion control computes the threshold from the outstanding segments,
   * without those of limited transmit (RFC 5681 section 3.2, step 2). It does not if the window of the lost segment was
   * already cut for ECN (RFC 3168 section 6.1.2).
   */
  protected enterRecovery(): void {
    this.highestSentAtRecovery = this.highestSent;
    this.retransmissionRule = SendRule.duplicateAcks;
    this.cutForLoss();
    this.isInRecovery = true;
  }

  /** A loss reduces the threshold, once per window of data. */
  protected cutForLoss(): void {
    this.awaitsTimer = false;
    if (this.highestAcked >= this.highestSentAtCut || this.countsMarks) {
      this.setThreshold(this.control.onLoss(this.lostWindow()));
      this.mustAnnounceCut = true;
      this.windowCutCount++;
    }
    this.highestSentAtCut = this.highestSent;
  }

  /** RFC 5681 section 3.1; RFC 6298 section 5, rules 4 to 6. The loss window is one segment. */
  protected override onTimeout(): void {
    this.awaitsTimer = false;
    if (this.flightSize > 0) this.restart();
    this.sendWithinWindow();
  }

  /**
   * The amount that a loss cuts: FlightSize, at most the window, or the threshold that recovery has cut it to. A lost
   * retransmission cuts once more (RFC 5681 section 4.3). FlightSize alone has all that recovery sent above the hole.
   * After a partial ACK, less may be outstanding than limited transmit has sent.
   */
  private lostWindow(): number {
    const window = this.isInRecovery ? this.slowStartThreshold : this.congestionWindow;
    return Math.min(Math.max(0, this.flightSize - this.limitedSegments), window);
  }

  private setThreshold(window: ReducedWindowSegments): void {
    if (!(window >= 0)) throw new Error(`congestion control: a reduced window of ${window} segments is not allowed`);
    this.slowStartThreshold = Math.max(MIN_SLOW_START_THRESHOLD, window);
  }

  /** The first outstanding segment has not timed out yet: its timeout cuts the threshold. */
  protected get isCutByTimeout(): boolean {
    return this.timedOutSegment !== this.highestAcked + 1;
  }

  private restart(): void {
    const firstOutstandingSegment = this.highestAcked + 1;
    this.timeoutCount++;
    this.host.onTimeout(this.flow);
    if (this.isCutByTimeout) {
      this.setThreshold(this.control.onTimeout(this.lostWindow()));
      this.windowCutCount++;
    }
    this.timedOutSegment = firstOutstandingSegment;
    this.retransmissionRule = SendRule.timeout;
    this.congestionWindow = 1;
    this.mustAnnounceCut = true;
    this.isInRecovery = false;
    this.resetDuplicateAcks();
    this.highestSentAtRecovery = this.highestSent;
    this.highestSentAtCut = this.highestSent;
    this.delayedSegment = -1;
    this.isMeasuringRtt = false;
    this.loseOutstanding(firstOutstandingSegment);
    this.rtt.backOff();
    this.restartTimer();
  }

  /** After a timeout, all outstanding segments count as lost, and sending continues at the first of them. */
  protected loseOutstanding(firstSegment: number): void {
    this.deliveries?.onTimeout(0);
    this.nextSegment = firstSegment;
  }

  /** The handshake is over. If its SYN was lost: RFC 5681 section 3.1, RFC 6298 rule 5.7. */
  private beginTransmission(): void {
    if (this.timeoutCount > 0) {
      this.initialWindow = 1;
      this.rtt.afterLostSyn();
    }
    this.congestionWindow = this.initialWindow;
  }
}
