/**
 * Tahoe: three duplicate ACKs show a loss, and it begins again with a window of one segment at the lost one, in slow
 * start. It has no recovery. Source: V. Jacobson, Congestion Avoidance and Control, SIGCOMM 1988; K. Fall and S. Floyd,
 * Simulation-based Comparisons of Tahoe, Reno, and SACK TCP, CCR 26(3), 1996, section 2.
 */
import { SendRule } from '../packets/packet.ts';
import { RfcNewRenoSender } from './rfc-newreno.ts';

/** Tahoe: each loss that it notices begins slow start again. */
export class RfcTahoeSender extends RfcNewRenoSender {
  protected override fastRetransmit(): void {
    this.cutForLoss();
    this.highestSentAtRecovery = this.highestSent;
    this.retransmissionRule = SendRule.duplicateAcks;
    this.isMeasuringRtt = false;
    this.congestionWindow = 1;
    this.resetDuplicateAcks();
    this.loseOutstanding(this.highestAcked + 1);
    this.restartTimer();
  }
}
