/** Parameters that all sources of datagrams have. */
import type { ParameterSchema } from '../../params/schema.ts';
import { greenShareParameter } from '../packets/colour.ts';
import { flowParameters } from '../packets/flow-parameters.ts';

export const datagramParameters = {
  flows: {
    ...flowParameters.flows,
    help: 'Number of sources. Sources added during the run start at once.',
  },
  rateBps: {
    kind: 'number',
    label: 'Rate of each',
    unit: 'bit/s',
    min: 1,
    max: 1e11,
    step: 1e4,
    scale: 'log',
    default: 1e6,
    primary: true,
    help: 'Mean sending rate of one source while it is on, headers not counted.',
  },
  packetBytes: {
    kind: 'integer',
    label: 'Packet',
    unit: 'bytes',
    min: 1,
    max: 65_000,
    step: 10,
    default: 1000,
    live: false,
    help: 'Size of a packet on the wire, without the header.',
  },
  headerBytes: {
    kind: 'integer',
    label: 'Header',
    unit: 'bytes',
    min: 0,
    max: 120,
    step: 4,
    default: 0,
    live: false,
    help: 'Bytes on the wire in addition to the payload.',
  },
  accessDelayMs: {
    ...flowParameters.accessDelayMs,
    help: 'One-way delay between the sources and the first router: one value for all, or a list that the sources take in turn.',
  },
  ...greenShareParameter,
  startSeconds: {
    ...flowParameters.startSeconds,
    help: 'Start time of the sources: one time for all, or a list that the sources take in turn.',
  },
  stopSeconds: {
    ...flowParameters.stopSeconds,
    help: 'Stop time of the sources: one time for all, or a list that the sources take in turn.',
  },
} as const satisfies ParameterSchema;
