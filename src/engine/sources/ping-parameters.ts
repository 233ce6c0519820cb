/** Parameters of pings. They are separate from the pings, which are loaded only when a run needs them. */
import { numberParameter } from '../../params/number-parameter.ts';
import type { ParameterSchema, ValuesOf } from '../../params/schema.ts';
import { datagramParameters } from './datagram-parameters.ts';

const { flows, headerBytes, accessDelayMs, greenShare, startSeconds, stopSeconds } = datagramParameters;

export const pingParameters = {
  flows: { ...flows, label: 'Pings', help: 'Number of hosts that ping. Hosts added during the run start at once.' },
  intervalMs: numberParameter('Interval', 'ms', [0.1, 60_000, 10], {
    default: 100,
    primary: true,
    help: 'Time from one echo request to the next.',
  }),
  packetBytes: {
    ...datagramParameters.packetBytes,
    default: 84,
    help: 'Size of a request and of its reply on the wire: 56 bytes of data, an ICMP and an IPv4 header by default.',
    source: 'RFC 792',
  },
  headerBytes,
  accessDelayMs,
  greenShare,
  startSeconds,
  stopSeconds,
} as const satisfies ParameterSchema;

/** The values of a source of kind `ping`. */
export type PingValues = ValuesOf<typeof pingParameters>;
