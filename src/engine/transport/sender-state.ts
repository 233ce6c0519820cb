/** The state of a TCP sender as plots and files show it. */

/** What a sender is doing. BBR has phases of its own; slow start is conservative where HyStart++ (RFC 9406) makes it so. */
export const senderPhases = [
  'slowStart',
  'conservativeSlowStart',
  'avoidance',
  'recovery',
  'startup',
  'drain',
  'probeBandwidth',
  'probeRtt',
] as const;

export type SenderPhase = (typeof senderPhases)[number];

/** Columns of a row. */
export const SenderColumn = {
  /** Simulated time, ns. */
  timeNs: 0,
  /** Congestion window and slow-start threshold, segments. */
  window: 1,
  threshold: 2,
  /** Sent, and not known to have arrived or to be lost, segments. */
  inFlight: 3,
  /** Rate at which segments leave, bit/s on the wire; NaN where nothing is paced, Infinity where pacing sets no limit yet. */
  pacingBps: 4,
  /** Last round trip that the estimator took, its smoothed value and the least of all, ns; NaN before the first. */
  rttNs: 5,
  smoothedNs: 6,
  leastNs: 7,
  /** Retransmission timeout with its back-off, ns. */
  timeoutNs: 8,
  /** Index into `senderPhases`. */
  phase: 9,
} as const;

export const SENDER_STRIDE = 10;
