/** Parameters of arrivals from a list. */
import type { ParameterSchema } from '../../params/schema.ts';
import { datagramParameters } from './datagram-parameters.ts';

export const arrivalsParameters = {
  flows: {
    ...datagramParameters.flows,
    help: 'Number of flows of the list that send: the first ones. More than the list has are the same as all. The packets arrive at the queue at the times of the list, whatever becomes of them.',
  },
} as const satisfies ParameterSchema;
