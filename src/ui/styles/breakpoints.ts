/**
 * The sizes of the window at which the page's layout changes, px. Style sheets cannot import them: a test holds every
 * media query to this list. `max-` has the number of an `UP_TO`, `min-` that of a `FROM`; below a `FROM`, `max-` has
 * one pixel less.
 */

/** A phone. */
export const UP_TO_PHONE = 480;
/** Tables have fewer columns. */
export const UP_TO_SMALL_TABLE = 600;
/** Below it, the controls of a challenge stand below its lesson. */
export const FROM_LESSON_AND_CONTROLS = 700;
/** The inspector lies over the lanes. */
export const UP_TO_INSPECTOR_OVER = 800;
/** The page scrolls, and the controls are hidden behind a button. */
export const UP_TO_NARROW = 900;
/** A lesson stands beside the lanes. */
export const FROM_LESSON_BESIDE = 1100;
/** Three lanes have one row; on a projector from the larger width. */
export const FROM_THREE_LANES = 1200;
export const FROM_THREE_LANES_PROJECTED = 1600;
/** The type grows. */
export const FROM_LARGE_SCREEN = 2560;

/** In a low frame, the headline is short. */
export const UP_TO_LOW_HEIGHT = 520;
