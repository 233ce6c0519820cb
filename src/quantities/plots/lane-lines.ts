/** The lines of a lane in plots over time, and the values that they are made of. */
import type { SignalHint } from '../../engine/contract/drawing.ts';
import { type MeasuredSpan, seriesClassColumn, seriesSignalColumn } from '../../engine/frame/frame.ts';
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

/** A constant value that a plot shows beside its lines. */
export interface LaneReference {
  readonly symbol: string;
  readonly value: number;
  /** Time of the last edit that changed it, ns. Its line begins there: before, it had another value. */
  readonly sinceNs?: number;
  /** Index of the class that it belongs to; without it, it belongs to all rows. */
  readonly classIndex?: number;
  /** The reference is shown however far it is from the lines, because the distance is the point. */
  readonly isAlwaysShown?: boolean;
  /** Words with its value at the end of its line, because the distance is not expected. */
  readonly name?: string;
}

/** The value in a row of the series, in the unit of the line. */
export type RowValue = (row: number) => number;

/** A line whose label is its key. */
export function lineOfKey(key: string, value: RowValue): LaneLine {
  return { key, label: key, value };
}

/** The values of a column of the series, times `scale`. */
export function columnValue(lane: LaneData, column: number, scale: number): RowValue {
  const { series } = lane;
  return (row) => series.at(row, column) * scale;
}

/** One line for each class. */
export function linesByClass(lane: LaneData, column: number, scale: number): LaneLine[] {
  return (lane.description?.classes ?? []).map(({ label }, classIndex) => ({
    ...lineOfKey(label, columnValue(lane, seriesClassColumn(classIndex, column), scale)),
    classIndex,
  }));
}

/** One line for each class of video players. */
export const playerLines = (lane: LaneData, column: number): LaneLine[] =>
  linesByClass(lane, column, 1).filter((_, index) => lane.description?.classes[index]?.kind === 'player');

/** All classes together. */
export function sumOverClasses(lane: LaneData, column: number, scale: number): RowValue {
  const { series, description } = lane;
  const columns = (description?.classes ?? []).map((_, index) => seriesClassColumn(index, column));
  return (row) => columns.reduce((sum, column) => sum + series.at(row, column), 0) * scale;
}

/** Counts of a window as a rate per second. */
export function samplesPerSecond(lane: LaneData): number {
  return 1e9 / (lane.description?.sampleNs ?? 1e9);
}

/** A rate over the last windows, or over all windows since the start of the run while they are fewer. */
export function overSamples(countOfRow: RowValue, sampleCount: number): RowValue {
  if (sampleCount === 1) return countOfRow;
  return (row) => {
    const firstRow = Math.max(0, row - sampleCount + 1);
    let sum = 0;
    for (let index = firstRow; index <= row; index++) sum += countOfRow(index);
    return sum / (row - firstRow + 1);
  };
}

/** The mean of a line since the warm-up; before the first packet, none. */
export function meanOfFrame({ frame }: LaneData, figure: (span: MeasuredSpan) => number): Pick<LaneLine, 'mean'> {
  return frame === undefined ? {} : { mean: () => figure(frame.measured) };
}

/** Signals of the policy that are drawn on this axis, without thresholds that the policy moves. */
export function signalLines(lane: LaneData, axis: SignalHint['axis']): LaneLine[] {
  const { description } = lane;
  if (description === undefined) return [];
  const first = seriesSignalColumn(description.classes.length, 0);
  return description.hints.signals.flatMap((signal, index) =>
    signal.axis === axis && signal.isThreshold !== true
      ? [{ ...lineOfKey(signal.label, columnValue(lane, first + index, 1)), symbol: signal.symbol ?? signal.label }]
      : [],
  );
}
