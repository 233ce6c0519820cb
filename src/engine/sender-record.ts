/** What is recorded of one sender, as rows of numbers: its states (`SenderColumn`) and its packets. */

/** What a row of packets tells of. */
export const senderEvents = [
  /** An acknowledgement came: for new data, or for none. */
  'acked',
  'duplicate',
  /** It reported a block of segments out of order. */
  'sacked',
  /** It echoed a mark. */
  'echoed',
  /** The retransmission timer ran out. */
  'timeout',
  /** A segment was sent for the first time, or again. */
  'sent',
  'retransmitted',
  /** The bottleneck dropped or marked a segment. */
  'dropped',
  'marked',
] as const;

export type SenderEvent = (typeof senderEvents)[number];

/** Columns: simulated time (ns), index into `senderEvents`, and the segments from `low` up to `high`, without `high`. */
export const SenderEventColumn = { timeNs: 0, event: 1, low: 2, high: 3 } as const;
export const SENDER_EVENT_STRIDE = 4;

/** Rows of a table from number `from` on; those before number `base` are kept no longer. */
export interface RowNews {
  readonly base: number;
  readonly from: number;
  readonly cells: Float64Array;
}

/** What was recorded since the last time; what was known from its first rows on no longer holds. */
export interface SenderNews {
  readonly flow: number;
  /** All was recorded up to here, ns. */
  readonly untilNs: number;
  readonly states: RowNews;
  readonly events: RowNews;
}
