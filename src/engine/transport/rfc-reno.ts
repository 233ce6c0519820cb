/**
 * Reno as it was before NewReno: RFC 2001 and RFC 5681, section 3.2. Recovery ends at the first ACK for new data, so
 * each further loss of a window needs three more duplicate ACKs, which cut the window again, or the timer.
 */
import { RfcNewRenoSender } from './rfc-newreno.ts';

/** Reno of the RFCs, before NewReno. */
export class RfcRenoSender extends RfcNewRenoSender {
  protected override mayRetransmit(): boolean {
    return true;
  }

  protected override onPartialAck(packet: number, sequence: number): void {
    this.leaveRecovery(packet, sequence);
  }

  /** RFC 5681, section 3.2, step 6. */
  protected override leaveRecovery(packet: number, sequence: number): void {
    super.leaveRecovery(packet, sequence);
    this.congestionWindow = this.slowStartThreshold;
    // The next loss of the same window cuts again.
    this.highestSentAtCut = sequence;
  }
}
