/** The record of one sender as rows of numbers: its states (`SenderColumn`) and its packets. */

/** Columns of a row of states. */
export const SenderColumn = {
  /** Simulated time, ns. */
  timeNs: 0,
  /** Congestion window and slow-start threshold, segments. */
  congestionWindow: 1,
  slowStartThreshold: 2,
  /** Segments in flight: sent, and not known to have arrived or to be lost. */
  inFlight: 3,
  /** Rate at which segments leave, bit/s on the wire; NaN without pacing, Infinity if pacing sets no limit yet. */
  pacingBps: 4,
  /** The last measured round trip, the smoothed value and the least of all, ns; NaN before the first. */
  rttNs: 5,
  smoothedRttNs: 6,
  minRttNs: 7,
  /** Retransmission timeout, including the backoff, ns. */
  timeoutNs: 8,
  /** Index of its phase (sender-phases.ts). */
  phase: 9,
} as const;

export const SENDER_STRIDE = 10;

/** The event in a row of packets. */
export const senderEvents = [
  /** An acknowledgement came: for new data, or for none. */
  'acked',
  'duplicate',
  /** An acknowledgement reported a block of segments out of order. */
  'sacked',
  /** An acknowledgement echoed a mark. */
  'echoed',
  /** The retransmission timer ran out. */
  'timeout',
  /** A segment was sent for the first time, or again. */
  'sent',
  'retransmitted',
  /** The bottleneck dropped or marked a segment. */
  'dropped',
  'marked',
  /** The link lost it behind the queue. */
  'lost',
] as const;

/** What happens to a sender. */
export type SenderEvent = (typeof senderEvents)[number];

/**
 * Columns: simulated time (ns), index into `senderEvents`, the segments from `low` up to `high`, without `high`, and
 * the rule that sent a segment (`SendRule`).
 */
export const SenderEventColumn = { timeNs: 0, event: 1, low: 2, high: 3, rule: 4 } as const;
export const SENDER_EVENT_STRIDE = 5;

/** Rows of a table, starting at number `from`. Rows before number `base` were deleted. */
export interface RowUpdate {
  readonly base: number;
  readonly from: number;
  readonly entries: Float64Array;
}

/**
 * The records since the last time. Older rows with the number of the first row, or a higher number, are no longer
 * valid.
 */
export interface SenderUpdate {
  readonly flow: number;
  /** The record is complete up to this time, ns. */
  readonly untilNs: number;
  readonly states: RowUpdate;
  readonly events: RowUpdate;
}
