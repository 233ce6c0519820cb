/**
 * A sweep of one value as a figure: a line for each lane, earlier sweeps behind it, the knee, the present value, the
 * targets.
 */
import type { EarlierSweep, SweepState } from '../../app/measuring/sweep-run.ts';
import { laneName } from '../../policies/lane-name.ts';
import type { DiagramLine, LineDiagramData } from '../../scene/line-diagram-data.ts';
import { laneLetter } from '../../shared/lane-letters.ts';
import { required } from '../../shared/required.ts';
import {
  LOAD_PATH,
  labelWithUnit,
  type Sweep,
  type SweepLane,
  type SweepVariable,
  scenarioOfLane,
  sweepLaneName,
} from '../../studies/sweep.ts';
import { emptyDelayMs, kneeOfLane, type SweepPoint, type SweepQuantity } from '../../studies/sweep-results.ts';
import { areComparable, type SweepTarget } from '../../studies/sweep-targets.ts';
import { withInterval } from '../figures/with-interval.ts';

/** Lines in the colours of the lanes. */
const STYLE_OF_LANE = [0, 1, 2, 4] as const;

interface CurveOptions {
  /** Word at the line of the value without the sweep. */
  readonly presentName: string;
  readonly startsAtData: boolean;
  readonly targets: readonly SweepTarget[];
}

/**
 * The knees of the lanes in a sweep of the load. A knee at an end of the swept range may be outside the range, so it is
 * left out.
 */
export function laneKnees(
  sweep: Sweep,
  points: readonly SweepPoint[],
  { path }: SweepVariable,
): readonly { readonly lane: string; readonly x: number }[] {
  if (path !== LOAD_PATH) return [];
  const [first, last] = [points[0]?.at[0], points.at(-1)?.at[0]];
  return sweep.lanes.flatMap((lane, index) => {
    const x = kneeOfLane(points, index, emptyDelayMs(scenarioOfLane(sweep, index)));
    return x === undefined || first === undefined || last === undefined || x <= first || x >= last
      ? []
      : [{ lane: sweepLaneName(lane), x }];
  });
}

export function sweepCurve(
  { sweep, points, earlierSweeps }: Pick<SweepState, 'points' | 'earlierSweeps'> & { readonly sweep: Sweep },
  item: SweepVariable,
  { id, label, unit, maxY }: SweepQuantity,
  { presentName, startsAtData, targets }: CurveOptions,
): LineDiagramData {
  const axis = required(sweep.axes[0]);
  const knees = id === 'throughput' ? laneKnees(sweep, points, item) : [];
  const isInside = !item.hasDifferentValues && item.presentValue >= axis.from && item.presentValue <= axis.to;
  const shownEarlierSweeps = earlierSweeps.filter(
    (candidate) => candidate.points !== points && areComparable(candidate.sweep, sweep),
  );
  const shownTargets = targets.filter(({ quantity }) => quantity === id);
  return {
    id,
    title: label,
    xLabel: labelWithUnit(item),
    yLabel: unit,
    maxY,
    isLogarithmic: axis.isLogarithmic,
    startsAtData,
    targets: shownTargets.map(({ side, value }) => ({ y: value, label: `${side} ${value} ${unit}` })),
    verticalLines: [
      ...(isInside ? [{ x: item.presentValue, label: presentName, isDashed: false }] : []),
      ...knees.map(({ lane, x }) => ({ x, label: `knee, ${lane}`, isDashed: true })),
    ],
    lines: [
      ...shownEarlierSweeps.flatMap((earlierSweep) =>
        sweepLines(earlierSweep, id).map((line) => ({ ...line, isFaint: true })),
      ),
      ...sweepLines({ sweep, points }, id),
    ],
  };
}

function laneNameWithoutLetter({ scenario, lanes }: Sweep, { definition, values }: SweepLane): string {
  const peers = lanes.filter((lane) => lane.definition.id === definition.id);
  return laneName(
    scenario,
    definition,
    values,
    peers.map((lane) => lane.values),
  );
}

function sweepLines(
  { sweep, points, number }: Omit<EarlierSweep, 'number'> & Partial<EarlierSweep>,
  id: string,
): DiagramLine[] {
  return sweep.lanes.map((lane, index) => ({
    policy: lane.definition.id,
    name: `${laneNameWithoutLetter(sweep, lane)}${number === undefined ? '' : ` (${number})`}`,
    letter: laneLetter(index),
    styleIndex: STYLE_OF_LANE[index] ?? index,
    points: linePoints(points, index, id),
  }));
}

function linePoints(points: readonly SweepPoint[], lane: number, id: string): DiagramLine['points'] {
  return points.flatMap(({ at, lane: pointLane, figures }) => {
    const figure = pointLane === lane ? figures[id] : undefined;
    if (figure === undefined) return [];
    return [{ x: required(at[0]), ...withInterval(figure) }];
  });
}
