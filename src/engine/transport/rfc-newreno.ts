/** NewReno as in RFC 6582, with limited transmit (RFC 3042). */
import { RfcSender } from './rfc-sender.ts';

/** A TCP sender that recovers losses by partial ACKs, without SACK. */
export class RfcNewRenoSender extends RfcSender {
  private partialAckCount = 0;

  override onAck(packet: number): void {
    const sequence = this.host.packets.sequence[packet];
    this.onEcnEcho(packet);
    if (sequence > this.highestAcked) {
      if (!this.isInRecovery) this.acceptNewAck(packet);
      else if (sequence >= this.highestSentAtRecovery) this.leaveRecovery(packet, sequence);
      else this.onPartialAck(packet, sequence);
    } else if (sequence === this.highestAcked && this.flightSize > 0) {
      if (this.isInRecovery || sequence >= this.highestSentAtRecovery) this.deliveries?.onDuplicateAck();
      this.onDuplicateAck();
    }
    this.afterAck();
  }

  override get inFlight(): number {
    const unacknowledgedSegments = this.nextSegment - 1 - this.highestAcked;
    // After a timeout, duplicate ACKs may report more than was sent since.
    const reportedSegments = this.deliveries?.duplicateAckCount ?? this.inflation;
    return Math.max(0, unacknowledgedSegments - reportedSegments);
  }

  /** Segments that duplicate ACKs of a recovery reported: they inflate the window above the threshold. */
  private get inflation(): number {
    return this.isInRecovery ? Math.max(0, this.congestionWindow - this.slowStartThreshold) : 0;
  }

  protected override sendInWindow(): void {
    this.sendInOrder();
  }

  /** RFC 6582 section 3.2, steps 2 and 3; inflation by each duplicate ACK as in RFC 5681 section 3.2. */
  private onDuplicateAck(): void {
    this.countDuplicateAck();
    if (this.isInRecovery) this.congestionWindow += 1;
    else if (this.duplicateAckCount === this.duplicateThreshold && this.mayRetransmit()) this.fastRetransmit();
  }

  protected countDuplicateAck(): void {
    this.duplicateAckCount++;
  }

  /** The check of `recover`: duplicate ACKs after a recovery or a timeout may be answers to what was sent again. */
  protected mayRetransmit(): boolean {
    return this.highestAcked > this.highestSentAtRecovery;
  }

  /** RFC 5681 section 3.2, steps 2 and 3. */
  protected fastRetransmit(): void {
    this.enterRecovery();
    this.partialAckCount = 0;
    this.congestionWindow = this.slowStartThreshold + this.duplicateThreshold;
    this.retransmit(this.highestAcked + 1);
  }

  protected onPartialAck(packet: number, sequence: number): void {
    const ackedSegments = sequence - this.highestAcked;
    this.advance(packet);
    this.reportAck(packet, ackedSegments, false);
    this.retransmit(sequence + 1);
    this.congestionWindow = Math.max(1, this.congestionWindow - ackedSegments + 1);
    if (this.partialAckCount++ === 0 || this.values.partialAckTimer === 'every') this.restartTimer();
  }

  protected leaveRecovery(packet: number, sequence: number): void {
    const ackedSegments = sequence - this.highestAcked;
    this.advance(packet);
    this.reportAck(packet, ackedSegments, false);
    this.congestionWindow = Math.min(this.slowStartThreshold, Math.max(this.flightSize, 1) + 1);
    this.isInRecovery = false;
    this.resetDuplicateAcks();
    this.adjustTimer();
    this.endTransfer();
  }
}
