/** The value of a parameter for a threshold that is dragged in a drawing. */
import { ownLimitOf } from '../../engine/contract/own-limit.ts';
import { resolveScenario } from '../../engine/scenario/scenario.ts';
import { lanePath, UP_BUFFER, upPath } from '../../params/path.ts';
import type { ParameterValues } from '../../params/schema.ts';
import { findPolicy } from '../../policies/loaded-policies.ts';
import type { RunState } from '../../run-state/run-state.ts';
import {
  bufferPath,
  parameterValueAt,
  policyOfLane,
  policyValuesAt,
  runParameter,
  scenarioOfRun,
} from '../../run-state/run-values.ts';
import { required } from '../../shared/required.ts';

const MIN_THRESHOLD_VALUE = 0.001;
const SIGNIFICANT_DIGITS = 4;

/**
 * A threshold on the drawing of a queue: the parameter of its policy, or `buffer`; its place in the units of the axis.
 */
export interface DraggedThreshold {
  readonly lane: number;
  readonly parameter: string;
  readonly amount: number;
  /** Size of the lane's buffer, bytes. */
  readonly limitBytes?: number | undefined;
  /** On the queue up: the policy of this queue, and its present values. */
  readonly up?: { readonly policy: string; readonly values: ParameterValues } | undefined;
}

/** The path and the value of the parameter that puts the threshold at this place, in the unit of the parameter. */
export function thresholdValue(
  run: RunState,
  timeNs: number,
  { lane, parameter, amount, limitBytes = amount, up }: DraggedThreshold,
): { readonly path: string; readonly value: number } {
  const pathOf = (id: string) => (up === undefined ? lanePath(lane, id) : upPath(up.policy, id));
  if (parameter !== 'buffer') return { path: pathOf(parameter), value: placedValue(run, pathOf(parameter), amount) };
  const definition = up === undefined ? policyOfLane(required(run.lanes[lane])) : findPolicy(up.policy);
  const ownLimit = definition && ownLimitOf(definition, up?.values ?? policyValuesAt(run, lane, timeNs));
  if (ownLimit !== undefined) return { path: pathOf(ownLimit.parameter), value: atLeastOne(amount) };
  const upUnit = resolveScenario(scenarioOfRun(run)).up?.buffer.unit ?? 'packets';
  if (up !== undefined) return { path: upPath(UP_BUFFER, upUnit), value: atLeastOne(amount) };
  const path = bufferPath(run);
  return { path, value: atLeastOne(amount * bufferUnits(run, path, timeNs, limitBytes)) };
}

/** A value for a place on the axis, rounded as its parameter needs. */
function placedValue(run: RunState, path: string, amount: number): number {
  return runParameter(run, path)?.kind === 'integer'
    ? atLeastOne(amount)
    : Number(Math.max(MIN_THRESHOLD_VALUE, amount).toPrecision(SIGNIFICANT_DIGITS));
}

const atLeastOne = (amount: number) => Math.max(1, Math.round(amount));

/** The buffer's parameter for one unit on the queue: a buffer that is counted by flows is set for each flow. */
function bufferUnits(run: RunState, path: string, timeNs: number, limitBytes: number): number {
  const { unit, limit } = resolveScenario(scenarioOfRun(run)).buffer;
  return unit === 'bytesPerFlow' ? Number(parameterValueAt(run, path, timeNs, limit)) / limitBytes : 1;
}
