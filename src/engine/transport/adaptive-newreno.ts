/**
 * NewReno that finds needless retransmissions by timestamps, as Linux does without SACK (net/ipv4/tcp_input.c, whose names are
 * given in brackets). An ACK that returns a time before the first retransmission acknowledges a segment which came late. Then
 * the cut is undone (RFC 4015), and a loss takes as many duplicate ACKs as the late segment has caused.
 */
import { RfcNewRenoSender } from './rfc-newreno.ts';
import { ticksBetween } from './timestamps.ts';

/** Duplicate ACKs that show a loss at first, and at most [tcp_reordering, tcp_max_reordering]. */
const FIRST_THRESHOLD = 3;
const MAX_THRESHOLD = 300;

export class AdaptiveNewRenoSender extends RfcNewRenoSender {
  private threshold = FIRST_THRESHOLD;
  /** Cuts that were undone. */
  undoCount = 0;

  // For the undo of a cut.
  private canUndo = false;
  private windowBeforeCut = 0;
  private thresholdBeforeCut = 0;
  private hasResent = false;
  private firstResentTimestamp = 0;

  override get duplicateThreshold(): number {
    return this.threshold;
  }

  /** The retransmissions of a timeout are not all acknowledged. */
  private get isAfterTimeout(): boolean {
    return !this.isInRecovery && this.highestAcked < this.highestSentAtRecovery;
  }

  override onAck(packet: number): void {
    if (this.acknowledgesLateSegment(packet)) {
      const sequence = this.host.packets.sequence[packet];
      if (this.isInRecovery && sequence < this.highestSentAtRecovery) this.raiseThreshold(sequence);
      this.undoCut();
    }
    super.onAck(packet);
  }

  /** [tcp_packet_delayed] */
  private acknowledgesLateSegment(packet: number): boolean {
    if (!this.canUndo || !this.hasResent) return false;
    if (this.host.packets.sequence[packet] <= this.highestAcked) return false;
    return ticksBetween(this.firstResentTimestamp, this.echoOf(packet)) < 0;
  }

  /** By how many segments the late one was overtaken; all that are outstanding, if more may come [tcp_check_sack_reordering]. */
  private raiseThreshold(sequence: number): void {
    const ackedSegments = sequence - this.highestAcked;
    const overtakenBy = this.duplicateAckCount > ackedSegments - 1 ? this.flightSize : ackedSegments;
    this.threshold = Math.min(Math.max(this.threshold, overtakenBy), MAX_THRESHOLD);
  }

  /** Window and threshold are as before the cut, and everything outstanding counts as in flight [tcp_undo_cwnd_reduction]. */
  private undoCut(): void {
    this.canUndo = false;
    this.undoCount++;
    this.control.onUndo?.();
    const window = this.isInRecovery ? Math.min(this.congestionWindow, this.slowStartThreshold) : this.congestionWindow;
    this.congestionWindow = Math.max(window, this.windowBeforeCut);
    this.slowStartThreshold = Math.max(this.slowStartThreshold, this.thresholdBeforeCut);
    this.nextSegment = this.highestSent + 1;
    this.isInRecovery = false;
    // A loss in the same window of data is found, and cuts it after all.
    this.highestSentAtRecovery = this.highestAcked - 1;
    this.highestSentAtCut = this.highestAcked;
    this.resetDuplicateAcks();
  }

  /** There are more duplicate ACKs than segments could have caused: some are late [tcp_check_reno_reordering]. */
  protected override countDuplicateAck(): void {
    super.countDuplicateAck();
    this.limitDuplicateAcks(0);
  }

  protected override onPartialAck(packet: number, sequence: number): void {
    const ackedSegments = sequence - this.highestAcked;
    super.onPartialAck(packet, sequence);
    // One was the hole, and the others have caused duplicate ACKs.
    this.duplicateAckCount = Math.max(0, this.duplicateAckCount - (ackedSegments - 1));
    this.limitDuplicateAcks(ackedSegments);
  }

  private limitDuplicateAcks(ackedSegments: number): void {
    if (this.duplicateAckCount < this.flightSize) return;
    this.duplicateAckCount = Math.max(0, this.flightSize - 1);
    this.threshold = Math.min(Math.max(1, this.flightSize + ackedSegments), MAX_THRESHOLD);
  }

  protected override enterRecovery(): void {
    this.rememberCut();
    super.enterRecovery();
  }

  /** A timeout after many duplicate ACKs: the threshold was too large [tcp_enter_loss]. */
  protected override onTimeout(): void {
    if (this.flightSize > 0 && !this.isInRecovery) {
      if (this.duplicateAckCount >= FIRST_THRESHOLD) this.threshold = Math.min(this.threshold, FIRST_THRESHOLD);
      if (!this.isAfterTimeout) this.rememberCut();
    }
    super.onTimeout();
  }

  private rememberCut(): void {
    this.canUndo = true;
    this.hasResent = false;
    this.windowBeforeCut = this.congestionWindow;
    this.thresholdBeforeCut = this.slowStartThreshold;
  }

  protected override updateSendState(sequence: number, isRetransmission: boolean): void {
    super.updateSendState(sequence, isRetransmission);
    if (!isRetransmission || this.hasResent) return;
    this.hasResent = true;
    this.firstResentTimestamp = this.timestampAt(this.nowNs);
  }
}
