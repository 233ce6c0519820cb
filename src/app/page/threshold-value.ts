/** The value of a parameter for a threshold that is dragged in a drawing. */
import type { OwnLimit } from '../../engine/contract/policy.ts';
import { resolveScenario } from '../../engine/scenario/scenario.ts';
import { lanePath } from '../../params/path.ts';
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

/** A threshold on the drawing of a lane: the parameter of its policy, or `buffer`, and its place in the units of the axis. */
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
    const ownLimit = ownLimitAt(run, lane, timeNs);
    if (ownLimit !== undefined) return { path: lanePath(lane, ownLimit.parameter), value: atLeastOne(amount) };
    const path = bufferPath(run);
    return { path, value: atLeastOne(amount * bufferUnits(run, path, timeNs, limitBytes)) };
  }
  const path = lanePath(lane, parameter);
  const isInteger = runParameter(run, path)?.kind === 'integer';
  return {
    path,
    value: isInteger
      ? atLeastOne(amount)
      : Number(Math.max(MIN_THRESHOLD_VALUE, amount).toPrecision(SIGNIFICANT_DIGITS)),
  };
}

/** The limit that the policy of a lane keeps in place of the buffer. */
function ownLimitAt(run: RunState, lane: number, timeNs: number): OwnLimit | undefined {
  const policy = policyOfLane(required(run.lanes[lane]));
  return policy.manages === 'packets' ? policy.ownLimit?.(policyValuesAt(run, lane, timeNs)) : undefined;
}

const atLeastOne = (amount: number) => Math.max(1, Math.round(amount));

/** The buffer's parameter for one unit on the queue: a buffer that is counted by flows is set for each flow. */
function bufferUnits(run: RunState, path: string, timeNs: number, limitBytes: number): number {
  const { unit, limit } = resolveScenario(scenarioOfRun(run)).buffer;
  return unit === 'bytesPerFlow' ? Number(parameterValueAt(run, path, timeNs, limit)) / limitBytes : 1;
}
