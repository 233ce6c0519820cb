/** The options of a capture. */

/** The places at which it captures. */
export const TAPS = ['before', 'behind', 'dropped'] as const;
export type Tap = (typeof TAPS)[number];

/**
 * The comments on packets. `numbers`: each verdict with the numbers behind it, which takes several times as long;
 * `signals`: only marks and drops, without numbers.
 */
export const COMMENTS = ['numbers', 'signals'] as const;
export type Comments = (typeof COMMENTS)[number];
