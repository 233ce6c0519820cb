/**
 * ns-2.35's NewReno sender: RFC 2582 with partial window deflation. A window that duplicate ACKs inflate governs
 * recovery.
 */
import { PacketFlag } from '../packets/packet.ts';
import { CutCause, Ns2Sender } from './ns2-sender.ts';

/** NewReno as ns-2.35 has it, for comparisons with papers. */
export class Ns2NewRenoSender extends Ns2Sender {
  /** Window inflation in recovery, segments; 0 outside of it. */
  private inflation = 0;
  private partialAckCount = 0;

  override get isInRecovery(): boolean {
    return this.inflation > 0;
  }

  /** Each duplicate ACK of a recovery reports that a segment arrived, and inflates the window. */
  override get inFlight(): number {
    return Math.max(0, super.inFlight - this.inflation);
  }

  override onAck(packet: number): void {
    const { packets } = this.host;
    const sequence = packets.sequence[packet];
    if (this.values.ecn && (packets.flags[packet] & PacketFlag.ece) !== 0) this.onEcnEcho(sequence);
    if (sequence > this.lastAckedSegment) {
      if (sequence >= this.highestSentAtCut || this.lastCutCause !== CutCause.duplicateAcks) this.onFullAck(packet);
      else this.onPartialAck(sequence);
    } else if (sequence === this.lastAckedSegment) {
      this.onDuplicateAck();
    } else return;
    if (this.duplicateAckCount === 0) this.sendBurst(Number.POSITIVE_INFINITY);
    else if (this.duplicateAckCount > 2) this.sendBurst(2);
  }

  protected override exactWindow(): number {
    return Math.min(this.congestionWindow + this.inflation, this.values.windowPackets);
  }

  protected override window(): number {
    return Math.min(Math.trunc(this.congestionWindow) + this.inflation, this.values.windowPackets);
  }

  protected override onTimeout(): void {
    this.inflation = 0;
    this.duplicateAckCount = 0;
    super.onTimeout();
  }

  protected override sendWithinWindow(): void {
    this.sendBurst(Number.POSITIVE_INFINITY);
  }

  private sendBurst(maxPackets: number): void {
    let sentCount = 0;
    while (
      sentCount < maxPackets &&
      this.nextSegment < this.endSegment &&
      this.nextSegment <= this.highestAcked + this.window()
    ) {
      this.sendSegment(this.nextSegment++);
      sentCount++;
    }
  }

  private onFullAck(packet: number): void {
    if (this.inflation > 0) {
      this.inflation = 0;
      if (this.lastCutCause === CutCause.duplicateAcks) this.lastCutCause = CutCause.exited;
    }
    this.partialAckCount = 0;
    this.acceptNewAck(packet);
  }

  private onPartialAck(sequence: number): void {
    if (this.partialAckCount++ === 0) this.restartTimer();
    const ackedSegments = sequence - this.lastAckedSegment;
    if (this.inflation > ackedSegments) this.inflation -= ackedSegments - 1;
    else {
      this.congestionWindow = Math.max(1, this.congestionWindow - (ackedSegments - this.inflation));
      this.inflation = 1;
    }
    this.lastAckedSegment = sequence;
    this.highestAcked = sequence;
    if (this.nextSegment < sequence + 1) this.nextSegment = sequence + 1;
    if (this.isMeasuringRtt && sequence >= this.timedSegment) {
      this.isMeasuringRtt = false;
      this.rtt.resetBackOff();
    }
    this.sendSegment(this.lastAckedSegment + 1);
  }

  private onDuplicateAck(): void {
    this.duplicateAckCount++;
    if (this.duplicateAckCount === 3) this.enterRecovery();
    else if (this.duplicateAckCount > 3 && this.lastCutCause === CutCause.duplicateAcks) this.inflation++;
    else if (this.duplicateAckCount < 3 && this.values.limitedTransmit) this.limitedTransmit();
  }

  private enterRecovery(): void {
    // Duplicates of segments that came late: there is nothing to send again.
    if (this.lastAckedSegment === this.highestSent) return;
    const hasRecovered = this.highestAcked > this.highestSentAtCut || this.highestAcked === 0;
    if (!hasRecovered && !(this.values.ecn && this.lastCutCause === CutCause.ecn)) return;
    if (hasRecovered) this.highestSentAtCut = this.highestSent;
    this.resetTimer();
    this.lastCutCause = CutCause.duplicateAcks;
    if (hasRecovered) this.halveWindow();
    this.sendSegment(this.lastAckedSegment + 1);
    this.inflation = 3;
  }
}
