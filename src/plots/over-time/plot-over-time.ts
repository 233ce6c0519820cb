/** A plot over time as one record. The menu, the drawing, its picture, tables and files are made of it. */
import type { LaneData } from '../../engine/frame/lane-data.ts';
import type { LaneLine, LaneReference } from '../../quantities/plots/lane-lines.ts';
import type { PlotTexts } from '../plot-texts.ts';

/** A plot of the run over time. */
export interface PlotOverTime extends PlotTexts {
  /** Values below zero have a meaning. */
  readonly isSigned?: boolean;
  /** The largest possible value. The axis ends there at most. */
  readonly maxValue?: number;
  /** The drops and marks of the lanes are shown over the lines. */
  readonly hasRug?: boolean;
  /** Its packets cross both queues of a run with two, so the rug counts the drops and marks of both. */
  readonly crossesBothQueues?: boolean;
  /**
   * The meaning of sample windows without a value, in a few words. Then the plot draws a thin line over the gap, if it
   * has no bands.
   */
  readonly gapMeaning?: string;
  /** If the rate of the link varies, it is shown over the lines. */
  readonly hasLinkRate?: boolean;
  /** Values are 100 and 0, drawn as bands of two looks. The words say what 100, 0 and no value mean. */
  readonly bands?: readonly [high: string, low: string, none: string];
  /** Dense lines have no bands of percentiles: the lines of two lanes in one row would be a tangle. */
  readonly hasPlainLines?: boolean;
  /**
   * The point that the first plot marks with its value: the highest one since the warm-up, or the first after a fall.
   * Without a fall, it is the one after the last rise.
   */
  readonly annotates?: 'highest' | 'fallOrRise';
  /** The values are bitrates of players: the grid has the bitrates that the players choose from. */
  readonly hasBitrateSteps?: boolean;
  /** Each line has its own row; its key is the row's name. */
  readonly hasKeyedRows?: boolean;
  /**
   * Its quantity is that of one queue, or of the link behind it: a run with two queues has the same plot of the queue
   * up.
   */
  readonly isOfOneQueue?: boolean;
  /** The plot shows the queue up of a run with two queues. */
  readonly direction?: 'up';
  lines(lane: LaneData): readonly LaneLine[];
  /** Values of the scenario and thresholds of the policy to compare the lines with. */
  references?(lane: LaneData): readonly LaneReference[];
  /** Symbols of the thresholds that the policy moves. The plot has no line for them. */
  movingThresholds?(lane: LaneData): readonly string[];
}

/** The row of a line: its class; in plots of probabilities or estimates, its quantity; empty in a plot with one row. */
export function rowKey({ hasKeyedRows }: Pick<PlotOverTime, 'hasKeyedRows'>, { classIndex, key }: LaneLine): string {
  return classIndex !== undefined || hasKeyedRows === true ? key : '';
}

/** Words for the help of a plot with `hasRug`. */
export const RUG_HELP =
  'At the top of the first plot, bars count the dropped packets of each lane, all classes together. Bars below them count the marked packets. A bar that is much taller than the others is broken, with its number beside it.';
