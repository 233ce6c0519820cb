/**
 * NewReno that counts what is in flight, where RFC 6582 inflates the window: outstanding segments, without those that
 * duplicate ACKs have reported and those that are lost and not yet sent again. On this stand proportional rate
 * reduction without SACK (RFC 9937), F-RTO (RFC 5682, section 2.1) and Linux's number of duplicate ACKs, which grows
 * with reordering. Names of Linux (net/ipv4/tcp_input.c) are given in brackets.
 */
import { CONSTANT_FIELDS } from '../state/checkpoint.ts';
import type { CongestionControlDefinition } from './congestion/control.ts';
import { RateReduction } from './rate-reduction.ts';
import type { SenderOptions } from './tcp-sender.ts';
import { ticksBetween } from './timestamps.ts';
import { UndoingSender } from './undoing-sender.ts';

/** Duplicate ACKs that show a loss at first, and at most [tcp_reordering, tcp_max_reordering]. */
const FIRST_THRESHOLD = 3;
const MAX_THRESHOLD = 300;

/** NewReno without SACK, as Linux has it. */
export class CountingNewRenoSender extends UndoingSender {
  static override readonly [CONSTANT_FIELDS] = ['reduction', 'isAdaptive'];
  private readonly reduction = new RateReduction();
  /** The number of duplicate ACKs that show a loss grows, and timestamps undo a needless cut. */
  private readonly isAdaptive: boolean;
  private threshold = FIRST_THRESHOLD;
  private partialAckCount = 0;

  /**
   * Lost segments that wait for their retransmission, from the first to the last; none if the last is the lower one.
   */
  private firstToResend = 0;
  private lastToResend = -1;

  // For the undo of a cut.
  private hasResent = false;
  private firstResentTimestamp = 0;

  constructor(endpoint: SenderOptions, control: CongestionControlDefinition, uniform: () => number) {
    super(endpoint, control, uniform);
    this.isAdaptive = endpoint.values.duplicateAcks === 'adaptive';
  }

  override get duplicateThreshold(): number {
    return this.threshold;
  }

  override get inFlight(): number {
    const { lastToResend, firstToResend, highestAcked } = this;
    const waitingSegments = Math.max(0, lastToResend - Math.max(firstToResend - 1, highestAcked));
    return Math.max(0, this.flightSize - waitingSegments - this.duplicateAckCount);
  }

  /** The retransmissions of a timeout are not all acknowledged. */
  private get isAfterTimeout(): boolean {
    return !this.isInRecovery && this.highestAcked < this.highestSentAtRecovery;
  }

  override onAck(packet: number): void {
    const sequence = this.host.packets.sequence[packet];
    this.onEcnEcho(packet);
    if (sequence > this.highestAcked) this.onNewAck(packet, sequence);
    else if (sequence === this.highestAcked && this.flightSize > 0) this.onDuplicateAck();
    this.afterAck();
  }

  private onNewAck(packet: number, sequence: number): void {
    if (this.acknowledgesLateSegment(packet)) {
      if (this.isInRecovery && sequence < this.highestSentAtRecovery) this.raiseThreshold(sequence);
      this.undoCut();
    }
    this.testTimeout(sequence);
    if (!this.isInRecovery) this.acceptNewAck(packet);
    else if (sequence < this.highestSentAtRecovery) this.onPartialAck(packet, sequence);
    else this.leaveRecovery(packet, sequence);
    this.firstToResend = Math.max(this.firstToResend, sequence + 1);
  }

  /** RFC 6582, section 3.2, step 3: the next segment is lost too. */
  private onPartialAck(packet: number, sequence: number): void {
    const ackedSegments = sequence - this.highestAcked;
    const deliveredSegments = Math.max(1, ackedSegments - this.duplicateAckCount);
    this.advance(packet);
    this.reportAck(packet, ackedSegments, false);
    // One was the hole, and the others have caused duplicate ACKs.
    this.duplicateAckCount = Math.max(0, this.duplicateAckCount - (ackedSegments - 1));
    this.limitDuplicateAcks(ackedSegments);
    this.loseFirst();
    if (this.partialAckCount++ === 0 || this.values.partialAckTimer === 'every') this.restartTimer();
    this.reduceWindow(deliveredSegments);
  }

  private leaveRecovery(packet: number, sequence: number): void {
    const ackedSegments = sequence - this.highestAcked;
    this.advance(packet);
    this.reportAck(packet, ackedSegments, false);
    this.isInRecovery = false;
    this.resetDuplicateAcks();
    const window = this.values.prr ? this.slowStartThreshold : Math.max(this.flightSize, 1) + 1;
    this.congestionWindow = Math.min(this.slowStartThreshold, window);
    this.adjustTimer();
    this.endTransfer();
  }

  /** Those after a timeout answer what was sent again, unless new segments were sent since. */
  private onDuplicateAck(): void {
    const isCounted = !this.isAfterTimeout || this.highestSent > this.highestSentAtRecovery;
    // RFC 5682, section 2.1, steps 2a and 3a: the loss was one.
    this.timeoutTest = 'none';
    if (!isCounted) return;
    const isDelivery = this.countDuplicateAck();
    if (
      !this.isInRecovery &&
      this.duplicateAckCount >= this.threshold &&
      // The check of `recover` (RFC 6582).
      this.highestAcked > this.highestSentAtRecovery
    )
      this.beginRecovery();
    if (this.isInRecovery && isDelivery) this.reduceWindow(1);
  }

  /** @returns whether it reports a segment: there are not more duplicate ACKs than segments could have caused */
  private countDuplicateAck(): boolean {
    const countBefore = this.duplicateAckCount++;
    this.limitDuplicateAcks(0);
    if (this.duplicateAckCount <= countBefore) return false;
    const { deliveries } = this;
    if (deliveries !== undefined) {
      deliveries.onDuplicateAck();
      // The window is not inflated by it.
      deliveries.duplicateAckCount = 0;
    }
    return true;
  }

  /** A lost segment cannot have caused a duplicate ACK. More of them show reordering [tcp_check_reno_reordering]. */
  private limitDuplicateAcks(ackedSegments: number): void {
    const { flightSize } = this;
    const lostSegments = this.isAfterTimeout ? Math.max(1, this.lastToResend - this.highestAcked) : 1;
    if (this.duplicateAckCount + lostSegments <= flightSize) return;
    this.duplicateAckCount = Math.max(0, flightSize - lostSegments);
    if (this.isAdaptive) this.threshold = Math.min(Math.max(1, flightSize + ackedSegments), MAX_THRESHOLD);
  }

  private beginRecovery(): void {
    this.rememberCut();
    this.partialAckCount = 0;
    this.reduction.begin(this.flightSize - this.duplicateAckCount + 1);
    this.loseFirst();
    this.enterRecovery();
    this.congestionWindow = this.slowStartThreshold;
  }

  private loseFirst(): void {
    this.firstToResend = this.highestAcked + 1;
    this.lastToResend = this.firstToResend;
  }

  /**
   * RFC 9937, section 6. Without SACK, a duplicate ACK delivers one segment, and an ACK for new data what the duplicate
   * ACKs before it have not reported. A partial ACK shows a loss, so it is never one that allows a segment more.
   */
  private reduceWindow(deliveredSegments: number): void {
    if (!this.values.prr) return;
    this.congestionWindow = this.reduction.windowAfter(
      this.inFlight,
      this.slowStartThreshold,
      deliveredSegments,
      false,
    );
  }

  protected override sendInWindow(): void {
    const { prr } = this.values;
    while (this.mayTransmit()) {
      const isWaiting = this.firstToResend <= this.lastToResend && this.timeoutTest !== 'newSegments';
      const isAtOnce = isWaiting && this.isInRecovery && !prr;
      if (!isAtOnce && this.usedWindow >= Math.trunc(this.congestionWindow)) return;
      if (isWaiting) {
        this.sendSegment(this.firstToResend);
        this.firstToResend++;
      } else if (this.maySendNew()) this.sendSegment(this.nextSegment++);
      else return;
    }
  }

  /**
   * Segments that fill the window. Until a loss is found, duplicate ACKs make room only for the segments of limited
   * transmit (RFC 3042). Right after a timeout or a recovery (`recover` of RFC 6582), many may answer needless
   * retransmissions.
   */
  private get usedWindow(): number {
    if (this.isInRecovery || this.isAfterTimeout) return this.inFlight;
    const limitedSegments = this.values.limitedTransmit ? Math.min(this.duplicateAckCount, this.threshold - 1) : 0;
    return this.inFlight + this.duplicateAckCount - limitedSegments;
  }

  /** Segments that duplicate ACKs have reported are not delivered once more. */
  protected override advance(packet: number): void {
    const { deliveries } = this;
    if (deliveries !== undefined) deliveries.duplicateAckCount = this.duplicateAckCount;
    super.advance(packet);
    if (deliveries !== undefined) deliveries.duplicateAckCount = 0;
  }

  protected override onTimeout(): void {
    if (this.flightSize > 0) {
      const isFirst = !this.isInRecovery && !this.isAfterTimeout;
      if (isFirst || (this.isAfterTimeout && this.isCutByTimeout)) this.rememberCut();
      // Not within a recovery, unless the same segment times out again (RFC 5682, section 2.1, step 1).
      this.timeoutTest = this.values.frto && (isFirst || !this.isCutByTimeout) ? 'firstAck' : 'none';
    }
    super.onTimeout();
  }

  protected override loseOutstanding(firstSegment: number): void {
    this.deliveries?.onTimeout(0);
    this.firstToResend = firstSegment;
    this.lastToResend = this.highestSent;
  }

  /** RFC 5682, section 2.1, steps 2 and 3, at an ACK for new data: if originals arrive, the timeout was needless. */
  private testTimeout(sequence: number): void {
    if (this.timeoutTest === 'newSegments') this.undoCut();
    else if (this.timeoutTest === 'firstAck') {
      const isOver = sequence >= this.highestSentAtRecovery || !this.maySendNew();
      this.timeoutTest = isOver ? 'none' : 'newSegments';
    }
  }

  /** An ACK returns a time before the first retransmission: its segment came late [tcp_packet_delayed]. */
  private acknowledgesLateSegment(packet: number): boolean {
    if (!this.isAdaptive || !this.canUndo || !this.hasResent) return false;
    return ticksBetween(this.firstResentTimestamp, this.echoOf(packet)) < 0;
  }

  /**
   * By how many segments the late one was overtaken; all that are outstanding, if more may come
   * [tcp_check_sack_reordering].
   */
  private raiseThreshold(sequence: number): void {
    const ackedSegments = sequence - this.highestAcked;
    const overtakenBy = this.duplicateAckCount > ackedSegments - 1 ? this.flightSize : ackedSegments;
    this.threshold = Math.min(Math.max(this.threshold, overtakenBy), MAX_THRESHOLD);
  }

  /**
   * Window and threshold are as before the cut, and everything outstanding counts as in flight
   * [tcp_undo_cwnd_reduction].
   */
  protected override undoCut(): boolean {
    if (!super.undoCut()) return false;
    this.lastToResend = this.highestAcked;
    this.isInRecovery = false;
    // A loss in the same window of data is found, and cuts it after all.
    this.highestSentAtRecovery = this.highestAcked - 1;
    return true;
  }

  protected override ownWindow(): number {
    return this.isInRecovery ? Math.min(this.congestionWindow, this.slowStartThreshold) : this.congestionWindow;
  }

  protected override rememberCut(): void {
    super.rememberCut();
    this.hasResent = false;
  }

  protected override updateSendState(sequence: number, isRetransmission: boolean): void {
    super.updateSendState(sequence, isRetransmission);
    this.reduction.sentSegments++;
    if (!isRetransmission) return;
    // As in Linux: the timer counts from the last retransmission of the first segment.
    if (this.values.partialAckTimer === 'every' && sequence === this.highestAcked + 1) this.restartTimer();
    if (this.hasResent) return;
    this.hasResent = true;
    this.firstResentTimestamp = this.timestampAt(this.nowNs);
  }
}
