/**
 * BBR, version 3, with the rules of noq-proto 1.4.0 (a program for QUIC) that differ from the draft's and that decide
 * how its queue and its rate look. Its samples also lag one ACK: this one has not that lag.
 */
import { Bbr3, UNKNOWN_RTT_NS } from './bbr3.ts';

/** BBRv3 as noq-proto has it, for a comparison with that program. */
export class NoqBbr3 extends Bbr3 {
  /** A loss counts after the ACK that shows it. */
  get countsLossesLate(): boolean {
    return true;
  }

  /**
   * The program computes the first rate before the handshake has measured a round trip: the first flight is one burst.
   */
  protected override get initialRttNs(): number {
    return UNKNOWN_RTT_NS;
  }

  /** In Startup only the present ACK counts. */
  protected override filterAggregation(extraSegments: number): void {
    if (this.isPipeFull) super.filterAggregation(extraSegments);
    else this.extraAcked = extraSegments;
  }
}
