/** Counts of TCP's retransmissions by class: how many each rule has sent, and how many were not needed. */
import { SendRule } from '../packets/packet.ts';

/** Columns 1 to 5 are those of `SendRule`. */
const NEEDLESS_COLUMN = SendRule.inOrder;
const TIMEOUT_COLUMN = Object.keys(SendRule).length;
const STRIDE = TIMEOUT_COLUMN + 1;

/** Retransmissions of a class of TCP senders. */
export interface Retransmissions {
  /** Segments sent again: by duplicate ACKs or SACK blocks (RFC 5681, 6675) ... */
  readonly duplicateAcks: number;
  /** ... because one that was sent later has arrived (RFC 8985, section 6.2) ... */
  readonly rackTime: number;
  /** ... because the time for reordering was over (RFC 8985, section 6.3) ... */
  readonly reorderingTimer: number;
  /** ... as a probe at the end of a flight (RFC 8985, section 7) ... */
  readonly probe: number;
  /** ... after the retransmission timer ran out (RFC 6298). */
  readonly timeout: number;
  /** Segments that reached the receiver a second time, so they were sent again without need. */
  readonly needless: number;
  /** Number of times that the retransmission timer ran out. */
  readonly timeouts: number;
}

/** Numbers of retransmissions by class and rule, of needless ones, and of timeouts. */
export class RetransmissionCounts {
  private readonly counts: Float64Array;

  constructor(classCount: number) {
    this.counts = new Float64Array(classCount * STRIDE);
  }

  /** @param rule of `SendRule`, but not `inOrder` */
  onRetransmission(classIndex: number, rule: number): void {
    this.counts[classIndex * STRIDE + rule]++;
  }

  onNeedless(classIndex: number): void {
    this.counts[classIndex * STRIDE + NEEDLESS_COLUMN]++;
  }

  onTimeout(classIndex: number): void {
    this.counts[classIndex * STRIDE + TIMEOUT_COLUMN]++;
  }

  clear(): void {
    this.counts.fill(0);
  }

  /** The retransmissions of a class since the last call of `clear`. */
  of(classIndex: number): Retransmissions {
    const count = (column: number) => this.counts[classIndex * STRIDE + column];
    return {
      duplicateAcks: count(SendRule.duplicateAcks),
      rackTime: count(SendRule.rackTime),
      reorderingTimer: count(SendRule.reorderingTimer),
      probe: count(SendRule.probe),
      timeout: count(SendRule.timeout),
      needless: count(NEEDLESS_COLUMN),
      timeouts: count(TIMEOUT_COLUMN),
    };
  }
}
