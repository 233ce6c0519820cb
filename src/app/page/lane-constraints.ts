/**
 * Constraints between values (min_th < max_th): the limits of each value, and the values that change with another one.
 */
import { resolveScenario } from '../../engine/scenario/scenario.ts';
import { formatPath, lanePath, type ParsedPath, parsePath } from '../../params/path.ts';
import { type Constraint, keepsGap, type ParameterValue } from '../../params/schema.ts';
import { findPolicy } from '../../policies/loaded-policies.ts';
import { loadedUpPolicies } from '../../policies/loaded-up-policies.ts';
import { resolvedPolicyValues } from '../../policies/policy-values.ts';
import type { RunState } from '../../run-state/run-state.ts';
import { bufferPath, editsForLane, policyOfLane, scenarioOfRun } from '../../run-state/run-values.ts';
import { withStartValue } from '../../run-state/with-value.ts';
import { boundByBuffer, constraintsOfSource } from '../../scenarios/rules/constraints.ts';
import { required } from '../../shared/required.ts';

/** The limit of a value: the path of the other value, and this value. */
export interface RangeLimit {
  readonly otherPath: string;
  readonly otherValue: number;
  /** Smallest difference between the two; 0 if they may be equal. */
  readonly gap: number;
  /** The value must stay below the other value, or above it. */
  readonly side: 'below' | 'above';
}

export interface AllowedRange {
  readonly min: number;
  readonly max: number;
  readonly minLimit: RangeLimit | undefined;
  readonly maxLimit: RangeLimit | undefined;
}

const UNLIMITED_RANGE: AllowedRange = {
  min: Number.NEGATIVE_INFINITY,
  max: Number.POSITIVE_INFINITY,
  minLimit: undefined,
  maxLimit: undefined,
};

/**
 * Values with constraints between them: the place of one value, the constraints, and the values at the
 * start.
 */
interface ConstrainedValues {
  /** Path of the given value. */
  readonly parsedPath: ParsedPath;
  readonly constraints: readonly Constraint[];
  readonly startValues: Readonly<Record<string, ParameterValue>>;
  /** The values that must not exceed the buffer. */
  readonly bufferBoundIds: readonly string[];
}

function constrainedValuesOf(run: RunState, path: string): ConstrainedValues | undefined {
  const scenario = scenarioOfRun(run);
  const parsedPath = parsePath(path);
  if (parsedPath?.group === 'sources') {
    const source = resolveScenario(scenario).sources.find(({ id }) => id === parsedPath.owner);
    if (source === undefined) return undefined;
    return {
      parsedPath,
      constraints: constraintsOfSource(scenario, parsedPath.owner),
      startValues: source.values,
      bufferBoundIds: [],
    };
  }
  if (parsedPath?.group === 'up') return constrainedUpValues(run, parsedPath);
  const state = parsedPath?.lane === undefined ? undefined : run.lanes[parsedPath.lane];
  if (state === undefined || parsedPath?.group !== 'policy') return undefined;
  const definition = policyOfLane(state);
  return {
    parsedPath,
    constraints: definition.constraints,
    startValues: resolvedPolicyValues(scenario, definition, state.values),
    bufferBoundIds: boundByBuffer(definition),
  };
}

/** The values of a policy up; undefined for other values of this direction. */
function constrainedUpValues(run: RunState, parsedPath: ParsedPath): ConstrainedValues | undefined {
  const scenario = scenarioOfRun(run);
  const definition = findPolicy(parsedPath.owner);
  if (definition === undefined) return undefined;
  const lane = run.lanes.find(({ policy }) => policy === definition.id);
  const upPolicy = loadedUpPolicies()?.resolvedPolicy(scenario, definition, lane?.values ?? {});
  if (upPolicy?.definition !== definition) return undefined;
  return { parsedPath, constraints: definition.constraints, startValues: upPolicy.values, bufferBoundIds: [] };
}

/**
 * The range of the value at `path` from `fromNs` to its next change, with the present values of its neighbours. The
 * schema has the value's own bounds.
 */
export function allowedRange(run: RunState, path: string, fromNs: number): AllowedRange {
  const constrainedValues = constrainedValuesOf(run, path);
  if (constrainedValues === undefined) return UNLIMITED_RANGE;
  const { parsedPath } = constrainedValues;
  const { id } = parsedPath;
  // A value of all lanes is compared with edits of all lanes.
  const edits = editsForLane(run.edits, parsedPath.lane ?? -1);
  /** Path of one of the values, and its path within the lane. */
  const siblingPath = (other: string) => formatPath({ ...parsedPath, id: other });
  const pathInLane = (other: string) => formatPath({ ...parsedPath, lane: undefined, id: other });
  const nextEdit = edits.find((edit) => edit.path === pathInLane(id) && edit.timeNs > fromNs);
  const untilNs = nextEdit?.timeNs ?? Number.POSITIVE_INFINITY;
  let range = UNLIMITED_RANGE;
  const lowerMax = (max: number, maxLimit: RangeLimit) => {
    if (max < range.max) range = { ...range, max, maxLimit };
  };
  const raiseMin = (min: number, minLimit: RangeLimit) => {
    if (min > range.min) range = { ...range, min, minLimit };
  };
  const valuesInSpan = (constrainedPath: string, start: ParameterValue | undefined): number[] => {
    let value = start;
    for (const edit of edits) if (edit.path === constrainedPath && edit.timeNs <= fromNs) value = edit.value;
    const laterEdits = edits.filter(
      (edit) => edit.path === constrainedPath && edit.timeNs > fromNs && edit.timeNs < untilNs,
    );
    return [value, ...laterEdits.map((edit) => edit.value)].map(Number).filter((amount) => !Number.isNaN(amount));
  };
  for (const { lower, upper, gap } of constrainedValues.constraints) {
    const otherId = id === lower ? upper : id === upper ? lower : undefined;
    if (otherId === undefined) continue;
    for (const otherValue of valuesInSpan(pathInLane(otherId), constrainedValues.startValues[otherId]))
      if (id === lower) lowerMax(otherValue - gap, { otherPath: siblingPath(otherId), otherValue, gap, side: 'below' });
      else raiseMin(otherValue + gap, { otherPath: siblingPath(otherId), otherValue, gap, side: 'above' });
  }
  if (constrainedValues.bufferBoundIds.includes(id)) {
    const { buffer } = resolveScenario(scenarioOfRun(run));
    const other = bufferPath(run);
    for (const otherValue of valuesInSpan(other, buffer.limit))
      lowerMax(otherValue, { otherPath: other, otherValue, gap: 0, side: 'below' });
  }
  return range;
}

/** A value within its range, and the limit that stopped it. */
export function limitToRange(
  value: ParameterValue,
  range: AllowedRange,
): { readonly value: ParameterValue; readonly limit?: RangeLimit } {
  if (typeof value !== 'number') return { value };
  if (value > range.max && range.maxLimit !== undefined) return { value: range.max, limit: range.maxLimit };
  if (value < range.min && range.minLimit !== undefined) return { value: range.min, limit: range.minLimit };
  return { value };
}

/** A value that moved because of the change of another value. */
export interface AdjustedValue {
  readonly path: string;
  readonly value: number;
}

/**
 * The run with valid lane values. A value that is no longer allowed moves to the nearest allowed one, for example after
 * the buffer became smaller.
 */
export function fitLaneValues(run: RunState): {
  readonly run: RunState;
  readonly adjustedValues: readonly AdjustedValue[];
} {
  const adjustedValues: AdjustedValue[] = [];
  let fittedRun = run;
  run.lanes.forEach((lane, index) => {
    const definition = policyOfLane(lane);
    const { buffer } = resolveScenario(scenarioOfRun(run));
    const currentValues = () =>
      resolvedPolicyValues(scenarioOfRun(fittedRun), definition, required(fittedRun.lanes[index]).values);
    const lowerValue = (id: string, value: number) => {
      const path = lanePath(index, id);
      fittedRun = withStartValue(fittedRun, path, value, fittedRun.edits);
      adjustedValues.push({ path, value });
    };
    for (const id of boundByBuffer(definition))
      if (Number(currentValues()[id]) > buffer.limit) lowerValue(id, buffer.limit);
    for (const constraint of [...definition.constraints].reverse()) {
      const values = currentValues();
      const upperValue = Number(values[constraint.upper]);
      if (!keepsGap(Number(values[constraint.lower]), upperValue, constraint.gap))
        lowerValue(constraint.lower, upperValue - constraint.gap);
    }
  });
  return { run: fittedRun, adjustedValues };
}
