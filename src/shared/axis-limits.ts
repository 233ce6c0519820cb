/**
 * The axis of a plot includes a reference, or a line that does not lead, up to this multiple of the highest value. A
 * higher one would flatten the lines, and is left out.
 */
export const MAX_REFERENCE_RATIO = 1.6;
