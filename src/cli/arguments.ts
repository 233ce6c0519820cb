/** Reads a command line: options with values, flags, and the rest in order. */
import { BadInput } from './io.ts';

export interface Arguments {
  readonly rest: readonly string[];
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly flags: ReadonlySet<string>;
}

export function parseArguments(
  argv: readonly string[],
  valued: readonly string[],
  flags: readonly string[],
): Arguments {
  const rest: string[] = [];
  const values = new Map<string, string[]>();
  const set = new Set<string>();
  for (let index = 0; index < argv.length; index++) {
    const word = argv[index] as string;
    const [name, inline] = splitOnce(word);
    if (!word.startsWith('--')) rest.push(word);
    else if (flags.includes(name)) set.add(name);
    else if (valued.includes(name)) {
      const value = inline ?? argv[++index];
      if (value === undefined) throw new BadInput(`${name}: a value is missing`);
      values.set(name, [...(values.get(name) ?? []), value]);
    } else throw new BadInput(`${name}: unknown option; allowed: ${[...valued, ...flags].join(', ') || 'none'}`);
  }
  return { rest, values, flags: set };
}

function splitOnce(word: string): [string, string | undefined] {
  const at = word.indexOf('=');
  return word.startsWith('--') && at > 0 ? [word.slice(0, at), word.slice(at + 1)] : [word, undefined];
}

/** The number given with an option, or undefined. */
export function numberOption(
  parsed: Arguments,
  name: string,
  allowed: { min: number; max: number; integer?: boolean },
): number | undefined {
  const text = parsed.values.get(name)?.at(-1);
  if (text === undefined) return undefined;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  const { min, max, integer = false } = allowed;
  if (Number.isFinite(value) && value >= min && value <= max && (!integer || Number.isInteger(value))) return value;
  throw new BadInput(
    `${name}: ${text} is not allowed; allowed: a ${integer ? 'whole ' : ''}number from ${min} to ${max}`,
  );
}
