/** What a router reads in a packet's header besides its flow: DiffServ code point and hosts, as settings of a class. */
import type { ParameterSchema } from '../../params/schema.ts';

/** A class without a number is a host of its own: this plus the index of the class. */
const FIRST_OWN_HOST = 1000;

const host = { kind: 'integer', unit: '', min: 0, max: 255, step: 1, default: 0, live: false } as const;

export const labelParameters = {
  codePoint: {
    kind: 'text',
    label: 'DiffServ',
    pattern: 'CS[0-7]|AF[1-4][1-3]|EF|VA|LE',
    allowed: 'CS0 to CS7, AF11 to AF43, EF, VA or LE',
    default: 'CS0',
    live: false,
    help: 'Code point of the packets, for CAKE: CS0 best effort, CS1 bulk, AF41 video, EF voice.',
    source: 'RFC 2474; RFC 4594; RFC 8622',
  },
  sourceHost: {
    ...host,
    label: 'Sending host',
    help: 'For CAKE: classes with the same number are one host. 0: a host of its own.',
  },
  destinationHost: {
    ...host,
    label: 'Receiving host',
    help: 'For CAKE: classes with the same number are one host. 0: a host of its own.',
  },
} as const satisfies ParameterSchema;

/** Code points with a name of their own. */
const NAMED: Readonly<Record<string, number>> = { EF: 46, VA: 44, LE: 1 };

/**
 * The number of a code point by its name: CS0 to CS7, AF11 to AF43, EF, VA or LE.
 * Source: RFC 2474, RFC 2597, RFC 3246, RFC 5865, RFC 8622.
 */
export function codePointOf(name: string): number {
  const [, selector] = /^CS(\d)$/.exec(name) ?? [];
  if (selector !== undefined) return 8 * Number(selector);
  const [, group, precedence] = /^AF(\d)(\d)$/.exec(name) ?? [];
  if (group !== undefined) return 8 * Number(group) + 2 * Number(precedence);
  return NAMED[name] ?? 0;
}

/** The host of a class, by its setting. */
export const hostOfClass = (number: number, classIndex: number) =>
  number === 0 ? FIRST_OWN_HOST + classIndex : number;
