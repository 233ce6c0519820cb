/** The definition of a plot over time: its lines, its unit and its help. */
import type { LaneData } from '../../engine/frame/lane-data.ts';

/** A line of one lane, with its quantity; lines of two lanes with one key can be compared. */
export interface LaneLine {
  readonly key: string;
  readonly label: string;
  /** The class of its row; undefined for all classes together. */
  readonly classIndex?: number;
  /** The ABE colour of its packets. */
  readonly colour?: 'green' | 'blue';
  /** The symbol of a value of the policy. */
  readonly symbol?: string;
  value(row: number): number;
  /** The 95th percentile above it, if it is a mean. */
  upperValue?(row: number): number;
  /** Whether the gap between the values of two rows has no meaning: the next value only came later. */
  joinsRows?(fromRow: number, toRow: number): boolean;
  /** Number of losses in a row, for lines whose gaps mean losses. */
  lostCount?(row: number): number;
  /** For a rate: the value of its own sample window, before windows were joined. */
  sampleValue?(row: number): number;
  /** Number of sample windows for a value, if there are several. */
  readonly sampleCount?: number;
  /** For a mean of packets or durations: their number in a window. Without it, all windows count the same. */
  weight?(row: number): number;
  /** The mean of the counted time (`Measured`), from the counters of the frame; without it, from the windows. */
  mean?(): number;
}

export interface LaneReference {
  readonly symbol: string;
  readonly value: number;
  /** Index of the class that it belongs to; without it, it belongs to all rows. */
  readonly classIndex?: number;
  /** It is shown however far it is from the lines, because the distance is the point. */
  readonly isAlwaysShown?: boolean;
  /** Words with its value at the end of its line, because the distance is not expected. */
  readonly name?: string;
}

/** A plot in the menu. */
export interface PlotTexts {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  /** The meaning of the number and its measurement. */
  readonly help: string;
  /** Id of the term that explains it. */
  readonly term?:
    | 'goodput'
    | 'throughput'
    | 'busy'
    | 'delay'
    | 'completion'
    | 'roundTrip'
    | 'gfr'
    | 'loss'
    | 'mark'
    | 'red'
    | 'abe'
    | 'fairness';
}

/** A plot over time. */
export interface PlotKind extends PlotTexts {
  /** Values below zero have a meaning. */
  readonly isSigned?: boolean;
  /** The largest possible value. The axis ends there at most. */
  readonly maxValue?: number;
  /** The drops and marks of the lanes are shown over the lines. */
  readonly hasRug?: boolean;
  /** Its packets cross both queues of a run with two, so the rug counts the drops and marks of both. */
  readonly crossesBothQueues?: boolean;
  /** The meaning of sample windows without a value, in a few words. Then the plot draws a thin line over the gap, if it has no bands. */
  readonly gapMeaning?: string;
  /** If the rate of the link varies, it is shown over the lines. */
  readonly hasLinkRate?: boolean;
  /** Values are 100 and 0, drawn as bands of two looks. The words say what 100, 0 and no value mean. */
  readonly bands?: readonly [high: string, low: string, none: string];
  /** Dense lines have no bands of percentiles: the lines of two lanes in one row would be a tangle. */
  readonly hasPlainLines?: boolean;
  /** The point that the first plot marks with its value: the highest one since the warm-up, or the first after a fall. Without a fall, it is the one after the last rise. */
  readonly annotates?: 'highest' | 'fallOrRise';
  /** The values are bitrates of players: the grid has the bitrates that the players choose from. */
  readonly hasBitrateSteps?: boolean;
  /** Each line has its own row; its key is the row's name. */
  readonly hasKeyedRows?: boolean;
  /** Its quantity is that of one queue, or of the link behind it: a run with two queues has the same plot of the queue up. */
  readonly isOfOneQueue?: boolean;
  /** It shows the queue up of a run with two queues. */
  readonly direction?: 'up';
  lines(lane: LaneData): readonly LaneLine[];
  /** Values of the scenario and thresholds of the policy to compare the lines with. */
  references?(lane: LaneData): readonly LaneReference[];
  /** Symbols of the thresholds that the policy moves. The plot has no line for them. */
  movingThresholds?(lane: LaneData): readonly string[];
}

/** The row of a line: its class; in plots of probabilities or estimates, its quantity; empty in a plot with one row. */
export function rowKey({ hasKeyedRows }: Pick<PlotKind, 'hasKeyedRows'>, { classIndex, key }: LaneLine): string {
  return classIndex !== undefined || hasKeyedRows === true ? key : '';
}

export function titleWithUnit({ title, unit }: Pick<PlotTexts, 'title' | 'unit'>): string {
  return unit === '' ? title : `${title} (${unit})`;
}

/** Words for the help of a plot with `hasRug`. */
export const RUG_HELP =
  'At the top of the first plot, bars count the dropped packets of each lane, all classes together. Bars below them count the marked packets. A bar that is much taller than the others is broken, with its number beside it.';
