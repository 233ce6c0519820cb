/**
 * A sweep of one value as a figure: a line for each lane, earlier sweeps behind it, the knee, the present value, the
 * targets.
 */
import type { KeptSweep, SweepState } from '../../app/measuring/sweep-run.ts';
import type { Figure, FigureLine } from '../../papers/bhattacharjee/figures.ts';
import {
  emptyDelayMs,
  kneeOf,
  LOAD,
  nameOf,
  type Quantity,
  type Sweep,
  type SweepAxis,
  type Sweepable,
  type SweepPoint,
  scenarioOfLane,
  withUnit,
} from '../../studies/sweep.ts';
import { isComparable, type Target } from '../../studies/sweep-targets.ts';

/** Lines in the colours of the lanes. */
const PLACE_OF_LANE = [0, 1, 2, 4] as const;

interface Look {
  readonly fromData: boolean;
  readonly targets: readonly Target[];
}

export function curveOf(
  { sweep, points, kept }: SweepState,
  item: Sweepable,
  { id, label, unit, most }: Quantity,
  { fromData, targets }: Look,
): Figure {
  const own = sweep as Sweep;
  const { lanes, axes } = own;
  const [axis] = axes as readonly [SweepAxis];
  const knees = lanes.flatMap((lane, at) => {
    const sought = item.path === LOAD && id === 'throughput';
    const x = sought ? kneeOf(points, at, emptyDelayMs(scenarioOfLane(own, at))) : undefined;
    // If the best place is at an end of the swept range, the knee may be outside the range.
    const inside = x !== undefined && x > (points[0]?.at[0] ?? x) && x < (points.at(-1)?.at[0] ?? x);
    return !inside ? [] : [{ x, label: `knee, ${nameOf(lane)}`, dashed: true }];
  });
  const inside = !item.differs && item.present >= axis.from && item.present <= axis.to;
  const earlier = kept.filter((one) => one.points !== points && isComparable(one.sweep, own));
  const aims = targets.filter(({ quantity }) => quantity === id);
  return {
    id,
    title: label,
    xLabel: withUnit(item),
    yLabel: unit,
    ...(most === undefined ? {} : { most }),
    logarithmic: axis.logarithmic,
    fromData,
    targets: aims.map(({ sense, value }) => ({ y: value, label: `${sense} ${value} ${unit}` })),
    marks: [...(inside ? [{ x: item.present, label: 'now', dashed: false }] : []), ...knees],
    lines: [
      ...earlier.flatMap((one) => linesOf(one, id).map((line) => ({ ...line, faint: true }))),
      ...linesOf({ sweep: own, points }, id),
    ],
  };
}

function linesOf({ sweep, points, number }: Omit<KeptSweep, 'number'> & Partial<KeptSweep>, id: string): FigureLine[] {
  return sweep.lanes.map((lane, at) => ({
    policy: lane.definition.id,
    name: `${nameOf(lane)}${number === undefined ? '' : ` (${number})`}`,
    place: PLACE_OF_LANE[at] ?? at,
    points: pointsOf(points, at, id),
  }));
}

function pointsOf(points: readonly SweepPoint[], lane: number, id: string): FigureLine['points'] {
  return points.flatMap(({ at, lane: pointLane, figures }) => {
    const found = pointLane === lane ? figures[id] : undefined;
    if (found === undefined) return [];
    const { mean, ci95, n } = found;
    return [{ x: at[0] as number, y: mean, ...(n > 1 ? { low: mean - ci95, high: mean + ci95 } : {}) }];
  });
}
