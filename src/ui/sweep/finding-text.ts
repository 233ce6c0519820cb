/** The finding of a sweep of one value under two policies, in sentences. */

import { usesCells } from '../../engine/scenario/scenario.ts';
import { formatAmount, formatNumber } from '../../shared/number-text.ts';
import { required } from '../../shared/required.ts';
import type { ReplicatedFigure } from '../../shared/statistics.ts';
import { LOAD_PATH, type Sweep, type SweepVariable, sweepLaneName } from '../../studies/sweep.ts';
import type { SweepPoint } from '../../studies/sweep-results.ts';

interface ComparedPoint {
  readonly x: number;
  readonly figures: readonly [ReplicatedFigure, ReplicatedFigure];
}

/**
 * "At every load, RED has the shorter queueing delay: 6 to 25 ms, DropTail 65 to 74 ms." Empty without a finding. The
 * second sentence names its range only if it differs from that of the first.
 */
export function formatSweepFinding(
  sweep: Sweep,
  points: readonly SweepPoint[],
  item: SweepVariable,
): readonly string[] {
  const [first, second] = sweep.lanes.map(sweepLaneName);
  if (first === undefined || second === undefined || sweep.lanes.length > 2) return [];
  const names = [first, second] as const;
  let lastPlaceText = '';
  // A lower share of refused frames is not better: frames that lose some cells do not count in it.
  const comparedQuantities = usesCells(sweep.scenario) ? [DELAY] : [DELAY, LOSS];
  return comparedQuantities.flatMap(({ id, unit, words }) => {
    const comparison = comparePoints(comparedPointsOf(points, id));
    if (comparison === undefined) return [];
    const { lowerIndex, points: lowerPoints, isWhole } = comparison;
    const placeText = isWhole ? formatEveryPoint(item) : formatPointsFrom(item, required(lowerPoints[0]).x);
    const prefix = placeText === lastPlaceText ? '' : `${placeText}, `;
    lastPlaceText = placeText;
    const [low, high] = [lowerIndex, lowerIndex === 0 ? 1 : 0].map(
      (lane) => `${formatValueRange(lowerPoints.map(({ figures }) => required(figures[lane]).mean))}\u00a0${unit}`,
    );
    return `${prefix}${names[lowerIndex]} ${words}: ${low}, ${names[lowerIndex === 0 ? 1 : 0]} ${high}.`;
  });
}

const DELAY = { id: 'delay', unit: 'ms', words: 'has the shorter queueing delay' } as const;
const LOSS = { id: 'loss', unit: '%', words: 'loses less' } as const;

/** The points with a figure of both lanes, in ascending order. */
function comparedPointsOf(points: readonly SweepPoint[], quantity: string): readonly ComparedPoint[] {
  const figureAt = (x: number | undefined, lane: number) =>
    points.find((point) => point.at[0] === x && point.lane === lane)?.figures[quantity];
  return points.flatMap(({ at: [x], lane }) => {
    const figures = [figureAt(x, 0), figureAt(x, 1)] as const;
    const [first, second] = figures;
    return lane > 0 || x === undefined || first === undefined || second === undefined
      ? []
      : [{ x, figures: [first, second] }];
  });
}

/** The lane with the clearly lower figure; undefined if the intervals overlap, or without intervals. */
function lowerLane({ figures: [a, b] }: ComparedPoint): 0 | 1 | undefined {
  if (Math.min(a.n, b.n) < 2 || Math.abs(a.mean - b.mean) <= a.ci95 + b.ci95) return undefined;
  return a.mean < b.mean ? 0 : 1;
}

interface Comparison {
  readonly lowerIndex: 0 | 1;
  /** The points from which on this lane is lower, up to the end of the range. */
  readonly points: readonly ComparedPoint[];
  readonly isWhole: boolean;
}

/** Undefined if no lane is clearly lower at the end of the range. */
function comparePoints(points: readonly ComparedPoint[]): Comparison | undefined {
  const last = points.at(-1);
  const lowerIndex = last && lowerLane(last);
  if (lowerIndex === undefined) return undefined;
  const from = 1 + points.map((point) => lowerLane(point) === lowerIndex).lastIndexOf(false);
  return { lowerIndex, points: points.slice(from), isWhole: from === 0 };
}

const formatEveryPoint = ({ path }: SweepVariable) => (path === LOAD_PATH ? 'At every load' : 'At every value');

const formatPointsFrom = ({ path, label, unit }: SweepVariable, x: number) =>
  path === LOAD_PATH
    ? `From load ${formatAmount(x)}`
    : `From ${label} ${formatAmount(x)}${unit === '' ? '' : ` ${unit}`}`;

function formatValueRange(values: readonly number[]): string {
  const [low, high] = [formatNumber(Math.min(...values)), formatNumber(Math.max(...values))];
  return low === high ? low : `${low} to ${high}`;
}
