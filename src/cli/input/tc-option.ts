import { type BufferUnit, bufferParameters, resolveScenario, type Scenario } from '../../engine/scenario/scenario.ts';
import { parsePath } from '../../params/path.ts';
import type { ParameterValue } from '../../params/schema.ts';
import { resolvedPolicyValues } from '../../policies/policy-values.ts';
import { findPolicy } from '../../policies/registry.ts';
import { readTcLine, tcCommandsOf, writeTcLine } from '../../run-state/tc/tc-line.ts';
import { TcLineError, withTcWord } from '../../run-state/tc/tc-words.ts';
import { policyParameter } from '../../scenarios/paths.ts';
import type { Setting } from '../../scenarios/rules/validate.ts';
import { required } from '../../shared/required.ts';
import { type CommandIo, InputError } from '../io.ts';
import { checkedInput, type ParsedArguments } from './arguments.ts';

export const TC_OPTION = '--tc';

export interface RequestedTcLane {
  readonly policy: string;
  /** Of the buffer, if the limit of the line is one, and of the policy. */
  readonly settings: readonly Setting[];
}

/** Whether a setting is one of the buffer, not of the policy. */
export const isOfBuffer = ({ path }: Setting): boolean => path.startsWith('buffer.');

/**
 * The lanes of all `--tc` options, also several of one policy. What a line has and a policy has not is reported.
 * @param rateBps rate of the link, bit/s
 * @throws InputError if a line is refused, or is there twice
 */
export function requestedTcLanes(parsedArguments: ParsedArguments, rateBps: number, io: CommandIo): RequestedTcLane[] {
  const lanes = (parsedArguments.values.get(TC_OPTION) ?? []).map((line): RequestedTcLane => {
    try {
      const { policy, values, buffer, notes } = readTcLine(line, rateBps);
      for (const note of notes) io.err(`${TC_OPTION} ${policy}: ${note}`);
      const entries = [
        ...Object.entries(buffer ?? {}).map(([unit, limit]) => [`buffer.${unit}`, limit] as const),
        ...Object.entries(values).map(([id, value]) => [`${policy}.${id}`, value] as const),
      ];
      return { policy, settings: entries.map(([path, value]) => checkedSetting(path, value)) };
    } catch (error) {
      if (error instanceof TcLineError) throw new InputError(`${TC_OPTION}: ${error.message}`);
      throw error;
    }
  });
  const repeatedLane = lanes.find((lane, index) =>
    lanes.slice(0, index).some((earlierLane) => isSameLane(earlierLane, lane)),
  );
  if (repeatedLane === undefined) return lanes;
  throw new InputError(
    `${TC_OPTION}: ${repeatedLane.policy} is there twice with the same settings; allowed: settings that differ, because equal lanes have equal results`,
  );
}

const isSameLane = (a: RequestedTcLane, b: RequestedTcLane): boolean => JSON.stringify(a) === JSON.stringify(b);

/** @throws InputError if the declaration of the path refuses the value */
function checkedSetting(path: string, value: ParameterValue): Setting {
  const name = `${TC_OPTION}: ${withTcWord(path)}`;
  const parsedPath = parsePath(path);
  const parameter =
    parsedPath?.group === 'buffer' ? bufferParameters[parsedPath.id as BufferUnit] : policyParameter(path)?.parameter;
  if (parameter === undefined) throw new Error(`${path} is not declared`);
  return { name, path, value: checkedInput(name, parameter, value) };
}

/** Prints the lanes of a scenario, or else its policies, as commands of tc. What a line cannot say is reported. */
export function showTcLines(scenario: Scenario, io: CommandIo): void {
  const { buffer } = resolveScenario(scenario);
  const lanes = scenario.lanes ?? Object.keys(scenario.policies).map((policy) => ({ policy, values: {} }));
  for (const { policy, values } of lanes) {
    const definition = required(findPolicy(policy));
    const writtenLine = writeTcLine(policy, resolvedPolicyValues(scenario, definition, values), buffer);
    for (const note of writtenLine.notes) io.err(`${policy}: ${note}`);
    for (const command of tcCommandsOf(writtenLine)) io.out(command);
  }
}
