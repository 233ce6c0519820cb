/** The points of a sweep that meet targets, and the differences between two sweeps. */
import { parsePath } from '../params/path.ts';
import type { ReplicatedFigure } from '../shared/statistics.ts';
import { labelWithUnit, type Sweep, type SweepVariable, sweepLaneName, sweepVariables } from './sweep.ts';
import type { SweepPoint, SweepQuantity } from './sweep-results.ts';

/** A bound for a figure, in the figure's unit. */
export interface SweepTarget {
  /** Id of a quantity. */
  readonly quantity: string;
  readonly side: 'below' | 'above';
  /** In the unit of the quantity. */
  readonly value: number;
}

/**
 * Whether a mean keeps a bound. `unsure`: the mean keeps it, but the 95 % interval contains the bound, or there is no
 * interval because there is only one run.
 */
export function targetOutcome(
  { mean, ci95, n }: ReplicatedFigure,
  { side, value }: SweepTarget,
): 'yes' | 'unsure' | 'no' {
  const margin = side === 'below' ? value - mean : mean - value;
  if (!(margin > 0)) return 'no';
  return n > 1 && margin > ci95 ? 'yes' : 'unsure';
}

/** A point that meets all targets. */
export interface PointMeetingTargets {
  /** Index on each axis. */
  readonly at: readonly number[];
  /** Every interval is on the right side of its bound. */
  readonly isSure: boolean;
}

/** The points where a lane meets all targets, in their order. */
export function pointsMeetingTargets(
  points: readonly SweepPoint[],
  lane: number,
  targets: readonly SweepTarget[],
): PointMeetingTargets[] {
  return points.flatMap(({ at, lane: pointLane, figures }) => {
    if (pointLane !== lane) return [];
    const outcomes = targets.map((target) => {
      const figure = figures[target.quantity];
      return figure === undefined ? 'no' : targetOutcome(figure, target);
    });
    return outcomes.includes('no') ? [] : [{ at, isSure: !outcomes.includes('unsure') }];
  });
}

/** "below 20 ms" */
export function formatTarget({ side, value }: SweepTarget, { label, unit }: SweepQuantity): string {
  return `${label.toLowerCase()} ${side} ${value}${unit === '' ? '' : ` ${unit}`}`;
}

/** Words for the settings of a whole sweep. */
const SETTING_FORMATS = {
  replications: (count: number) => `replications ${count}`,
  seed: (seed: number) => `seed ${seed}`,
  seconds: (seconds: number) => `runs of ${seconds} s`,
  warmupSeconds: (seconds: number) => `a warm-up of ${seconds} s`,
} as const;

/** The settings that differ from another sweep, in words; empty without differences. */
export function differingSettings(a: Sweep, b: Sweep): string[] {
  const sweptPaths = new Set([...a.axes, ...b.axes].map(({ path }) => path));
  const others = new Map(sweptItems(b).map((item) => [item.path, item]));
  const policies = a.lanes.map(sweepLaneName).join(', ');
  return [
    ...(a.scenario.title === b.scenario.title ? [] : [a.scenario.title]),
    ...(policies === b.lanes.map(sweepLaneName).join(', ') ? [] : [policies]),
    ...sweptItems(a)
      .filter(({ path, label, presentValue }) => {
        const counterpart = others.get(path);
        return !sweptPaths.has(path) && counterpart?.label === label && counterpart.presentValue !== presentValue;
      })
      .map((item) => `${labelWithUnit(item)} ${Number(item.presentValue.toPrecision(6))}`),
    ...(['replications', 'seed', 'seconds', 'warmupSeconds'] as const)
      .filter((name) => a[name] !== b[name])
      .map((name) => SETTING_FORMATS[name](a[name])),
  ];
}

/** Settings of one lane or of the scenario. A setting of all lanes is given for each lane. */
const sweptItems = ({ scenario, lanes }: Sweep): SweepVariable[] =>
  sweepVariables(scenario, lanes).filter(({ path }) => {
    const parsedPath = parsePath(path);
    return parsedPath?.group !== 'policy' || parsedPath.lane !== undefined;
  });

/** Whether two sweeps can be drawn in one plot: each varies one value, and it is the same value in the same unit. */
export function areComparable(a: Sweep, b: Sweep): boolean {
  const [[first, ...more], [second, ...others]] = [a.axes, b.axes];
  return first !== undefined && more.length === 0 && others.length === 0 && first.path === second?.path;
}
