/**
 * The fields of a header that a router reads besides the flow: DiffServ code point and hosts, as settings of a class.
 */
import type { ParameterSchema } from '../../params/schema.ts';

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
