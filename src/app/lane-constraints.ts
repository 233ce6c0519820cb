/** What values may not break together (min_th < max_th): how far each may go, and what gives way to another's change. */
import { resolveScenario } from '../engine/scenario.ts';
import { type Constraint, keepsGap, type ParameterValue } from '../params/schema.ts';
import { resolvedPolicyValues } from '../policies/values.ts';
import { boundByBuffer, constraintsOfSource } from '../scenarios/constraints.ts';
import { withStartValue } from './changes.ts';
import { editsForLane, policyOf, scenarioOf } from './run-selectors.ts';
import type { LaneState, RunState } from './run-state.ts';

/** What ends a value's way: the path of the other value, and what that is. */
export interface Stop {
  readonly other: string;
  readonly otherValue: number;
  /** The value would have to stay below the other, or above it. */
  readonly side: 'below' | 'above';
}

export interface Room {
  readonly least: number;
  readonly most: number;
  readonly leastStop: Stop | undefined;
  readonly mostStop: Stop | undefined;
}

const EVERYWHERE: Room = {
  least: Number.NEGATIVE_INFINITY,
  most: Number.POSITIVE_INFINITY,
  leastStop: undefined,
  mostStop: undefined,
};

/** The values that stand together with one: their common prefix, what they keep, and what they are at the start. */
interface Family {
  readonly prefix: string;
  /** Lane whose edits concern them; -1 for all lanes. */
  readonly lane: number;
  /** Prefix of their paths as the lane is told them. */
  readonly told: string;
  readonly constraints: readonly Constraint[];
  readonly start: Readonly<Record<string, ParameterValue>>;
  /** Those that may not exceed the buffer. */
  readonly bound: readonly string[];
}

function familyOf(run: RunState, path: string): Family | undefined {
  const scenario = scenarioOf(run);
  const [, laneText, own] = /^lanes\.(\d+)\.(.+)$/.exec(path) ?? [];
  const lane = Number(laneText ?? -1);
  const [, sourceId] = /^sources\.([^.]+)\./.exec(own ?? path) ?? [];
  if (sourceId !== undefined) {
    const source = resolveScenario(scenario).sources.find(({ id }) => id === sourceId);
    if (source === undefined) return undefined;
    const told = `sources.${sourceId}.`;
    const prefix = path.slice(0, path.length - (own ?? path).length) + told;
    const constraints = constraintsOfSource(scenario, sourceId);
    return { prefix, lane, told, constraints, start: source.values, bound: [] };
  }
  const state = run.lanes[lane];
  if (state === undefined || own === undefined || own.includes('.')) return undefined;
  const definition = policyOf(state);
  return {
    ...{ prefix: `lanes.${lane}.`, lane, told: 'policy.', constraints: definition.constraints },
    start: resolvedPolicyValues(scenario, definition, state.values),
    bound: boundByBuffer(definition),
  };
}

/**
 * How far the value at `path` may go from `fromNs` on, while its neighbours are what they are: until the next change of
 * the value itself. In one number's own bounds it is for the schema to say.
 */
export function roomOf(run: RunState, path: string, fromNs: number): Room {
  const family = familyOf(run, path);
  if (family === undefined) return EVERYWHERE;
  const id = path.slice(family.prefix.length);
  const edits = editsForLane(run.edits, family.lane);
  const next = edits.find((edit) => edit.path === `${family.told}${id}` && edit.timeNs > fromNs);
  const untilNs = next?.timeNs ?? Number.POSITIVE_INFINITY;
  let room = EVERYWHERE;
  const atMost = (most: number, mostStop: Stop) => {
    if (most < room.most) room = { ...room, most, mostStop };
  };
  const atLeast = (least: number, leastStop: Stop) => {
    if (least > room.least) room = { ...room, least, leastStop };
  };
  const whileItHolds = (told: string, start: ParameterValue | undefined): number[] => {
    let value = start;
    for (const edit of edits) if (edit.path === told && edit.timeNs <= fromNs) value = edit.value;
    const later = edits.filter((edit) => edit.path === told && edit.timeNs > fromNs && edit.timeNs < untilNs);
    return [value, ...later.map((edit) => edit.value)].map(Number).filter((amount) => !Number.isNaN(amount));
  };
  for (const { lower, upper, gap } of family.constraints) {
    const other = id === lower ? upper : id === upper ? lower : undefined;
    if (other === undefined) continue;
    for (const otherValue of whileItHolds(family.told + other, family.start[other]))
      if (id === lower) atMost(otherValue - gap, { other: family.prefix + other, otherValue, side: 'below' });
      else atLeast(otherValue + gap, { other: family.prefix + other, otherValue, side: 'above' });
  }
  if (family.bound.includes(id)) {
    const { buffer } = resolveScenario(scenarioOf(run));
    const other = `buffer.${buffer.unit}`;
    for (const otherValue of whileItHolds(other, buffer.limit))
      atMost(otherValue, { other, otherValue, side: 'below' });
  }
  return room;
}

/** A value kept within its room, and what stopped it. */
export function stopped(value: ParameterValue, room: Room): { readonly value: ParameterValue; readonly stop?: Stop } {
  if (typeof value !== 'number') return { value };
  if (value > room.most && room.mostStop !== undefined) return { value: room.most, stop: room.mostStop };
  if (value < room.least && room.leastStop !== undefined) return { value: room.least, stop: room.leastStop };
  return { value };
}

/** A value that gave way to another's change. */
export interface GivenWay {
  readonly path: string;
  readonly value: number;
}

/** The run with those values of lanes moved as little as need be that its start no longer allows: a buffer grew smaller. */
export function fittedLanes(run: RunState): { readonly run: RunState; readonly givenWay: readonly GivenWay[] } {
  const givenWay: GivenWay[] = [];
  let fitted = run;
  run.lanes.forEach((lane, index) => {
    const definition = policyOf(lane);
    const { buffer } = resolveScenario(scenarioOf(run));
    const valuesNow = () =>
      resolvedPolicyValues(scenarioOf(fitted), definition, (fitted.lanes[index] as LaneState).values);
    const lower = (id: string, value: number) => {
      const path = `lanes.${index}.${id}`;
      fitted = withStartValue(fitted, path, value, fitted.edits);
      givenWay.push({ path, value });
    };
    for (const id of boundByBuffer(definition)) if (Number(valuesNow()[id]) > buffer.limit) lower(id, buffer.limit);
    for (const constraint of [...definition.constraints].reverse()) {
      const values = valuesNow();
      const upper = Number(values[constraint.upper]);
      if (!keepsGap(Number(values[constraint.lower]), upper, constraint.gap))
        lower(constraint.lower, upper - constraint.gap);
    }
  });
  return { run: fitted, givenWay };
}
