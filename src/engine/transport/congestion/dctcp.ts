/**
 * DCTCP: cuts the window by the marked share of the segments. Otherwise it is Reno.
 * Source: RFC 8257, section 3.3, whose names are given in brackets; the receiver's echo is exact, as a count of marked
 * segments (RFC 9768).
 */

import { DOUBLE_ZERO } from '../../numbers/double-zero.ts';
import type { Acknowledgement, CongestionControlDefinition, ReducedWindowSegments } from './control.ts';
import { Reno } from './reno.ts';

/** Weight of the last window in the estimate [g]. */
const MARKED_SHARE_GAIN = 1 / 16;

/** DCTCP for one connection. */
export class Dctcp extends Reno {
  /** Estimated marked share of the segments, 0 to 1 [DCTCP.Alpha]. */
  alpha = DOUBLE_ZERO + 1;
  private ackedSegments = 0;
  private markedSegments = 0;
  /** When this segment is acknowledged, the estimate includes the window [DCTCP.WindowEnd]. */
  private windowEnd = -1;

  override onAck({ acked, growthSegments, marked, mayGrow }: Acknowledgement): void {
    const { connection } = this;
    this.ackedSegments += acked;
    this.markedSegments += marked;
    if (connection.highestAcked > this.windowEnd) {
      this.alpha += MARKED_SHARE_GAIN * (Math.min(1, this.markedSegments / this.ackedSegments) - this.alpha);
      this.ackedSegments = 0;
      this.markedSegments = 0;
      this.windowEnd = connection.highestSent;
    }
    if (mayGrow && marked === 0) this.grow(growthSegments);
  }

  /** The window stays at two segments at least, as in Linux. */
  override onMark(): ReducedWindowSegments {
    return Math.max(this.connection.congestionWindow * (1 - this.alpha / 2), 2);
  }
}

export const dctcp: CongestionControlDefinition = {
  id: 'dctcp',
  label: 'DCTCP',
  source: 'RFC 8257',
  codepoint: 'ect0',
  countsMarks: true,
  // RFC 8257, section 3.5, for the SYN; Linux also for retransmissions.
  ectOnAll: true,
  create: (connection) => new Dctcp(connection),
};
