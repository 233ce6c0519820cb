/**
 * The sizes at which the layout changes, in em. For a window, this is the browser's type (16 px unless the user sets
 * another size), for a lane the type of the lane (0.875 of it). Sizes of the window are compared in one place,
 * `shell/layout/page-room.ts`. Style sheets compare only the width of a lane, and the tokens that of a large screen.
 * They cannot import these constants, so a test compares their queries with them. `UP_TO_…` is the last size of a
 * layout (`<=`, `>`), `FROM_…` is the first one (`>=`, `<`).
 */

/** The parts of the page are one below another; a lesson needs room beside the lanes. 900 px, 1099 px. */
export const UP_TO_SCROLLED_EM = 56.25;
export const UP_TO_SCROLLED_LESSON_EM = 68.6875;
/** The buttons of the header are in a menu, and the headline is folded. 700 px. */
export const UP_TO_NARROW_EM = 43.75;
/** A phone: tables have fewer columns, and rows of controls fewer words. 600 px. */
export const UP_TO_PHONE_EM = 37.5;
/** Three lanes have one row. 1200 px. */
export const FROM_THREE_LANES_EM = 75;
/** The type grows: a little on a screen that is wide and high, more on a larger one. 1800 px and 1200 px; 2560 px. */
export const FROM_WIDE_SCREEN_EM = 112.5;
export const FROM_HIGH_SCREEN_HEIGHT_EM = 75;
export const FROM_LARGE_SCREEN_EM = 160;

/** Queues, lenses and plots fit below each other, with one row and with two rows of lanes. 640 px, 1024 px. */
export const FROM_ONE_ROW_HEIGHT_EM = 40;
export const FROM_TWO_ROWS_HEIGHT_EM = 64;
/** A low frame: the headline is short, and the playback bar has one line. 520 px. */
export const UP_TO_LOW_HEIGHT_EM = 32.5;
/** On a projector of this height, the headline is short, and with two rows of lanes the plot too. 800 px. */
export const UP_TO_SHORT_HEIGHT_EM = 50;

/** A lane's figures stand below its policy. 392 px. */
export const LANE_UP_TO_FIGURES_BELOW_EM = 28;
/** A lane has room for the full name of its policy beside four figures. 413 px. */
export const LANE_FROM_FULL_NAME_EM = 29.5;
/**
 * A lane has room for five figures and its policy in one row, and for the choice of the lens over the drawings. 441 px.
 */
export const LANE_FROM_ONE_ROW_EM = 31.5;
/** A lane with five figures has less space between them. 504 px. */
export const LANE_UP_TO_TIGHT_FIGURES_EM = 36;
/** A lane alone has room for a long name. 672 px. */
export const LANE_FROM_LONG_NAME_EM = 48;
/** The path of packets in a lane alone is enlarged. 854 px, 1260 px. */
export const LANE_FROM_LARGE_PATH_EM = 61;
export const LANE_FROM_LARGEST_PATH_EM = 90;
