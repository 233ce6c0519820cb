/**
 * The sizes at which the layout changes: of the window in px, and of a lane in em of its type. Style sheets cannot
 * import these constants, so a test compares their queries with this list. `UP_TO_…` is the last size of a layout
 * (`<=`, `>`), `FROM_…` is the first one (`>=`, `<`). The width at which the page scrolls is no query but the class
 * `scrolls` of the page (`shell/layout/page-room.ts`).
 */

/** A phone. */
export const UP_TO_PHONE = 480;
/** Tables have fewer columns. */
export const UP_TO_SMALL_TABLE = 600;
/** The buttons of the header are in a menu, and the headline is folded. */
export const UP_TO_SHORT_HEAD = 700;
/** Below it, the controls of a challenge stand below its lesson. */
export const FROM_LESSON_AND_CONTROLS = 700;
/** Three lanes have one row; on a projector from the larger width. */
export const FROM_THREE_LANES = 1200;
export const FROM_THREE_LANES_PROJECTED = 1600;
/** The type grows. */
export const FROM_LARGE_SCREEN = 2560;

/** In a low frame, the headline is short. */
export const UP_TO_LOW_HEIGHT = 520;
/** On a projector of this height, the headline is short, and with two rows of lanes the plot too. */
export const UP_TO_PROJECTOR_HEIGHT = 800;

/** A lane's figures stand below its policy. */
export const LANE_UP_TO_FIGURES_BELOW = 28;
/** A lane has room for five figures and its policy in one row, and for the choice of the lens over the drawings. */
export const LANE_FROM_ONE_ROW = 31.5;
/** A lane with five figures has less space between them. */
export const LANE_UP_TO_TIGHT_FIGURES = 36;
