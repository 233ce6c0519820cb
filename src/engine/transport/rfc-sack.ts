/** Conservative SACK-based loss recovery as in RFC 6675, in whole segments. Names in capitals are those of the RFC. */
import { CONSTANT_FIELDS } from '../state/checkpoint.ts';
import { RateReduction } from './rate-reduction.ts';
import { RfcSender } from './rfc-sender.ts';
import { addSackBlocks } from './sack-blocks.ts';
import { SequenceRanges } from './sequence-ranges.ts';

/** DupThresh of RFC 6675. */
const DUPLICATE_THRESHOLD = 3;

/** A TCP sender that recovers losses with the SACK scoreboard. */
export class RfcSackSender extends RfcSender {
  static override readonly [CONSTANT_FIELDS] = ['sackedRanges', 'reduction'];
  private readonly sackedRanges = new SequenceRanges();
  /** HighRxt: highest segment retransmitted in this recovery. */
  private highestRetransmitted = -1;
  /** RescueRxt: the rescue retransmission was used up to here. */
  private rescueEndSegment = -1;
  private readonly reduction = new RateReduction();

  override onAck(packet: number): void {
    const sequence = this.host.packets.sequence[packet];
    if (sequence < this.highestAcked) return;
    const { highestAcked } = this;
    const previouslyDeliveredSegments = highestAcked + this.sackedRanges.segmentCount;
    this.sackedRanges.removeBelow(sequence + 1);
    this.deliveries?.onSackBlocks(this.host.packets, packet, this.sackedRanges);
    const hasNewSacks = addSackBlocks(this.host.packets, packet, this.sackedRanges);
    this.onEcnEcho(packet);
    if (sequence > this.highestAcked) this.onNewAck(packet, sequence);
    if (hasNewSacks && this.flightSize > 0) this.onDuplicateAck();
    if (this.values.prr && this.isInRecovery)
      this.congestionWindow = this.reduction.windowAfter(
        this.pipe(),
        this.slowStartThreshold,
        this.highestAcked + this.sackedRanges.segmentCount - previouslyDeliveredSegments,
        this.highestAcked > highestAcked,
      );
    this.afterAck();
  }

  protected override onTimeout(): void {
    this.sackedRanges.clear();
    this.highestRetransmitted = -1;
    super.onTimeout();
  }

  override get inFlight(): number {
    const isAfterTimeout = !this.isInRecovery && this.highestAcked < this.highestSentAtRecovery;
    return isAfterTimeout ? this.outstandingSegments() : this.pipe();
  }

  protected override sendInWindow(): void {
    if (this.isInRecovery) this.sendInRecovery();
    else if (this.highestAcked < this.highestSentAtRecovery) this.sendAfterTimeout();
    else this.sendInOrder();
  }

  private onNewAck(packet: number, sequence: number): void {
    if (!this.isInRecovery) {
      this.acceptNewAck(packet);
      return;
    }
    const ackedSegments = sequence - this.highestAcked;
    this.advance(packet);
    this.reportAck(packet, ackedSegments, false);
    this.adjustTimer();
    if (sequence >= this.highestSentAtRecovery) {
      this.isInRecovery = false;
      this.resetDuplicateAcks();
      this.congestionWindow = this.slowStartThreshold;
      this.endTransfer();
    }
  }

  /** RFC 6675 section 5, on duplicate ACKs (also those that acknowledge new data in order): steps 1, 2 and 4. */
  private onDuplicateAck(): void {
    if (this.isInRecovery) return;
    this.duplicateAckCount++;
    if (this.highestAcked < this.highestSentAtRecovery) return;
    if (this.duplicateAckCount < DUPLICATE_THRESHOLD && !this.isLost(this.highestAcked + 1)) return;
    this.enterRecovery();
    this.congestionWindow = this.slowStartThreshold;
    this.highestRetransmitted = this.highestAcked + 1;
    this.rescueEndSegment = this.highestAcked + 1;
    this.reduction.begin(this.flightSize);
    this.retransmit(this.highestAcked + 1);
    this.restartTimer();
  }

  protected override sendSegment(sequence: number): void {
    this.reduction.sentSegments++;
    super.sendSegment(sequence);
  }

  /** RFC 6675 section 5, step C. */
  private sendInRecovery(): void {
    let pipe = this.pipe();
    while (this.congestionWindow - pipe >= 1 && this.mayTransmit()) {
      const hole = this.firstHole(Math.max(this.highestRetransmitted, this.highestAcked) + 1);
      if (hole >= 0 && (this.isLost(hole) || !this.maySendNew())) {
        this.highestRetransmitted = hole;
        this.sendSegment(hole);
      } else if (this.maySendNew()) this.sendSegment(this.nextSegment++);
      else {
        this.rescue();
        return;
      }
      pipe++;
    }
  }

  /**
   * NextSeg() rule 4, once per recovery: the last segment that is not SACKed, so that an ACK comes back. HighRxt stays.
   */
  private rescue(): void {
    if (this.highestAcked <= this.rescueEndSegment || this.flightSize === 0) return;
    this.rescueEndSegment = this.highestSentAtRecovery;
    const { sackedRanges, highestSent } = this;
    this.sendSegment(
      sackedRanges.end > highestSent ? sackedRanges.lowAt(sackedRanges.rangeCount - 1) - 1 : highestSent,
    );
  }

  /**
   * After a timeout, segments that were SACKed since then are skipped and do not fill the window (RFC 6675 section
   * 5.1).
   */
  private sendAfterTimeout(): void {
    const { sackedRanges } = this;
    for (;;) {
      const range = sackedRanges.firstEndingAfter(this.nextSegment);
      if (range < sackedRanges.rangeCount && this.nextSegment >= sackedRanges.lowAt(range))
        this.nextSegment = sackedRanges.highAt(range);
      if (this.outstandingSegments() >= Math.trunc(this.congestionWindow) || !this.maySendNew() || !this.mayTransmit())
        return;
      this.sendSegment(this.nextSegment++);
    }
  }

  /** Segments in flight after a timeout: sent again or new, and not SACKed. */
  private outstandingSegments(): number {
    const { sackedRanges, nextSegment } = this;
    return nextSegment - 1 - this.highestAcked - (sackedRanges.segmentCount - sackedRanges.countFrom(nextSegment));
  }

  /** IsLost(): DupThresh segments above are SACKed. All below the DupThresh-th largest SACKed one are. */
  private isLost(sequence: number): boolean {
    return sequence < this.sackedRanges.nthLargest(DUPLICATE_THRESHOLD);
  }

  /** SetPipe(): not SACKed and not lost, plus retransmitted and not SACKed. */
  private pipe(): number {
    const { sackedRanges, highestAcked, highestSent } = this;
    const firstNotLostSegment = Math.max(sackedRanges.nthLargest(DUPLICATE_THRESHOLD), highestAcked + 1);
    const notLostSegments = highestSent - firstNotLostSegment + 1 - sackedRanges.countFrom(firstNotLostSegment);
    const lastRetransmittedSegment = Math.max(this.highestRetransmitted, highestAcked);
    const sackedSegments = sackedRanges.segmentCount - sackedRanges.countFrom(lastRetransmittedSegment + 1);
    return notLostSegments + (lastRetransmittedSegment - highestAcked - sackedSegments);
  }

  /** The first segment from `from` on that is not SACKed while a later segment is SACKed; -1 if there is none. */
  private firstHole(from: number): number {
    const { sackedRanges } = this;
    let hole = from;
    for (let index = sackedRanges.firstEndingAfter(from); index < sackedRanges.rangeCount; index++) {
      if (hole < sackedRanges.lowAt(index)) return hole;
      hole = sackedRanges.highAt(index);
    }
    return -1;
  }
}
