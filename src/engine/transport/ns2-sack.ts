/** ns-2.35's SACK sender ("Sack1"): an estimate of the packets in the pipe governs recovery (Fall & Floyd 1996). */
import { PacketFlag } from '../packets/packet.ts';
import { CONSTANT_FIELDS } from '../state/checkpoint.ts';
import { CutCause, Ns2Sender } from './ns2-sender.ts';
import { addSackBlocks } from './sack-blocks.ts';
import { SequenceRanges } from './sequence-ranges.ts';

/** SACK as ns-2.35 has it, for comparisons with papers. */
export class Ns2SackSender extends Ns2Sender {
  static override readonly [CONSTANT_FIELDS] = ['sackedRanges'];
  private readonly sackedRanges = new SequenceRanges();
  override isInRecovery = false;
  private isAfterTimeout = false;
  private pipe = 0;
  /** Start of the search for the next hole: the segment after the highest retransmitted segment of this recovery. */
  private holeSearchSegment = -1;

  override get inFlight(): number {
    return this.isInRecovery ? this.pipe : super.inFlight;
  }

  override onAck(packet: number): void {
    const { packets } = this.host;
    const sequence = packets.sequence[packet];
    if (this.values.ecn && (packets.flags[packet] & PacketFlag.ece) !== 0) this.onEcnEcho(sequence);
    if (this.isInRecovery) {
      this.onAckInRecovery(packet, sequence);
      this.sendWithinWindow();
      return;
    }
    if (sequence > this.lastAckedSegment) {
      this.acceptNewAck(packet);
      this.isAfterTimeout = false;
      this.clearScoreboard();
    } else if (sequence === this.lastAckedSegment && !this.isAfterTimeout) {
      this.onDuplicateAck(packet);
    }
    if (this.duplicateAckCount === 0) this.sendWithinWindow();
  }

  protected override onTimeout(): void {
    this.duplicateAckCount = 0;
    this.isInRecovery = false;
    this.isAfterTimeout = true;
    if (this.highestAcked > this.lastAckedSegment) this.lastAckedSegment = this.highestAcked;
    this.clearScoreboard();
    super.onTimeout();
  }

  protected override sendWithinWindow(): void {
    let window = this.window();
    for (;;) {
      const isOpen = this.isInRecovery
        ? this.pipe < Math.trunc(this.congestionWindow)
        : this.nextSegment <= this.lastAckedSegment + window;
      if (!isOpen || this.lastAckedSegment + 1 >= this.endSegment) return;
      const hole = this.nextHole();
      if (hole < 0) {
        const lastAllowedSegment = this.highestAcked + (this.isInRecovery ? this.values.windowPackets : window);
        if (this.nextSegment > lastAllowedSegment || this.nextSegment >= this.endSegment) return;
        this.sendSegment(this.nextSegment++);
      } else {
        if (this.highestSentAtCut <= 0 || hole > this.highestAcked + this.values.windowPackets) return;
        this.markRetransmitted(hole);
        window = this.window();
        this.sendSegment(hole);
        if (this.nextSegment <= hole) this.nextSegment = hole + 1;
      }
      this.pipe++;
    }
  }

  private onAckInRecovery(packet: number, sequence: number): void {
    this.pipe--;
    if (sequence >= this.highestSentAtCut) {
      this.highestSentAtCut = 0;
      this.isInRecovery = false;
      this.moveTo(packet, (this.host.packets.flags[packet] & PacketFlag.ece) !== 0);
      this.endTransfer();
      this.isAfterTimeout = false;
      this.clearScoreboard();
    } else if (sequence > this.highestAcked) {
      this.highestAcked = sequence;
      this.updateSackedRanges(packet);
      this.pipe--;
      this.restartTimer();
      this.rtt.resetBackOff();
    } else if (!this.isAfterTimeout) {
      this.updateSackedRanges(packet);
    }
  }

  private onDuplicateAck(packet: number): void {
    if (!this.updateSackedRanges(packet)) return;
    this.duplicateAckCount++;
    if (this.duplicateAckCount === 3) this.enterRecovery();
    else if (this.duplicateAckCount < 3 && this.values.limitedTransmit) this.limitedTransmit();
  }

  private enterRecovery(): void {
    const hasRecovered = this.highestAcked > this.highestSentAtCut || this.highestAcked === 0;
    if (!hasRecovered && !(this.values.ecn && this.lastCutCause === CutCause.ecn)) return;
    if (hasRecovered) this.highestSentAtCut = this.highestSent;
    this.pipe = this.highestSent - this.highestAcked - 3;
    this.resetTimer();
    this.isInRecovery = true;
    this.markRetransmitted(this.highestAcked + 1);
    this.lastCutCause = CutCause.duplicateAcks;
    if (hasRecovered) this.halveWindow();
    this.sendSegment(this.lastAckedSegment + 1);
  }

  /** Reads the SACK blocks of an ACK; true if they report anything new. */
  private updateSackedRanges(packet: number): boolean {
    const wasPruned = this.sackedRanges.rangeCount > 0 && this.sackedRanges.lowAt(0) <= this.highestAcked;
    this.sackedRanges.removeBelow(this.highestAcked + 1);
    return addSackBlocks(this.host.packets, packet, this.sackedRanges) || wasPruned;
  }

  /** First segment that is neither SACKed nor retransmitted and has SACKed ones above; -1 if there is none. */
  private nextHole(): number {
    const { sackedRanges } = this;
    if (sackedRanges.rangeCount === 0) return -1;
    if (this.holeSearchSegment <= this.highestAcked) this.holeSearchSegment = this.highestAcked + 1;
    let index = sackedRanges.firstEndingAfter(this.holeSearchSegment - 1);
    if (index === sackedRanges.rangeCount) return -1;
    if (sackedRanges.lowAt(index) <= this.holeSearchSegment) {
      if (index + 1 === sackedRanges.rangeCount) return -1;
      this.holeSearchSegment = sackedRanges.highAt(index);
      index++;
    }
    return this.holeSearchSegment;
  }

  private markRetransmitted(sequence: number): void {
    if (sequence >= this.holeSearchSegment) this.holeSearchSegment = sequence + 1;
  }

  private clearScoreboard(): void {
    this.sackedRanges.clear();
    this.holeSearchSegment = -1;
  }
}
