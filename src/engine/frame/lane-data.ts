/**
 * The data of a lane, on the page and in recordings. Plots, lenses, findings and files take a part of it with `Pick`.
 */

import type { Frame, RunDescription } from './frame.ts';

/** Rows of sample windows (columns: frame.ts); NaN for unknown values. */
export interface SeriesTable {
  readonly rowCount: number;
  at(row: number, column: number): number;
}

/** The data of a lane for plots, lenses, findings and files. */
export interface LaneData {
  /** Undefined before the run is open. */
  readonly description: RunDescription | undefined;
  /** Undefined before the first frame. */
  readonly frame: Frame | undefined;
  readonly series: SeriesTable;
  /** The data of the direction up, in a run with two queues. */
  readonly up?: LaneData | undefined;
}

/** The data of a lane after its first frame. */
export interface StartedLaneData extends LaneData {
  readonly description: RunDescription;
  readonly frame: Frame;
}

/** The data of a lane with its letter. */
export interface NamedLaneData extends LaneData {
  /** A, B, ... */
  readonly lane: string;
}
