/** A sketch while it is drawn: at equal distances along its axis, a value or no value yet. */

import type { MeasuredCurve } from '../measurement/measured-run.ts';
import { SKETCH_INTERVALS } from './figure-requests.ts';

/** A value for each point of the time axis; null if nothing is drawn there. */
export type SketchDraft = readonly (number | null)[];

export interface SketchAxis {
  readonly fromSeconds: number;
  readonly toSeconds: number;
  /** Top of the vertical axis, in the curve's unit. */
  readonly top: number;
}

/** Places on the axis of time: the ends of all its parts. */
export const SKETCH_POINTS = SKETCH_INTERVALS + 1;

export const emptySketch: SketchDraft = Array.from({ length: SKETCH_POINTS }, () => null);

/** A draft from the store, if it has the right length. */
export const asSketchDraft = (draft: unknown): SketchDraft =>
  Array.isArray(draft) && draft.length === SKETCH_POINTS ? (draft as SketchDraft) : emptySketch;

/** The time of a point of a sketch, s; `index` is from 0. */
export const sketchSecondsAt = ({ fromSeconds, toSeconds }: SketchAxis, index: number): number =>
  fromSeconds + ((toSeconds - fromSeconds) * index) / SKETCH_INTERVALS;

/** Draws a straight line from one point to another, and replaces the values there. Values stay within the axis. */
export function addSketchStroke(
  sketch: SketchDraft,
  { top }: SketchAxis,
  [from, fromValue]: readonly [point: number, value: number],
  [to, toValue]: readonly [point: number, value: number],
): SketchDraft {
  const next = [...sketch];
  const steps = Math.max(1, Math.abs(to - from));
  for (let step = 0; step <= steps; step++) {
    const index = from + Math.round(((to - from) * step) / steps);
    const value = fromValue + ((toValue - fromValue) * (from === to ? 1 : step)) / steps;
    if (index >= 0 && index < SKETCH_POINTS) next[index] = Math.min(top, Math.max(0, value));
  }
  return next;
}

/** The points that are drawn. */
export function curveOfSketch(sketch: SketchDraft, axis: SketchAxis): MeasuredCurve {
  const points = sketch.flatMap((value, index) =>
    value === null ? [] : [[sketchSecondsAt(axis, index), value] as const],
  );
  return { seconds: points.map(([seconds]) => seconds), values: points.map(([, value]) => value) };
}

/** The fewest points of an answer: a line has two. */
export const MIN_SKETCH_POINTS = 2;
