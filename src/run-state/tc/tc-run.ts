/** A line of tc as one more lane of a run, and the lanes of a run as lines. */
import { type BufferUnit, bufferParameters, resolveScenario } from '../../engine/scenario/scenario.ts';
import { checkValue } from '../../params/check-value.ts';
import { describeProblem, type ParameterValue, type ParameterValues } from '../../params/schema.ts';
import { findPolicy } from '../../policies/loaded-policies.ts';
import { policyFits } from '../../scenarios/rules/policy-fit.ts';
import { laneLetter } from '../../shared/lane-letters.ts';
import { laneNameOfRun } from '../lane-names.ts';
import { MAX_LANES, type RunState } from '../run-state.ts';
import { policyValuesAt, scenarioOfRun } from '../run-values.ts';
import { problemWith } from '../validity.ts';
import { readTcLine, tcCommandsOf, writeTcLine } from './tc-line.ts';
import { type TcBuffer, TcLineError, withTcWord } from './tc-words.ts';

export interface TcRun {
  readonly run: RunState;
  /** The words without counterpart, and those that are ignored, a sentence each. */
  readonly notes: readonly string[];
}

/**
 * The run with a lane more. A limit that the policy does not have becomes the buffer, which all lanes share.
 * @throws TcLineError
 */
export function withTcLane(run: RunState, text: string): TcRun {
  if (run.lanes.length >= MAX_LANES) throw new TcLineError(`a page has at most ${MAX_LANES} lanes; remove one first`);
  const scenario = scenarioOfRun(run);
  const { policy, values, buffer, notes } = readTcLine(text, resolveScenario(scenario).link.rateBps);
  const definition = findPolicy(policy);
  if (definition === undefined || !policyFits(scenario, definition))
    throw new TcLineError(`${policy}: does not fit the traffic of this scenario`);
  const checkedValues = Object.fromEntries(
    Object.entries(values).map(([id, value]) => {
      const parameter = definition.parameters[id];
      if (parameter === undefined) throw new Error(`${policy}.${id} is not declared`);
      const checkedValue = checkValue(withTcWord(`${policy}.${id}`), parameter, value);
      if (!checkedValue.ok) throw new TcLineError(describeProblem(checkedValue.problem));
      return [id, checkedValue.value];
    }),
  );
  const withLane = { ...run, lanes: [...run.lanes, { policy, values: checkedValues }] };
  const newRun = buffer === undefined ? withLane : withBuffer(withLane, buffer);
  const problem = problemWith(newRun);
  if (problem !== undefined) throw new TcLineError(describeProblem(problem));
  const bufferNote = buffer === undefined ? [] : ['its limit is now the buffer of all lanes'];
  return { run: newRun, notes: [...notes, ...bufferNote].map((note) => `${policy}: ${note}`) };
}

/**
 * The buffer has one unit.
 * @throws TcLineError
 */
function withBuffer(run: RunState, buffer: TcBuffer): RunState {
  const isOther = (path: string) => !path.startsWith('buffer.');
  const startValues: Record<string, ParameterValue> = Object.fromEntries(
    Object.entries(run.startValues).filter(([path]) => isOther(path)),
  );
  for (const [unit, limit] of Object.entries(buffer)) {
    const checkedValue = checkValue(withTcWord(`buffer.${unit}`), bufferParameters[unit as BufferUnit], limit);
    if (!checkedValue.ok) throw new TcLineError(describeProblem(checkedValue.problem));
    startValues[`buffer.${unit}`] = checkedValue.value;
  }
  return { ...run, startValues, edits: run.edits.filter(({ path }) => isOther(path)) };
}

/** The commands that give the lanes of a run to a device, as at its start; comments for each lane. */
export function tcLinesOf(run: RunState): string {
  const { buffer } = resolveScenario(scenarioOfRun(run));
  const lines = run.lanes.flatMap((lane, index) => {
    const values: ParameterValues = policyValuesAt(run, index, 0);
    const writtenLine = writeTcLine(lane.policy, values, buffer);
    const comments = writtenLine.notes.map((note) => `#   ${note}`);
    return [`# lane ${laneLetter(index)}: ${laneNameOfRun(run, index)}`, ...comments, ...tcCommandsOf(writtenLine)];
  });
  return lines.map((line) => `${line}\n`).join('');
}
