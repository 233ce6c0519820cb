/** An attack: one try after another, from a seeded stream, until its time is over. A try that finds a fault says so. */
import type { RandomStream } from '../../src/engine/numbers/random.ts';

export interface Attack {
  readonly name: string;
  /** Processor time that one try may take, ms. */
  readonly mostMs: number;
  /** Slow preparation before the first try. */
  readonly prepare?: () => void;
  /** The fault in words; undefined without a fault. An exception is a fault too. */
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

/** Values that are rarely or never valid. */
const STRANGE: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  0.5,
  1e308,
  '',
  '0',
  '__proto__',
  'constructor',
  '<img src=x onerror=alert(1)>',
  '=1+1',
  '\u202e\u0000',
  'x'.repeat(10_000),
  [],
  {},
  [[[[[[[[[[]]]]]]]]]],
  JSON.parse('{"__proto__": {"kind": "read"}, "constructor": 1}'),
];

/** Names of properties that every object has. */
const NAMES = ['__proto__', 'constructor', 'toString', '0'] as const;

/** A copy: a later change of it would be in all tries that follow, and could put it into itself. */
const strange = (random: RandomStream) => structuredClone(pick(random, STRANGE));

/** Data of JSON with some of its values lost, doubled, swapped, or strange. What is given is not changed. */
export function mutatedData(random: RandomStream, data: unknown): unknown {
  const copy: unknown = structuredClone(data);
  for (let change = random.integer(4); change >= 0; change--) {
    const places = placesIn(copy);
    if (places.length === 0) return strange(random);
    const { inside, key } = pick(random, places);
    const other = pick(random, places);
    const actions = [
      () => set(inside, key, strange(random)),
      () => set(inside, key, structuredClone(other.inside[other.key])),
      // JSON has lists without keys of their own.
      () => set(inside, Array.isArray(inside) ? '0' : pick(random, NAMES), inside[key]),
      () => void (Array.isArray(inside) ? inside.splice(Number(key), 1) : delete inside[key]),
      () => set(inside, key, mutated(random, JSON.stringify(inside[key]) ?? '')),
      () => set(inside, key, typeof inside[key] === 'number' ? inside[key] * pick(random, [-1, 1e3, 1e9, 1e-9]) : 7),
    ];
    pick(random, actions)();
  }
  return copy;
}

type Inside = Record<string, unknown>;

function placesIn(data: unknown): { readonly inside: Inside; readonly key: string }[] {
  if (typeof data !== 'object' || data === null) return [];
  const inside = data as Inside;
  return Object.keys(inside).flatMap((key) => [{ inside, key }, ...placesIn(inside[key])]);
}

/** As JSON.parse does it: `__proto__` is a key like others. */
function set(inside: Inside, key: string, value: unknown): void {
  Object.defineProperty(inside, key, { value, writable: true, enumerable: true, configurable: true });
}

/** Bytes with some of them changed, doubled or cut away. */
export function mutatedBytes(random: RandomStream, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  let result: Uint8Array<ArrayBuffer> = Uint8Array.from(bytes);
  for (let change = random.integer(4); change >= 0; change--) {
    const at = random.integer(result.length + 1);
    const length = random.integer(40);
    const parts = [
      () => result.fill(pick(random, [0, 0x7f, 0x80, 0xff]), at, at + 1 + random.integer(4)),
      () => result.slice(0, at),
      () => joined(result.slice(0, at), result.slice(at + length)),
      () => joined(result.slice(0, at + length), result.slice(at)),
    ];
    result = pick(random, parts)();
  }
  return result;
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(one.length + other.length);
  all.set(one);
  all.set(other, one.length);
  return all;
}
