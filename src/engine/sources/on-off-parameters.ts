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
      { value: 'pareto', label: 'Pareto' },
    ],
    default: 'constant',
    live: false,
    help: 'Distribution of the lengths of on and off periods. Many sources with Pareto periods together send bursts of every length, as measured in local networks.',
    source: 'Willinger et al., "Self-similarity through high-variability", 1997; ns-2.35 (Pareto)',
  },
  paretoShape: {
    kind: 'number',
    label: 'Pareto shape',
    symbol: 'α',
    unit: '',
    min: 1.01,
    max: 2,
    step: 0.05,
    default: 1.5,
    live: false,
    help: 'Only for Pareto periods. With a smaller shape, few long periods make up more of the time. The means stay the same.',
    source: 'ns-2.35: 1.5',
  },
} as const satisfies ParameterSchema;

export type OnOffValues = ValuesOf<typeof onOffParameters>;
