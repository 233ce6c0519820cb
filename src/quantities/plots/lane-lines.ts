/** The values of a lane that the lines of plots are made of. */
import type { SignalHint } from '../../engine/contract/drawing.ts';
import { type MeasuredSpan, seriesClassColumn, seriesSignalColumn } from '../../engine/frame/frame.ts';
import type { LaneData } from '../../engine/frame/lane-data.ts';
import type { LaneLine } from './plot-kind.ts';

export type RowValue = (row: number) => number;

export function lineOfKey(key: string, value: RowValue): LaneLine {
  return { key, label: key, value };
}

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

/** A rate over the last windows; windows before the start of the run count as empty. */
export function overSamples(countOfRow: RowValue, sampleCount: number): RowValue {
  if (sampleCount === 1) return countOfRow;
  return (row) => {
    let sum = 0;
    for (let index = Math.max(0, row - sampleCount + 1); index <= row; index++) sum += countOfRow(index);
    return sum / sampleCount;
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
