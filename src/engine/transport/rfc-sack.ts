/** Conservative SACK-based loss recovery as in RFC 6675, in whole segments; names in capitals are that RFC's. */
import { RfcSender } from './rfc-sender.ts';
import { noteSackBlocks } from './sack-blocks.ts';
import { SequenceRanges } from './sequence-ranges.ts';

/** DupThresh of RFC 6675. */
const DUPLICATE_THRESHOLD = 3;

export class RfcSackSender extends RfcSender {
  private readonly sacked = new SequenceRanges();
  /** HighRxt: highest segment retransmitted in this recovery. */
  private highestRetransmitted = -1;
  /** RescueRxt: the last resort was used up to here. */
  private rescued = -1;

  override onAck(packet: number): void {
    const sequence = this.host.packets.sequence[packet] as number;
    const newlySacked = noteSackBlocks(this.host.packets, packet, this.sacked);
    this.onEcnEcho(packet);
    if (sequence > this.highestAcked) this.onNewAck(packet, sequence);
    else if (sequence === this.highestAcked && newlySacked && this.flight() > 0) this.onDuplicateAck();
    this.sendAllowed();
  }

  protected override onTimeout(): void {
    this.sacked.clear();
    this.highestRetransmitted = -1;
    super.onTimeout();
  }

  protected override sendAllowed(): void {
    if (this.inRecovery) {
      this.sendInRecovery();
      return;
    }
    const extra = this.values.limitedTransmit ? Math.min(this.duplicateAcks, 2) : 0;
    const window = Math.min(Math.trunc(this.congestionWindow) + extra, this.values.windowPackets);
    while (this.nextSequence < this.supplied && this.nextSequence <= this.highestAcked + window) {
      this.output(this.nextSequence);
      this.nextSequence++;
    }
  }

  private onNewAck(packet: number, sequence: number): void {
    this.sacked.removeBelow(sequence + 1);
    if (!this.inRecovery) {
      this.acceptNewAck(packet);
      return;
    }
    this.advance(sequence);
    this.adjustTimer();
    if (sequence >= this.recoveryPoint) {
      this.inRecovery = false;
      this.duplicateAcks = 0;
      this.congestionWindow = this.slowStartThreshold;
      this.transferDone();
    }
  }

  /** RFC 6675 section 5, on duplicate ACKs: steps 1, 2 and 4. */
  private onDuplicateAck(): void {
    this.duplicateAcks++;
    if (this.inRecovery || this.highestAcked < this.recoveryPoint) return;
    if (this.duplicateAcks < DUPLICATE_THRESHOLD && !this.isLost(this.highestAcked + 1)) return;
    this.recoveryPoint = this.highestSent;
    this.inRecovery = true;
    this.slowStartThreshold = this.halvedFlight();
    this.congestionWindow = this.slowStartThreshold;
    this.announceCut = true;
    this.windowCuts++;
    this.highestRetransmitted = this.highestAcked + 1;
    this.rescued = this.highestAcked + 1;
    this.output(this.highestAcked + 1);
    this.restartTimer();
  }

  private sendInRecovery(): void {
    let pipe = this.pipe();
    while (Math.trunc(this.congestionWindow) - pipe >= 1) {
      const segment = this.nextSegment();
      if (segment < 0) return;
      this.output(segment);
      if (segment === this.nextSequence) this.nextSequence++;
      else if (segment > this.highestRetransmitted) this.highestRetransmitted = segment;
      pipe++;
    }
  }

  /** IsLost(): DupThresh segments above are SACKed. All below the DupThresh-th largest SACKed one are. */
  private isLost(sequence: number): boolean {
    return sequence < this.sacked.nthLargest(DUPLICATE_THRESHOLD);
  }

  /** SetPipe(): not SACKed and not lost, plus retransmitted and not SACKed. */
  private pipe(): number {
    const { sacked, highestAcked, highestSent } = this;
    const lostBelow = Math.max(sacked.nthLargest(DUPLICATE_THRESHOLD), highestAcked + 1);
    const notLost = highestSent - lostBelow + 1 - sacked.countFrom(lostBelow);
    const retransmittedTo = Math.max(this.highestRetransmitted, highestAcked);
    const sackedBelow = sacked.total - sacked.countFrom(retransmittedTo + 1);
    return notLost + (retransmittedTo - highestAcked - sackedBelow);
  }

  /** NextSeg(): rules 1 to 4; -1 where nothing may be sent. */
  private nextSegment(): number {
    const hole = this.firstHole(Math.max(this.highestRetransmitted, this.highestAcked) + 1);
    if (hole >= 0 && this.isLost(hole)) return hole;
    if (this.nextSequence < this.supplied && this.nextSequence <= this.highestAcked + this.values.windowPackets)
      return this.nextSequence;
    if (hole >= 0) return hole;
    if (this.highestAcked >= this.rescued && this.recoveryPoint > this.highestAcked) {
      this.rescued = this.recoveryPoint;
      return this.recoveryPoint;
    }
    return -1;
  }

  /** First segment from `from` on that is not SACKed and has SACKed ones above; -1 if there is none. */
  private firstHole(from: number): number {
    const { sacked } = this;
    let hole = from;
    for (let index = sacked.firstEndingAfter(from); index < sacked.count; index++) {
      if (hole < sacked.lowAt(index)) return hole;
      hole = sacked.highAt(index);
    }
    return -1;
  }
}
