/** Input of the lenses: the internal state of a policy. */
import { type Frame, type RunDescription, SeriesColumn, seriesSignalColumn } from '../../engine/frame.ts';
import type { CellOccupancy } from '../../engine/policy.ts';

/** The rows of a lane's series, as the page keeps them. */
export interface Series {
  readonly rows: number;
  at(row: number, column: number): number;
}

/** A frame that a policy for cells has decided on: what it found, and whether it was dropped. */
export interface Decision {
  readonly timeNs: number;
  readonly classIndex: number;
  readonly heldCells: number;
  readonly heldOfVc: number;
  readonly dropped: boolean;
}

/** A lane as it stands, with its series. */
export interface LaneSeries {
  readonly frame: Frame;
  readonly description: RunDescription;
  readonly series: Series;
  /** Values of the policy's parameters, by id. */
  readonly values: Readonly<Record<string, unknown>>;
}

export interface LensModel extends LaneSeries {
  /** All lanes that are shown, this one too. */
  lanes(): readonly LaneSeries[];
  /** The policy's rule as a curve over its first signal, where it has one. */
  readonly curve: ((signal: number) => number) | undefined;
  /** Of a policy for cells: with what probability it drops a frame that finds this, where its rule says so. */
  readonly dropProbability: ((at: CellOccupancy, tagged: boolean) => number) | undefined;
  /** The newest decisions on frames of cells, newest first. */
  decisions(most: number): readonly Decision[];
  /** The VC that is looked at alone; undefined for all of them. */
  readonly focus: number | undefined;
  /** Show the queue over time instead of the policy's own lens. */
  readonly overTime: boolean;
}

export interface Lens {
  draw(model: LensModel): void;
  /** Another lens has its canvas: nothing of it can be dragged now. */
  hide?(): void;
}

/** A number that the policy keeps, as it stands; NaN where it keeps no such number. */
export function signalOf({ description, frame }: LaneSeries, id: string): number {
  const index = description.hints.signals.findIndex((signal) => signal.id === id);
  return frame.signals[index] ?? Number.NaN;
}

/** The column of the series that has a number which the policy keeps. */
export function signalColumn({ description }: LaneSeries, id: string): number {
  const index = description.hints.signals.findIndex((signal) => signal.id === id);
  return seriesSignalColumn(description.classes.length, index);
}

/** Rows of a series whose windows end from a time up to the present: the first, and the one after the last. */
export function rowsSince({ frame, series }: LaneSeries, fromNs: number): readonly [start: number, end: number] {
  let end = series.rows;
  while (end > 0 && series.at(end - 1, SeriesColumn.timeNs) > frame.timeNs) end--;
  let start = end;
  while (start > 0 && series.at(start - 1, SeriesColumn.timeNs) >= fromNs) start--;
  return [start, end];
}

/** Sets a threshold that is dragged in a lens. */
export type SetThreshold = (parameter: string, value: number) => void;
