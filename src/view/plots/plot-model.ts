/** Input of the plots over time: lines and references, in rows. */
import type { ClassGlyph } from '../draw/palette.ts';

/** A line of a plot as data. */
export interface PlotLine {
  /** Full name, for tables and screen readers. */
  readonly label: string;
  /** Index of the lane whose letter is at the end of the line; undefined for a difference of two lanes. */
  readonly lane: number | undefined;
  /** Name of the lane's policy, for a line of the lane's own quantity; it is written if there is room. */
  readonly name?: string | undefined;
  /** Symbol of the quantity at the end of the line, if the row does not name it. */
  readonly symbol: string;
  readonly colour: string;
  readonly dash: readonly number[];
  readonly width: number;
  readonly rowCount: number;
  /** Mean over the time that `PlotModel.meaning` names. */
  readonly mean: number;
  /** Simulated time of a row, s, and its value; NaN is a gap. */
  readonly timeSeconds: (row: number) => number;
  readonly value: (row: number) => number;
  /** For a mean of packets or durations: their number in a row. Without it, all rows count the same. */
  readonly weight?: ((row: number) => number) | undefined;
  /** Whether the gap between the values of two rows has no meaning, so that the line leads over it as elsewhere. */
  readonly joinsRows?: ((fromRow: number, toRow: number) => boolean) | undefined;
  /** Number of losses in a row: a × marks them. */
  readonly lostCount?: ((row: number) => number) | undefined;
  /** Upper end of a band over the line. */
  readonly upperValue?: (row: number) => number;
}

/** Whether a line shows the plot's quantity, not a policy's own value such as an average. */
export const isMeasuredLine = ({ symbol }: PlotLine) => symbol === '';

/** A reference value for comparison with the lines. */
export interface PlotReference {
  readonly symbol: string;
  readonly value: number;
  /** Its line begins at this time, ns: before, it had another value. */
  readonly sinceNs?: number;
  /** Index of its lane; undefined if all lanes have the same value. */
  readonly lane: number | undefined;
  /** The axis includes it however far it is from the lines. */
  readonly isAlwaysShown?: boolean;
  /** Words with its value at the end of its line. */
  readonly name?: string;
}

/** A row of a plot as data. */
export interface PlotRow {
  /** The class; empty if the plot has one row. */
  readonly name: string;
  /** Index of the class in each lane: a class that is silent in a lane has another label there. */
  readonly classIndex?: number | undefined;
  readonly glyph: ClassGlyph | undefined;
  readonly lines: readonly PlotLine[];
  readonly references: readonly PlotReference[];
  /**
   * Whether it is the row of one lane, so low that its axis has room for numbers only. Symbols are at the right ends of
   * their lines.
   */
  readonly isStrip?: boolean;
  /** The row of all lanes, beside the first of several strips, for a plot without room for the strips. */
  readonly commonRow?: PlotRow;
}

/** The drops and the marks of a lane by sample window. */
export interface RugLane {
  readonly lane: number;
  readonly rowCount: number;
  /** Counts of the sample window that is not over; 0 if later windows are known. */
  readonly openWindow: { readonly drops: number; readonly marks: number };
  /** Counts in the time of the means of the lines. */
  readonly droppedPackets: number;
  readonly markedPackets: number;
  timeSeconds(row: number): number;
  drops(row: number): number;
  marks(row: number): number;
}

/** The rows of drops and marks over the lines. */
export interface PlotRug {
  readonly lanes: readonly RugLane[];
  readonly sampleSeconds: number;
  /** Whether a lane has marked packets so far. */
  readonly hasMarks: boolean;
}

/** The rate of a link that varies, over the lines, with its own scale. */
export interface PlotLinkRate {
  readonly label: string;
  readonly unit: string;
  /** The largest value so far. */
  readonly max: number;
  readonly rowCount: number;
  readonly timeSeconds: (row: number) => number;
  readonly value: (row: number) => number;
}

/** The look of a band: the colour and the glyph of the packets that it stands for. */
interface PlotBand {
  readonly name: string;
  readonly glyph: ClassGlyph;
}

/** The bands of values of 100 and of 0. */
export interface PlotBands {
  readonly high: PlotBand;
  readonly low: PlotBand;
  /** The name of a missing value. */
  readonly none: string;
}

/** A moment that is marked over the plot. */
export interface PlotMoment {
  readonly seconds: number;
  /** Index of its lane; undefined for a moment of all lanes. */
  readonly lane: number | undefined;
  readonly label: string;
  /** Symbol of a parameter behind the label. */
  readonly symbol: string | undefined;
  /** Whether this is the end of the warm-up, whose ground can have a name. */
  readonly isWarmupEnd?: boolean;
}

/** A point of a line, with the words beside it. */
export interface PlotAnnotation {
  readonly lane: number | undefined;
  /** That of the row with its line: two rows can have lines of one lane. */
  readonly classIndex: number | undefined;
  readonly seconds: number;
  readonly value: number;
  readonly colour: string;
  readonly text: string;
  /** In place of the text, if a line would cross it. */
  readonly shortText?: string;
  /** The line falls on both sides, so the words are over the point if there is room. */
  readonly isPeak: boolean;
}

export interface PlotModel {
  readonly rows: readonly PlotRow[];
  /** Whether all rows have the same scale. */
  readonly hasOneScale: boolean;
  /** Shown simulated time, s. */
  readonly fromSeconds: number;
  readonly toSeconds: number;
  /** Present time of the run, s. Values after it are faint. */
  readonly nowSeconds: number;
  /**
   * Number of the stretch of time in which the run plays on; undefined if it does not play. Words keep their places
   * within one stretch. So the words of a paused run do not depend on what was shown before.
   */
  readonly stretch: number | undefined;
  /**
   * The end of the time that the figures do not count, s: it has a ground. 0 without a warm-up, and in a chosen span.
   */
  readonly warmupSeconds: number;
  readonly cursorSeconds: number | undefined;
  /**
   * The end of the warm-up, s, if the axis fits the values since then: a higher peak before it is cut, and its value is
   * written.
   */
  readonly settledSeconds: number | undefined;
  /** Whether values can be negative. Then the axis has space for them. */
  readonly isSigned: boolean;
  /** The only values that a line can have, in ascending order: the grid shows them. */
  readonly steps?: readonly number[] | undefined;
  /** The end of all axes, if values cannot be larger. */
  readonly maxValue?: number | undefined;
  /** The looks of the bands, which are drawn in place of lines, with their names. */
  readonly bands?: PlotBands | undefined;
  /** Whether dense lines have no bands of percentiles, because lines and bands of a row would be a tangle. */
  readonly hasPlainLines?: boolean | undefined;
  /** Whether lines are differences, with filled areas above and below zero. */
  readonly isFilled: boolean;
  readonly rug?: PlotRug | undefined;
  readonly linkRate?: PlotLinkRate | undefined;
  readonly annotation?: PlotAnnotation | undefined;
  /** Moments of the run so far, the most important first. */
  readonly moments: readonly PlotMoment[];
  /** The meaning of a point of a line, in a few words. */
  readonly note: string;
  /**
   * The meaning of windows without a value, in a few words. Then a thin line leads over the gap, or bands have their
   * reason.
   */
  readonly gapMeaning?: string | undefined;
  /** The meanings of the symbols of lines. */
  readonly symbolNote?: string | undefined;
  /** The thresholds without a line because the policy moves them, in a few words; empty without any. */
  readonly thresholdNote?: string | undefined;
  /** The meaning of the figures of the lines, without a cursor: that they are means, with their span. */
  readonly meaning: string;
}

/** Index of the first of `count` ascending values that is at least `least`; `count` without one. */
export function firstIndexFrom(count: number, valueAt: (index: number) => number, least: number): number {
  let [from, to] = [0, count];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (valueAt(middle) < least) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Index of the first row at or after a time. Rows are in order of time. */
export const firstRowFrom = (line: Pick<PlotLine, 'rowCount' | 'timeSeconds'>, fromSeconds: number): number =>
  firstIndexFrom(line.rowCount, line.timeSeconds, fromSeconds);

/** The value of the window that contains a time; NaN without a window. */
export function lineValueAt(line: Pick<PlotLine, 'rowCount' | 'timeSeconds' | 'value'>, seconds: number): number {
  const row = firstRowFrom(line, seconds - 1e-9);
  return row < line.rowCount ? line.value(row) : Number.NaN;
}
