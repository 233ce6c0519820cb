/** ns-2.35's SACK sender ("Sack1"): an estimate of the packets in the pipe governs recovery (Fall & Floyd 1996). */
import { PacketFlag } from '../packets/packet.ts';
import { Ns2Sender } from './ns2-sender.ts';
import { addSackBlocks } from './sack-blocks.ts';
import { SequenceRanges } from './sequence-ranges.ts';

export class Ns2SackSender extends Ns2Sender {
  private readonly sackedRanges = new SequenceRanges();
  override isInRecovery = false;
  private isAfterTimeout = false;
  private pipe = 0;
  /** Start of the search for the next hole: the segment after the highest retransmitted segment of this recovery. */
  private searchFrom = -1;

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
    if (sequence > this.lastAck) {
      this.acceptNewAck(packet);
      this.isAfterTimeout = false;
      this.clearScoreboard();
    } else if (sequence === this.lastAck && !this.isAfterTimeout) {
      this.onDuplicateAck(packet);
    }
    if (this.duplicateAckCount === 0) this.sendWithinWindow();
  }

  protected override onTimeout(): void {
    this.duplicateAckCount = 0;
    this.isInRecovery = false;
    this.isAfterTimeout = true;
    if (this.highestAcked > this.lastAck) this.lastAck = this.highestAcked;
    this.clearScoreboard();
    super.onTimeout();
  }

  protected override sendWithinWindow(): void {
    let window = this.window();
    for (;;) {
      const isOpen = this.isInRecovery
        ? this.pipe < Math.trunc(this.congestionWindow)
        : this.nextSequence <= this.lastAck + window;
      if (!isOpen || this.lastAck + 1 >= this.suppliedEnd) return;
      const hole = this.nextHole();
      if (hole < 0) {
        const reach = this.highestAcked + (this.isInRecovery ? this.values.windowPackets : window);
        if (this.nextSequence > reach || this.nextSequence >= this.suppliedEnd) return;
        this.sendSegment(this.nextSequence++);
      } else {
        if (this.recoveryPoint <= 0 || hole > this.highestAcked + this.values.windowPackets) return;
        this.markRetransmitted(hole);
        window = this.window();
        this.sendSegment(hole);
        if (this.nextSequence <= hole) this.nextSequence = hole + 1;
      }
      this.pipe++;
    }
  }

  private onAckInRecovery(packet: number, sequence: number): void {
    this.pipe--;
    if (sequence >= this.recoveryPoint) {
      this.recoveryPoint = 0;
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
    const hasRecovered = this.highestAcked > this.recoveryPoint || this.highestAcked === 0;
    if (!hasRecovered && !(this.values.ecn && this.lastAction === 'ecn')) return;
    if (hasRecovered) this.recoveryPoint = this.highestSent;
    this.pipe = this.highestSent - this.highestAcked - 3;
    this.resetTimer();
    this.isInRecovery = true;
    this.markRetransmitted(this.highestAcked + 1);
    this.lastAction = 'duplicateAcks';
    if (hasRecovered) this.halve();
    this.sendSegment(this.lastAck + 1);
  }

  /** Reads the SACK blocks of an ACK; true if they report anything new. */
  private updateSackedRanges(packet: number): boolean {
    const wasPruned = this.sackedRanges.count > 0 && this.sackedRanges.lowAt(0) <= this.highestAcked;
    this.sackedRanges.removeBelow(this.highestAcked + 1);
    return addSackBlocks(this.host.packets, packet, this.sackedRanges) || wasPruned;
  }

  /** First segment that is neither SACKed nor retransmitted and has SACKed ones above; -1 if there is none. */
  private nextHole(): number {
    const { sackedRanges } = this;
    if (sackedRanges.count === 0) return -1;
    if (this.searchFrom <= this.highestAcked) this.searchFrom = this.highestAcked + 1;
    let index = sackedRanges.firstEndingAfter(this.searchFrom - 1);
    if (index === sackedRanges.count) return -1;
    if (sackedRanges.lowAt(index) <= this.searchFrom) {
      if (index + 1 === sackedRanges.count) return -1;
      this.searchFrom = sackedRanges.highAt(index);
      index++;
    }
    return this.searchFrom;
  }

  private markRetransmitted(sequence: number): void {
    if (sequence >= this.searchFrom) this.searchFrom = sequence + 1;
  }

  private clearScoreboard(): void {
    this.sackedRanges.clear();
    this.searchFrom = -1;
  }
}
