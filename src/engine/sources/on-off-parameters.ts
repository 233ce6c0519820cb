/** Parameters of on/off sources. */
import type { ParameterSchema, ValuesOf } from '../../params/schema.ts';
import { datagramParameters } from './datagram-parameters.ts';

export const onOffParameters = {
  ...datagramParameters,
  onSeconds: {
    kind: 'number',
    label: 'On',
    unit: 's',
    min: 0.001,
    max: 3_600,
    step: 0.1,
    default: 1,
    primary: true,
    help: 'Mean length of an on period, during which the source sends.',
  },
  offSeconds: {
    kind: 'number',
    label: 'Off',
    unit: 's',
    min: 0.001,
    max: 3_600,
    step: 0.1,
    default: 1,
    primary: true,
    help: 'Mean length of an off period, during which the source is silent.',
  },
  synchronised: {
    kind: 'boolean',
    label: 'In step',
    default: false,
    live: false,
    help: 'If this is on, all sources switch at the same times. If it is off, each source begins at a random point of its cycle.',
  },
  periods: {
    kind: 'choice',
    label: 'Periods',
    options: [
      { value: 'constant', label: 'constant' },
      { value: 'exponential', label: 'exponential' },
    ],
    default: 'constant',
    live: false,
    help: 'Distribution of the lengths of on and off periods.',
  },
} as const satisfies ParameterSchema;

export type OnOffValues = ValuesOf<typeof onOffParameters>;
