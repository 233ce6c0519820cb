/**
 * The rule of a policy as a curve over its first signal, as in the lens of RED. The states of the run are marks on it.
 */

import { seriesSignalColumn } from '../engine/frame/frame.ts';
import type { LaneData } from '../engine/frame/lane-data.ts';
import type { Simulation } from '../engine/simulation/simulation.ts';
import { jsonNumber } from './file-numbers.ts';
import { secondsOfRow } from './series-table.ts';

/** Equal parts of the axis, with a point of the curve at each end. */
const CURVE_INTERVALS = 240;
/** End of the axis, as a multiple of the highest threshold or state. */
const AXIS_END_FACTOR = 1.25;
/** End of the vertical axis, as a multiple of the highest value that must be visible. */
const AXIS_TOP_FACTOR = 1.3;
/** A curve may jump at a threshold, so it has a point just below the threshold. */
const JUST_BELOW_FACTOR = 1 - 1e-9;

type CurvePoint = readonly [signal: number, probability: number];

/** The rule of one lane, with its values at the end of the run. */
export interface DropCurve {
  /** "average queue" */
  readonly signal: string;
  readonly unit: string;
  readonly thresholds: readonly { readonly symbol: string; readonly value: number }[];
  readonly curve: readonly CurvePoint[];
  /** The state of the policy at the end of each sample window since the warm-up. */
  readonly states: readonly CurvePoint[];
  /**
   * End of the vertical axis: a little above the states and the curve below its highest threshold. A curve that jumps
   * to 1 would hide them.
   */
  readonly top: number;
}

/** @returns undefined for a policy without a curve */
export function laneDropCurve(simulation: Simulation, lane: LaneData): DropCurve | undefined {
  const { curve, description } = simulation;
  const { hints, classes, warmupNs } = description;
  const [signal] = hints.signals;
  const probability = hints.signals.findIndex(({ axis }) => axis === 'probability');
  if (curve === undefined || signal === undefined) return undefined;
  const thresholds = hints.thresholds
    .filter(({ parameter }) => parameter !== 'buffer')
    .map(({ parameter, symbol }) => ({ symbol, value: Number(simulation.policyValues[parameter]) }));
  const entry = (row: number, signalIndex: number) =>
    jsonNumber(lane.series.at(row, seriesSignalColumn(classes.length, signalIndex)));
  const states = Array.from({ length: lane.series.rowCount }, (_, row) => row)
    .filter((row) => secondsOfRow(lane, row) > warmupNs / 1e9)
    .flatMap((row): CurvePoint[] => {
      const [value, chance] = [entry(row, 0), entry(row, probability)];
      return probability < 0 || value === null || chance === null ? [] : [[value, chance]];
    });
  const thresholdValues = thresholds.map(({ value }) => value);
  const end = AXIS_END_FACTOR * Math.max(1, ...thresholdValues, ...states.map(([value]) => value));
  const steps = Array.from({ length: CURVE_INTERVALS + 1 }, (_, step) => (end * step) / CURVE_INTERVALS);
  const values = [...steps, ...thresholdValues.flatMap((value) => [value * JUST_BELOW_FACTOR, value])].sort(
    (a, b) => a - b,
  );
  const points = values.map((value): CurvePoint => [value, curve(value)]);
  const pointsBelow = points.filter(([value]) => value < Math.max(...thresholdValues));
  const max = [...states, ...pointsBelow.slice(-1)].reduce(
    (highestChance, [, chance]) => Math.max(highestChance, chance),
    0,
  );
  const top = Math.min(1, AXIS_TOP_FACTOR * max) || 1;
  return { signal: signal.label, unit: signal.unit, thresholds, curve: points, states, top };
}

/** A lane that may have a curve. */
export interface LaneWithCurve {
  /** A, B, ... */
  readonly lane: string;
  readonly dropCurve?: DropCurve | undefined;
}

export const DROP_CURVE = {
  id: 'drop-curve',
  title: 'Drop or mark probability against average queue',
  help: 'Curve: the probability that the policy drops a packet, or marks it, with its values at the end of the run. Points: its average queue and probability at the end of each sample window since the warm-up. After a change during the run, earlier points may lie beside the curve.',
} as const;

/** The curve of one lane. */
export interface NamedDropCurve extends DropCurve {
  readonly lane: string;
}

/** @param ids the requested plots; default all */
export function shownCurves(lanes: readonly LaneWithCurve[], ids?: readonly string[]): NamedDropCurve[] {
  if (ids !== undefined && !ids.includes(DROP_CURVE.id)) return [];
  return lanes.flatMap(({ lane, dropCurve }) => (dropCurve === undefined ? [] : [{ lane, ...dropCurve }]));
}
