/** Parameters of arrivals from a list. */
import type { ParameterSchema, ValuesOf } from '../../params/schema.ts';
import { datagramParameters } from './datagram-parameters.ts';

export const arrivalsParameters = {
  flows: {
    ...datagramParameters.flows,
    help: 'Number of flows that send. They are the first flows of the list. If the list has fewer flows, all of them send. The packets arrive at the queue at the times of the list. Drops and delays do not change these times.',
  },
} as const satisfies ParameterSchema;

/** The values of a source of kind `arrivals`. */
export type ArrivalsValues = ValuesOf<typeof arrivalsParameters>;
