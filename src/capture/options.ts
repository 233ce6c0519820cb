/** The options of captures, written and read. */

/** The places at which it captures: those of the queue down, or of the only one, and those of the queue up. */
export const CAPTURE_POINTS = ['before', 'behind', 'dropped', 'before-up', 'behind-up', 'dropped-up'] as const;
/** A place where the packets of a run are captured. */
export type CapturePoint = (typeof CAPTURE_POINTS)[number];

/** The places of a run: three for each of its queues. */
export const capturePointsOf = (hasQueueUp: boolean): readonly CapturePoint[] =>
  hasQueueUp ? CAPTURE_POINTS : CAPTURE_POINTS.filter((point) => !point.endsWith('-up'));

/**
 * The comments on packets. `numbers`: each verdict with the numbers behind it, which takes several times as long;
 * `signals`: only marks and drops, without numbers.
 */
export const COMMENT_KINDS = ['numbers', 'signals'] as const;
/** Which packets get a comment with their verdict. */
export type CaptureComments = (typeof COMMENT_KINDS)[number];

/**
 * The packets of a capture that are read: in the direction of the first packet, in the other direction, or in both.
 */
export const READ_DIRECTIONS = ['first', 'other', 'both'] as const;
/** The packets of a capture that are read. */
export type ReadDirection = (typeof READ_DIRECTIONS)[number];
