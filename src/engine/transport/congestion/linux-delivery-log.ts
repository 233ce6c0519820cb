/**
 * The round trips that Linux's BBR gets, in whole microseconds. Linux has timestamps: they give a round trip, in whole
 * milliseconds and at least one, also where a segment was sent again.
 * Source: Linux, net/ipv4/tcp_input.c (tcp_clean_rtx_queue, tcp_ack_update_rtt, tcp_rtt_tsopt_us), not read in 7.2
 * itself.
 */
import { DeliveryLog } from './delivery-log.ts';

const [US, MS] = [1e3, 1e6];
const wholeMs = (ns: number) => Math.floor(ns / MS);

/** The log of deliveries of one connection, with the round trips of Linux. */
export class LinuxDeliveryLog extends DeliveryLog {
  /** If a segment was sent again, its ACK has the round trip of the SACK blocks, or else that of the timestamps. */
  override onAcknowledged(first: number, last: number): void {
    const blocksRttNs = this.rttNs;
    const hasResent = this.isAnyResent(first, last);
    super.onAcknowledged(first, last);
    if (!hasResent) return;
    const { nowNs } = this.connection;
    // The ACK returns the timestamp of the segment that moved it forward.
    const stampedNs = Math.max(1, wholeMs(nowNs) - wholeMs(this.sentNs[this.slotOf(first)])) * MS;
    this.rttNs = blocksRttNs >= 0 ? blocksRttNs : stampedNs;
  }

  override finishSample(inFlight: number): boolean {
    if (this.rttNs >= 0) this.rttNs = Math.floor(this.rttNs / US) * US;
    return super.finishSample(inFlight);
  }
}
