/** Parameters of Poisson arrivals. */
import { choiceParameter } from '../../params/choice-parameter.ts';
import type { ParameterSchema, ValuesOf } from '../../params/schema.ts';
import { datagramParameters } from './datagram-parameters.ts';

export const poissonParameters = {
  ...datagramParameters,
  sizes: choiceParameter('Packet sizes', {
    options: { constant: 'constant', exponential: 'exponential' },
    default: 'constant',
    live: false,
    help: 'All packets have the same size, or the sizes are exponential, and their mean is the packet size above (M/M/1).',
  }),
} as const satisfies ParameterSchema;

/** The values of a source of kind `poisson`. */
export type PoissonValues = ValuesOf<typeof poissonParameters>;
