/**
 * A sweep: a scenario under some policies, with one or two of its values at several points, each with several
 * seeds. This is only data. Workers make the runs.
 */

import type { PolicyDefinition } from '../engine/contract/policy.ts';
import { pow } from '../engine/numbers/exact-math.ts';
import type { SourceKind } from '../engine/packets/source-kind.ts';
import { resolveScenario, type Scenario, withValue } from '../engine/scenario/scenario.ts';
import { resolvedValue, scenarioPaths } from '../engine/scenario/scenario-paths.ts';
import { sourceSchemas } from '../engine/sources/source-schemas.ts';
import { lanePath, parsePath } from '../params/path.ts';
import {
  displayUnit,
  type NumberParameter,
  numberValue,
  type ParameterProblem,
  type ParameterValue,
  type ParameterValues,
} from '../params/schema.ts';
import { resolvedPolicyValues } from '../policies/policy-values.ts';
import { scenarioProblem } from '../scenarios/rules/validate.ts';
import { presentFields } from '../shared/present-fields.ts';
import { required } from '../shared/required.ts';
import type { RunTask, SweepPlace } from './tasks.ts';

/** The path of the load, as a multiple of the present load. */
export const LOAD_PATH = 'load';

/** A swept value: its path, and the values that it takes. */
export interface SweepAxis {
  /**
   * A path of the scenario, `lanes.N.PARAMETER` of one policy, `policy.PARAMETER` of all that have it, or `LOAD_PATH`.
   */
  readonly path: string;
  /** First and last value, in the unit in which the value is shown. */
  readonly from: number;
  readonly to: number;
  /** Number of values, both ends included. */
  readonly pointCount: number;
  /** Neighbours have the same ratio instead of the same difference. */
  readonly isLogarithmic: boolean;
}

/**
 * A sweep of the load, if the user does not change it: in steps of a fifth of the present load, up to twice that load.
 * One point is the present load.
 */
export const DEFAULT_LOAD_AXIS: SweepAxis = { path: LOAD_PATH, from: 0.2, to: 2, pointCount: 10, isLogarithmic: false };

/** A policy with its values, and what it alone has of the scenario. */
export interface SweepLane {
  /** Its name on the page; default: the name of its policy. */
  readonly name?: string;
  readonly definition: PolicyDefinition;
  readonly values: ParameterValues;
  /** Source of the program that makes its policy. */
  readonly program?: string;
  /** Values of the scenario, by path, for this lane only. */
  readonly settings?: ParameterValues;
}

/** All that defines the runs of a sweep. */
export interface Sweep {
  readonly scenario: Scenario;
  readonly lanes: readonly SweepLane[];
  readonly axes: readonly SweepAxis[];
  /** Number of seeds of each point. */
  readonly replications: number;
  /** Seed of the first replication; the others have the following seeds. */
  readonly seed: number;
  /** Simulated time of a run, and the part at its beginning that figures leave out, s. */
  readonly seconds: number;
  readonly warmupSeconds: number;
}

/** The largest allowed sweep. */
export interface SweepLimits {
  /** Number of points of one axis. */
  readonly maxAxisPoints: number;
  /** Number of seeds of a point, and number of all runs. */
  readonly maxReplications: number;
  readonly maxRuns: number;
  /** Simulated time of a run, s. */
  readonly maxSeconds: number;
}

/** The limits of the page, where one browser does all runs. */
export const sweepLimits = { maxAxisPoints: 60, maxReplications: 100, maxRuns: 10_000, maxSeconds: 3_600 } as const;

/** A value that can be swept. */
export interface SweepVariable {
  readonly path: string;
  readonly label: string;
  readonly unit: string;
  /** Allowed range, in `unit`. */
  readonly min: number;
  readonly max: number;
  readonly isInteger: boolean;
  readonly isLogarithmic: boolean;
  readonly isPrimary: boolean;
  /** Its present value, in `unit`; if lanes differ, that of the first lane. */
  readonly presentValue: number;
  readonly hasDifferentValues: boolean;
  /** The value is the shown number times this factor. */
  readonly factor: number;
}

/** The label with its unit, if it has one, for swept values and for quantities. */
export function labelWithUnit({ label, unit }: { readonly label: string; readonly unit: string }): string {
  return unit === '' ? label : `${label} (${unit})`;
}

const LOAD_RANGE = { min: 0.01, max: 100 } as const;

/** The values that can be swept: the load, then the numbers of the scenario, then those of the lanes' policies. */
export function sweepVariables(scenario: Scenario, lanes: readonly SweepLane[]): SweepVariable[] {
  const load = {
    path: LOAD_PATH,
    label: 'Load',
    unit: '× now',
    ...LOAD_RANGE,
    isInteger: false,
    isLogarithmic: false,
    isPrimary: true,
    presentValue: 1,
    hasDifferentValues: false,
    factor: 1,
  };
  const resolvedScenario = resolveScenario(scenario);
  const scenarioItems = scenarioPaths(scenario).flatMap(({ path, parsedPath, parameter }) => {
    const source =
      parsedPath.group === 'sources' ? resolvedScenario.sources.find(({ id }) => id === parsedPath.owner) : undefined;
    if (parsedPath.group === 'run' || (parameter.kind !== 'number' && parameter.kind !== 'integer')) return [];
    const label = source === undefined ? parameter.label : `${source.label}: ${parameter.label.toLowerCase()}`;
    return [sweepVariable(path, label, parameter, resolvedValue(resolvedScenario, parsedPath))];
  });
  const laneItems = lanes.flatMap((lane, index) => {
    const { definition, values, settings = {} } = lane;
    const presentValues = resolvedPolicyValues(withScenarioValues(scenario, settings), definition, values);
    return Object.entries(definition.parameters).flatMap(([id, parameter]) => {
      if (parameter.kind !== 'number' && parameter.kind !== 'integer') return [];
      const label = `${sweepLaneName(lane)}: ${parameter.label.toLowerCase()}`;
      return [{ id, parameter, item: sweepVariable(lanePath(index, id), label, parameter, presentValues[id]) }];
    });
  });
  const allLanesItems = laneItems.flatMap(({ id, parameter, item }, index) => {
    const commonItems = laneItems.filter((other) => other.id === id);
    if (commonItems.length < 2 || laneItems.findIndex((other) => other.id === id) !== index) return [];
    const hasDifferentValues = commonItems.some((other) => other.item.presentValue !== item.presentValue);
    return [
      {
        ...item,
        path: `policy.${id}`,
        label: `All lanes: ${parameter.label.toLowerCase()}`,
        hasDifferentValues,
      },
    ];
  });
  return [load, ...scenarioItems, ...allLanesItems, ...laneItems.map(({ item }) => item)];
}

/** The name of a lane, or else that of its policy. */
export const sweepLaneName = ({ name, definition }: SweepLane) => name ?? definition.name;

function sweepVariable(
  path: string,
  label: string,
  parameter: NumberParameter,
  presentValue: ParameterValue | undefined,
): SweepVariable {
  const { kind, scale, primary: isPrimary = false } = parameter;
  const { unit, factor } = displayUnit(parameter.unit);
  return {
    path,
    label,
    unit,
    isPrimary,
    factor,
    isInteger: kind === 'integer',
    isLogarithmic: scale === 'log',
    min: parameter.min / factor,
    max: parameter.max / factor,
    presentValue: Number(presentValue) / factor,
    hasDifferentValues: false,
  };
}

/**
 * The points of an axis in ascending order, each once. Rounding to whole numbers or whole connections can merge points.
 */
export function sweepAxisValues(axis: SweepAxis, scenario: Scenario, isInteger: boolean): number[] {
  return [...axisSteps(axis, scenario, isInteger).keys()];
}

/** By point: the requested value. For the load it differs from the real value, because connections are whole. */
function axisSteps({ path, from, to, pointCount, isLogarithmic }: SweepAxis, scenario: Scenario, isInteger: boolean) {
  const steps = new Map<number, number>();
  for (let step = 0; step < pointCount; step++) {
    const share = step / (pointCount - 1);
    const value = isLogarithmic ? from * pow(to / from, share) : from + share * (to - from);
    const requestedValue = isInteger ? Math.round(value) : roundFactor(value);
    const coordinate =
      path === LOAD_PATH ? roundFactor(loadFactor(scaleLoad(scenario, requestedValue), scenario)) : requestedValue;
    if (!steps.has(coordinate)) steps.set(coordinate, requestedValue);
  }
  return steps;
}

const roundFactor = (value: number) => Number(value.toPrecision(6));

/** A lane's run at one point. */
interface PointRun {
  /** Its own place, then those of equal runs. */
  readonly places: readonly [SweepPlace, ...SweepPlace[]];
  readonly scenario: Scenario;
  readonly policyValues: ParameterValues;
}

interface AxisStep {
  readonly path: string;
  readonly coordinate: number;
  readonly value: number;
}

/** The scenario with these values, by path. */
export const withScenarioValues = (scenario: Scenario, values: ParameterValues) =>
  Object.entries(values).reduce((next, [path, value]) => withValue(next, path, value), scenario);

/** The run of a lane without the swept values. */
export function scenarioOfLane({ scenario, lanes }: Sweep, lane: number): Scenario {
  return withScenarioValues(scenario, lanes[lane]?.settings ?? {});
}

function pointRuns(sweep: Sweep): PointRun[] {
  const { lanes, axes, seconds, warmupSeconds } = sweep;
  const itemOfPath = new Map(sweepVariables(sweep.scenario, lanes).map((item) => [item.path, item]));
  const timedScenario = withScenarioValues(sweep.scenario, {
    'run.durationSeconds': seconds,
    'run.warmupSeconds': warmupSeconds,
  });
  const grid = axes.reduce<AxisStep[][]>(
    (combinations, axis) => {
      const { isInteger = false, factor = 1 } = itemOfPath.get(axis.path) ?? {};
      const steps = [...axisSteps(axis, sweep.scenario, isInteger)];
      return combinations.flatMap((stepsBefore) =>
        steps.map(([coordinate, requestedValue]) => [
          ...stepsBefore,
          { path: axis.path, coordinate, value: factor === 1 ? requestedValue : roundFactor(requestedValue * factor) },
        ]),
      );
    },
    [[]],
  );
  const applySteps = (scenario: Scenario, steps: readonly AxisStep[]) =>
    steps.reduce((next, { path, value }) => {
      if (path === LOAD_PATH) return scaleLoad(next, value);
      return parsePath(path)?.group === 'policy' ? next : withValue(next, path, value);
    }, scenario);
  return grid.flatMap((steps) => {
    // One object for all lanes without own settings.
    const sharedScenario = applySteps(timedScenario, steps);
    return lanes.map(({ definition, values, settings = {} }, lane) => {
      const scenario =
        Object.keys(settings).length === 0
          ? sharedScenario
          : applySteps(withScenarioValues(timedScenario, settings), steps);
      let policyValues = values;
      for (const { path, value } of steps) {
        const parsedPath = parsePath(path);
        if (parsedPath?.group !== 'policy') continue;
        if (
          parsedPath.lane === lane ||
          (parsedPath.lane === undefined && Object.hasOwn(definition.parameters, parsedPath.id))
        )
          policyValues = { ...policyValues, [parsedPath.id]: value };
      }
      return { places: [{ at: steps.map(({ coordinate }) => coordinate), lane }], scenario, policyValues };
    });
  });
}

/** The parameter that scales a source's load: its rate or, without one, its connections. */
function loadName(kind: SourceKind): 'rateBps' | 'flows' {
  return Object.hasOwn(sourceSchemas[kind], 'rateBps') ? 'rateBps' : 'flows';
}

/** The scenario with a multiple of its load; the number of connections is whole and at least one. */
function scaleLoad(scenario: Scenario, factor: number): Scenario {
  return resolveScenario(scenario).sources.reduce((next, { id, kind, values }) => {
    const name = loadName(kind);
    const { min, max } = (sourceSchemas[kind] as Readonly<Record<string, NumberParameter>>)[name];
    const value = numberValue(values, name) * factor;
    const roundedValue = name === 'flows' ? Math.round(value) : value;
    const lowestValue = name === 'flows' && values.flows !== 0 ? Math.max(1, min) : min;
    return withValue(next, `sources.${id}.${name}`, Math.min(max, Math.max(lowestValue, roundedValue)));
  }, scenario);
}

/** The load relative to `base`: the mean ratio of the sources' loads, weighted by their connections. */
function loadFactor(scenario: Scenario, base: Scenario): number {
  const baseSources = resolveScenario(base).sources;
  const scaledSources = resolveScenario(scenario).sources;
  let sum = 0;
  let flowCount = 0;
  for (const [index, { kind, values }] of baseSources.entries()) {
    const name = loadName(kind);
    const [baseLoad, scaledLoad] = [
      numberValue(values, name),
      numberValue(required(scaledSources[index]).values, name),
    ];
    const weight = baseLoad > 0 ? values.flows : 0;
    sum += weight === 0 ? 0 : (weight * scaledLoad) / baseLoad;
    flowCount += weight;
  }
  return flowCount === 0 ? 1 : sum / flowCount;
}

/** The problem of a sweep, before it starts; undefined if it is valid. */
export function sweepProblem(sweep: Sweep, limits: SweepLimits = sweepLimits): ParameterProblem | undefined {
  const { axes, lanes, replications, seconds, warmupSeconds } = sweep;
  const items = sweepVariables(sweep.scenario, lanes);
  const rangeProblem = (
    path: string,
    givenNumber: number,
    min: number,
    max: number,
    unit = '',
  ): ParameterProblem | undefined =>
    givenNumber >= min && givenNumber <= max
      ? undefined
      : { path, given: formatEntered(givenNumber), allowed: `from ${min} to ${max}${unit === '' ? '' : ` ${unit}`}` };
  const integerProblem = (path: string, givenNumber: number): ParameterProblem | undefined =>
    Number.isInteger(givenNumber) ? undefined : { path, given: formatEntered(givenNumber), allowed: 'a whole number' };
  for (const { path, from, to, pointCount, isLogarithmic } of axes) {
    const item = items.find((other) => other.path === path);
    if (item === undefined) return { path, given: path, allowed: 'a number of this scenario or of its policies' };
    const problem =
      rangeProblem(`${item.label}, from`, from, item.min, item.max, item.unit) ??
      rangeProblem(`${item.label}, to`, to, item.min, item.max, item.unit) ??
      rangeProblem(`${item.label}, points`, pointCount, 2, limits.maxAxisPoints) ??
      integerProblem(`${item.label}, points`, pointCount);
    if (problem !== undefined) return problem;
    if (!(to > from))
      return { path: `${item.label}, to`, given: String(to), allowed: `more than the start of the range, ${from}` };
    if (isLogarithmic && !(from > 0))
      return { path: `${item.label}, from`, given: String(from), allowed: 'more than 0 on a logarithmic axis' };
  }
  const [first, second] = axes;
  if (first !== undefined && first.path === second?.path)
    return { path: 'second value', given: first.path, allowed: 'a value other than the first' };
  const [firstPath, secondPath] = [first, second].map((axis) => parsePath(axis?.path ?? ''));
  const areBothOfPolicies =
    firstPath?.group === 'policy' && secondPath?.group === 'policy' && firstPath.id === secondPath.id;
  if (areBothOfPolicies && (firstPath.lane === undefined || secondPath.lane === undefined))
    return {
      path: 'second value',
      given: 'the same parameter for one lane and for all lanes',
      allowed: 'only one of the two',
    };
  const besideLoad = axes.some(({ path }) => path === LOAD_PATH) ? separatelySetLoadPath(sweep) : undefined;
  if (besideLoad !== undefined) {
    const { label = besideLoad } = items.find(({ path }) => path === besideLoad) ?? {};
    return {
      path: label,
      given: 'set separately',
      allowed: 'not set while the load is swept, because the load sets it',
    };
  }
  const runs = axes.reduce((product, { pointCount }) => product * pointCount, lanes.length * replications);
  return (
    rangeProblem('Replications', replications, 1, limits.maxReplications) ??
    integerProblem('Replications', replications) ??
    rangeProblem('Seconds of a run', seconds, 0.01, limits.maxSeconds, 's') ??
    rangeProblem('Warm-up (s)', warmupSeconds, 0, limits.maxSeconds, 's') ??
    (warmupSeconds < seconds
      ? undefined
      : { path: 'Warm-up (s)', given: formatEntered(warmupSeconds), allowed: `less than the ${seconds} s of a run` }) ??
    rangeProblem('runs (points × lanes × replications)', runs, 1, limits.maxRuns) ??
    cornerProblem(sweep)
  );
}

/** A path that is scaled by the load and is also an axis or a lane's own setting. */
function separatelySetLoadPath({ scenario, axes, lanes }: Sweep): string | undefined {
  const multipliedPaths = resolveScenario(scenario).sources.map(({ id, kind }) => `sources.${id}.${loadName(kind)}`);
  const setPaths = [...axes.map(({ path }) => path), ...lanes.flatMap(({ settings = {} }) => Object.keys(settings))];
  return setPaths.find((path) => multipliedPaths.includes(path));
}

const formatEntered = (value: number) => (Number.isNaN(value) ? 'not a number' : String(value));

/**
 * The first corner without a valid run, in the words of the page. Corners are enough, because each rule has its valid
 * values on one side of a line.
 */
function cornerProblem(sweep: Sweep): ParameterProblem | undefined {
  const corners = sweep.axes.map((axis) => ({ ...axis, pointCount: 2 }));
  for (const {
    places: [{ at, lane }],
    scenario,
    policyValues,
  } of pointRuns({ ...sweep, axes: corners })) {
    const sweepLane = sweep.lanes[lane];
    const problem = scenarioProblem(scenario, [{ definition: sweepLane.definition, values: policyValues }]);
    if (problem === undefined) continue;
    const { path, given, allowed } = problem;
    return {
      path: `${formatPoint(sweep, at)}: ${formatLaneProblem(path, sweepLane)}`,
      given,
      allowed: formatLaneProblem(allowed, sweepLane),
    };
  }
  return undefined;
}

/** "Load 0.5 × now, A RED: lower threshold 20 packets". */
function formatPoint({ scenario, lanes, axes }: Sweep, coordinates: readonly number[]): string {
  const items = sweepVariables(scenario, lanes);
  return axes
    .map(({ path }, index) => {
      const { label = path, unit = '' } = items.find((item) => item.path === path) ?? {};
      return `${label} ${coordinates[index]}${unit === '' ? '' : ` ${unit}`}`;
    })
    .join(', ');
}

/** "Load 0.5 × now, RED, seed 3". */
export function formatRunTask({ places: [place] = [], seed }: RunTask, sweep: Sweep): string {
  const lane = place && sweep.lanes[place.lane];
  return `${formatPoint(sweep, place?.at ?? [])}, ${lane === undefined ? '' : sweepLaneName(lane)}, seed ${seed}`;
}

/** Replaces the paths of parameters in a text by their labels. */
function formatLaneProblem(text: string, lane: SweepLane): string {
  const { id: policy, parameters } = lane.definition;
  return Object.entries(parameters).reduce(
    (message, [id, { label }]) =>
      message.replaceAll(`${policy}.${id}`, `${sweepLaneName(lane)}’s ${label.toLowerCase()}`),
    text,
  );
}

/**
 * The runs of all points and lanes, each run once. An axis may not touch a lane, two lanes may be equal, and rounding
 * may make points equal.
 */
function distinctPointRuns(sweep: Sweep): PointRun[] {
  const runsByArguments = new Map<string, PointRun>();
  for (const pointRun of pointRuns(sweep)) {
    const { definition, program } = sweep.lanes[pointRun.places[0].lane];
    // All points have the same lists.
    const { arrivals: _, rates: __, ...scenario } = pointRun.scenario;
    const runArguments = JSON.stringify([scenario, definition.id, program, pointRun.policyValues]);
    const firstRun = runsByArguments.get(runArguments);
    runsByArguments.set(
      runArguments,
      firstRun === undefined ? pointRun : { ...firstRun, places: [...firstRun.places, ...pointRun.places] },
    );
  }
  return [...runsByArguments.values()];
}

/** Whether some of its runs are equal, so that fewer are made than it has points, lanes and replications. */
export function hasEqualRuns(sweep: Sweep): boolean {
  // Runs that do not depend on a value are equal at its corners already.
  const corners = { ...sweep, axes: sweep.axes.map((axis) => ({ ...axis, pointCount: 2 })) };
  return distinctPointRuns(corners).length < [...pointRuns(corners)].length;
}

/**
 * Its runs, each once, with the points and lanes that have its result. Runs of one seed are together, so that a whole
 * curve is complete early.
 */
export function sweepTasks(sweep: Sweep): RunTask[] {
  const placedRuns = distinctPointRuns(sweep);
  const { seed: first, replications } = sweep;
  // The last seeds have no following seeds.
  const step = first > Number.MAX_SAFE_INTEGER - replications ? -1 : 1;
  const seeds = Array.from({ length: replications }, (_, replication) => first + step * replication);
  return seeds.flatMap((seed) =>
    placedRuns.map(({ places, scenario, policyValues }) => {
      const { definition, program } = sweep.lanes[places[0].lane];
      return {
        kind: 'run' as const,
        key: places.map(({ at, lane }) => [...at, lane].join(' ')).join(','),
        places,
        preset: scenario.id,
        scenario,
        policy: definition.id,
        policyValues,
        seed,
        ...presentFields({ program }),
      };
    }),
  );
}
