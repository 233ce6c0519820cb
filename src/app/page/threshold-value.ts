/** The value of a parameter for a threshold that is dragged in a drawing. */
import { ownLimitOf } from '../../engine/contract/own-limit.ts';
import { resolveScenario } from '../../engine/scenario/scenario.ts';
import { lanePath, UP_BUFFER, upPath } from '../../params/path.ts';
import type { ParameterValue } from '../../params/schema.ts';
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
 * A threshold on the drawing of a lane: the parameter of its policy, or `buffer`, and its place in the units of the
 * axis.
 */
export interface DraggedThreshold {
  readonly lane: number;
  readonly parameter: string;
  readonly amount: number;
  /** Size of the lane's buffer, bytes. */
  readonly limitBytes: number | undefined;
}

export function thresholdValue(
  run: RunState,
  timeNs: number,
  { lane, parameter, amount, limitBytes = amount }: DraggedThreshold,
): { readonly path: string; readonly value: number } {
  if (parameter === 'buffer') {
    const ownLimit = ownLimitOf(policyOfLane(required(run.lanes[lane])), policyValuesAt(run, lane, timeNs));
    if (ownLimit !== undefined) return { path: lanePath(lane, ownLimit.parameter), value: atLeastOne(amount) };
    const path = bufferPath(run);
    return { path, value: atLeastOne(amount * bufferUnits(run, path, timeNs, limitBytes)) };
  }
  const path = lanePath(lane, parameter);
  return { path, value: placedValue(run, path, amount) };
}

/** A threshold on the drawing of a queue up, with the policy of this queue and its present values. */
interface DraggedUpThreshold extends Pick<DraggedThreshold, 'parameter' | 'amount'> {
  readonly policy: string;
  readonly values: Readonly<Record<string, unknown>>;
}

export function upThresholdValue(
  run: RunState,
  { policy, values, parameter, amount }: DraggedUpThreshold,
): { readonly path: string; readonly value: number } {
  if (parameter === 'buffer') {
    const definition = findPolicy(policy);
    const ownLimit = definition && ownLimitOf(definition, values as Record<string, ParameterValue>);
    const unit = resolveScenario(scenarioOfRun(run)).up?.buffer.unit ?? 'packets';
    const path = ownLimit === undefined ? upPath(UP_BUFFER, unit) : upPath(policy, ownLimit.parameter);
    return { path, value: atLeastOne(amount) };
  }
  const path = upPath(policy, parameter);
  return { path, value: placedValue(run, path, amount) };
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
