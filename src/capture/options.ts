/** The options of a capture. */

/** The places at which it captures. */
export const CAPTURE_POINTS = ['before', 'behind', 'dropped'] as const;
export type CapturePoint = (typeof CAPTURE_POINTS)[number];

/**
 * The comments on packets. `numbers`: each verdict with the numbers behind it, which takes several times as long;
 * `signals`: only marks and drops, without numbers.
 */
export const COMMENT_KINDS = ['numbers', 'signals'] as const;
export type CaptureComments = (typeof COMMENT_KINDS)[number];
