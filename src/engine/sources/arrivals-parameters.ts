/** Parameters of arrivals from a list. */
import type { ParameterSchema } from '../../params/schema.ts';
import { datagramParameters } from './datagram-parameters.ts';

export const arrivalsParameters = {
  flows: {
    ...datagramParameters.flows,
    help: 'Number of flows of the list that send: the first ones. A larger number than the list has means all flows. The packets arrive at the queue at the times of the list. Drops and delays do not change these times.',
  },
} as const satisfies ParameterSchema;
