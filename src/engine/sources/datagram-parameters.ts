/** Parameters that all sources of datagrams have. */
import { integerParameter, numberParameter } from '../../params/number-parameter.ts';
import type { ParameterSchema } from '../../params/schema.ts';
import { greenShareParameter } from '../packets/colour.ts';
import { flowParameters } from '../packets/flow-parameters.ts';

export const datagramParameters = {
  flows: {
    ...flowParameters.flows,
    help: 'Number of sources. Sources added during the run start at once.',
  },
  rateBps: numberParameter('Rate of each', 'bit/s', [1, 1e11, 1e4], {
    scale: 'log',
    default: 1e6,
    primary: true,
    help: 'Mean sending rate of one source while it is on, headers not counted.',
  }),
  packetBytes: integerParameter('Packet', 'bytes', [1, 65_000, 10], {
    default: 1000,
    live: false,
    help: 'Size of a packet on the wire, without the header.',
  }),
  headerBytes: integerParameter('Header', 'bytes', [0, 120, 4], {
    default: 0,
    live: false,
    help: 'Bytes on the wire in addition to the payload.',
  }),
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
