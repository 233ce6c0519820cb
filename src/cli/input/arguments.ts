/** Reads a command line: options with values, flags, and the rest in order. */
import { parseArgs } from 'node:util';
import { checkValue } from '../../params/check-value.ts';
import { describeProblem, type NumberParameter, type Parameter, type ParameterValue } from '../../params/schema.ts';
import { InputError } from '../io.ts';

export interface ParsedArguments {
  readonly positionals: readonly string[];
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly flags: ReadonlySet<string>;
  /** The last value that is given with an option. */
  readonly last: (name: string) => string | undefined;
}

/**
 * Reads the words of a command.
 * @param valueOptions options that take a value, as the next word or after `=`
 * @param maxPositionalCount largest number of words that are not options
 * @throws InputError for an unknown option, a missing value, or too many words
 */
export function parseArguments(
  argv: readonly string[],
  valueOptions: readonly string[],
  flags: readonly string[],
  maxPositionalCount: number,
): ParsedArguments {
  const options = Object.fromEntries([
    ...valueOptions.map((name) => [name.slice(2), { type: 'string', multiple: true }] as const),
    ...flags.map((name) => [name.slice(2), { type: 'boolean' }] as const),
  ]);
  const { tokens } = parseArgs({ args: [...argv], options, strict: false, allowPositionals: true, tokens: true });
  const positionals: string[] = [];
  const values = new Map<string, string[]>();
  const setFlags = new Set<string>();
  for (const token of tokens) {
    if (token.kind === 'positional') {
      // An empty path would mean the present folder. The usual cause is an unset variable of a script.
      if (token.value === '') throw new InputError("'' is not allowed; allowed: a word that is not empty");
      positionals.push(token.value);
    }
    if (token.kind !== 'option') continue;
    const { rawName: name, value } = token;
    if (flags.includes(name)) {
      if (value !== undefined) throw new InputError(`${name}: ${value} is not allowed; allowed: no value`);
      setFlags.add(name);
    } else if (valueOptions.includes(name)) {
      if (value === undefined) throw new InputError(`${name}: a value is missing`);
      if (value === '') throw new InputError(`${name}: '' is not allowed; allowed: a value that is not empty`);
      values.set(name, [...(values.get(name) ?? []), value]);
    } else
      throw new InputError(`${name}: unknown option; allowed: ${[...valueOptions, ...flags].join(', ') || 'none'}`);
  }
  if (positionals.length > maxPositionalCount)
    throw new InputError(
      `${positionals[maxPositionalCount]}: unexpected; allowed: ${maxPositionalCount === 0 ? 'no argument' : 'one argument'} here`,
    );
  return { positionals, values, flags: setFlags, last: (name) => values.get(name)?.at(-1) };
}

/**
 * The whole number given with an option, or undefined.
 * @throws InputError if it is not in the allowed range
 */
export function numberOption(
  parsedArguments: ParsedArguments,
  name: string,
  allowedRange: { readonly min: number; readonly max: number },
): number | undefined {
  const text = parsedArguments.last(name);
  if (text === undefined) return undefined;
  const { min, max } = allowedRange;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new InputError(`${name}: ${text} is not allowed; allowed: a whole number from ${min} to ${max}`);
}

/** The number that an option gives for a parameter, or undefined. */
export function parameterOption(
  parsedArguments: ParsedArguments,
  name: string,
  parameter: NumberParameter,
): number | undefined {
  const text = parsedArguments.last(name);
  return text === undefined ? undefined : (checkedInput(name, parameter, text) as number);
}

/**
 * A value that its declaration allows.
 * @throws InputError
 */
export function checkedInput(name: string, parameter: Parameter, given: ParameterValue): ParameterValue {
  const checkedValue = checkValue(name, parameter, given);
  if (checkedValue.ok) return checkedValue.value;
  throw new InputError(describeProblem(checkedValue.problem));
}

/**
 * The word that an option gives, of those that are allowed, or undefined.
 * @throws InputError if it is none of them
 */
export function choiceOption<Word extends string>(
  parsedArguments: ParsedArguments,
  name: string,
  allowed: readonly Word[],
): Word | undefined {
  const text = parsedArguments.last(name);
  const word = allowed.find((allowedWord) => allowedWord === text);
  if (text === undefined || word !== undefined) return word;
  throw new InputError(`${name}: ${text} is not allowed; allowed: ${allowed.join(', ')}`);
}

/**
 * The output format that `--json` or `--csv` selects.
 * @throws InputError when both are given
 */
export function outputFormat({ flags }: Pick<ParsedArguments, 'flags'>): 'text' | 'json' | 'csv' {
  if (flags.has('--json') && flags.has('--csv')) throw new InputError('--csv: not allowed with --json');
  if (flags.has('--json')) return 'json';
  return flags.has('--csv') ? 'csv' : 'text';
}
