/** An attack: one try after another, from a seeded stream, until its time is over. A try that finds a fault says so. */
import type { RandomStream } from '../../src/engine/random.ts';

export interface Attack {
  readonly name: string;
  /** Processor time that one try may take, ms. */
  readonly mostMs: number;
  /** What is wrong, in words; undefined where all is well. Throwing is a fault too. */
  readonly attempt: (random: RandomStream) => string | undefined | Promise<string | undefined>;
}

export const pick = <T>(random: RandomStream, items: readonly T[]): T => items[random.integer(items.length)] as T;

/** Signs that break quotes, numbers, paths, addresses, terminals and spreadsheets. */
const SIGNS = [
  '',
  '0',
  '-',
  '.',
  ',',
  ';',
  ':',
  '&',
  '=',
  '%',
  '%00',
  '#',
  '"',
  "'",
  '\\',
  '\n',
  '\u001b[2J',
  '\u202e',
  '{',
  ']',
  'e9',
  '😀',
];

/** A text with some signs changed, doubled, swapped or cut away. */
export function mutated(random: RandomStream, text: string): string {
  let result = text;
  for (let change = random.integer(4); change >= 0; change--) {
    const at = random.integer(result.length + 1);
    const length = random.integer(8);
    const parts = [
      () => result.slice(0, at) + pick(random, SIGNS) + result.slice(at + length),
      () => result.slice(0, at) + result.slice(at + length),
      () => result.slice(0, at) + result.slice(at, at + 20 * length).repeat(2) + result.slice(at + 20 * length),
      () => result.slice(0, at),
      () => result.slice(0, at) + String.fromCharCode(random.integer(65_536)) + result.slice(at + 1),
    ];
    result = pick(random, parts)();
  }
  return result;
}
