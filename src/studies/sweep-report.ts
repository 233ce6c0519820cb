/** A sweep and its results, as a table and as JSON. The JSON is also a sweep file: `sim -- plan` reads it. */

import { required } from '../shared/required.ts';
import { labelWithUnit, type Sweep, type SweepVariable, sweepVariables } from './sweep.ts';
import { type SweepPoint, type SweepQuantity, sweepQuantities } from './sweep-results.ts';

/** A sweep, and those of its points that are measured. */
export interface SweepWithResults {
  readonly sweep: Sweep;
  readonly points: readonly SweepPoint[];
}

/** Letter of a lane, A for 0; also used without drawings. */
const formatLaneLetter = (lane: number) => String.fromCharCode('A'.charCodeAt(0) + lane);

const axisItems = ({ scenario, axes, lanes }: Sweep): SweepVariable[] => {
  const items = sweepVariables(scenario, lanes);
  return axes.map(({ path }) => required(items.find((item) => item.path === path)));
};

/** A head with the name and unit of each column, then one row for each point and lane, with one quantity or all. */
export function sweepTable({ sweep, points }: SweepWithResults, onlyQuantity?: SweepQuantity) {
  const quantities = onlyQuantity === undefined ? sweepQuantities(sweep.scenario) : [onlyQuantity];
  return {
    head: [
      ...axisItems(sweep).map(labelWithUnit),
      'lane',
      'policy',
      ...quantities.flatMap((quantity) => [labelWithUnit(quantity), `${quantity.label}, 95 % half-width`]),
      'runs',
    ],
    rows: points.map(({ at, lane, figures }) => [
      ...at,
      formatLaneLetter(lane),
      sweep.lanes[lane]?.definition.id,
      ...quantities.flatMap(({ id }) => [figures[id]?.mean, (figures[id]?.n ?? 0) > 1 ? figures[id]?.ci95 : undefined]),
      Math.max(0, ...Object.values(figures).map(({ n }) => n)),
    ]),
  };
}

/**
 * A sweep as data, with the program of its lanes in the scenario, as in a scenario file. `label`, `unit` and `factor`
 * of an axis are for human readers: the shown value times the factor is the value.
 */
export function sweepFile(sweep: Sweep) {
  const { axes, lanes, replications, seed, seconds, warmupSeconds } = sweep;
  const source = lanes.find(({ program }) => program !== undefined)?.program;
  // Each lane has its own values of the program's parameters.
  const scenario = source === undefined ? sweep.scenario : { ...sweep.scenario, program: { source, values: {} } };
  const namedLanes = lanes.map(({ definition, values, settings }) => ({ policy: definition.id, values, settings }));
  const items = axisItems(sweep);
  const sweepFields = axes.map(({ path, from, to, pointCount, isLogarithmic }, index) => {
    const { label, unit, factor } = items[index];
    return { path, from, to, places: pointCount, logarithmic: isLogarithmic, label, unit, factor };
  });
  return { scenario, axes: sweepFields, lanes: namedLanes, replications, seed, seconds, warmupSeconds };
}

/** The sweep and its points as JSON. */
export function formatSweepJson({ sweep, points }: SweepWithResults): string {
  return JSON.stringify({ ...sweepFile(sweep), points }, null, 2);
}
