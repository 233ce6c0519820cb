/** Input of the lenses: the internal state of a policy. */

import type { CellOccupancy } from '../../engine/contract/cell-policy.ts';
import type { LensName } from '../../engine/contract/drawing.ts';
import { SeriesColumn, seriesSignalColumn } from '../../engine/frame/frame.ts';
import type { StartedLaneData } from '../../engine/frame/lane-data.ts';

/** A decision of a policy for cells on a frame: the state of the buffer, and whether the frame was dropped. */
export interface Aal5FrameDecision {
  readonly timeNs: number;
  readonly classIndex: number;
  readonly heldCells: number;
  readonly heldOfVc: number;
  readonly isDropped: boolean;
}

export interface LensLaneData extends StartedLaneData {
  /** Values of the policy's parameters, by id. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The rule of the policy as a curve over its first signal; undefined without such a curve. */
  readonly curve?: ((signal: number) => number) | undefined;
}

/** The verdicts on a packet, with the numbers that decided. */
export interface RequestedHistory {
  readonly verdicts: readonly { readonly operands: Readonly<Record<string, number>> }[];
}

/** What a lens draws. */
export interface LensModel extends LensLaneData {
  /** All shown lanes, including this one. */
  lanes(): readonly LensLaneData[];
  /** Drop probability of a frame in a given state, for a policy for cells that defines it. */
  readonly dropProbability: ((occupancy: CellOccupancy, isTagged: boolean) => number) | undefined;
  /** The latest decisions on frames of cells, newest first. */
  decisions(maxCount: number): readonly Aal5FrameDecision[];
  /** The last packets that left, with the columns of `Frame.departures`. */
  readonly departures: Float64Array;
  /** The packet of the present question to this lane; its verdicts are known after the answer. */
  readonly requestedPacket: { readonly history: RequestedHistory | string } | undefined;
  /** Index of the only shown VC; undefined for all VCs. */
  readonly focus: number | undefined;
  /** The shown lens: that of the policy, or a chosen one. */
  readonly lens: LensName;
}

export interface Lens {
  /** Its thresholds that can be dragged. */
  readonly thresholds?: { onThreshold: ThresholdSetter | undefined };
  draw(model: LensModel): void;
  /** Another lens uses the canvas, so this lens must not react to drags. */
  hide?(): void;
}

/** The shown lanes with the same lens, including this one. Their drawings have one scale. */
export function lanesWithLens({ lanes, description: { hints } }: LensModel): readonly LensLaneData[] {
  return lanes().filter(({ description }) => description.hints.lens === hints.lens);
}

/** Present value of a signal of the policy; NaN if it has no such signal. */
export function signalValue({ description, frame }: LensLaneData, id: string): number {
  const index = description.hints.signals.findIndex((signal) => signal.id === id);
  return frame.signals[index] ?? Number.NaN;
}

/**
 * Column of the series for a signal.
 * @param id of a signal that the policy has
 */
export function signalColumn({ description }: LensLaneData, id: string): number {
  const index = description.hints.signals.findIndex((signal) => signal.id === id);
  return seriesSignalColumn(description.classes.length, index);
}

/** Range of the rows whose sample windows end between a time and the present. `end` is the row after the last one. */
export function seriesRowsSince(
  { frame, series }: LensLaneData,
  fromNs: number,
): readonly [start: number, end: number] {
  let end = series.rowCount;
  while (end > 0 && series.at(end - 1, SeriesColumn.timeNs) > frame.timeNs) end--;
  let start = end;
  while (start > 0 && series.at(start - 1, SeriesColumn.timeNs) >= fromNs) start--;
  return [start, end];
}

/** Sets a threshold during a drag in a lens. */
export type ThresholdSetter = (parameter: string, value: number) => void;
