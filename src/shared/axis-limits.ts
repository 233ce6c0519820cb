/**
 * The axis of a plot includes a reference, or a line that does not lead, up to this multiple of the highest value. A
 * higher one would flatten the lines, and is left out.
 */
export const MAX_REFERENCE_RATIO = 1.6;

/** Least length of the line of a value, px, so that its name has a line after an edit too. */
const MIN_LEVEL_PX = 8;

/**
 * The place from which the line of a value is drawn, px: that of its last edit. Before it, the value was another one.
 * @param editPx of the last edit; not above `startPx` without one
 * @param ends of the axis, px
 */
export const levelStartPx = (editPx: number, [startPx, endPx]: readonly [startPx: number, endPx: number]): number =>
  Math.max(startPx, Math.min(editPx, endPx - MIN_LEVEL_PX));
