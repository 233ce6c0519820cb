/** Parameters of on/off sources. */
import { booleanParameter, choiceParameter } from '../../params/choice-parameter.ts';
import { numberParameter } from '../../params/number-parameter.ts';
import type { ParameterSchema, ValuesOf } from '../../params/schema.ts';
import { datagramParameters } from './datagram-parameters.ts';

export const onOffParameters = {
  ...datagramParameters,
  onSeconds: numberParameter('On', 's', [0.001, 3_600, 0.1], {
    default: 1,
    primary: true,
    help: 'Mean length of an on period, during which the source sends.',
  }),
  offSeconds: numberParameter('Off', 's', [0.001, 3_600, 0.1], {
    default: 1,
    primary: true,
    help: 'Mean length of an off period, during which the source is silent.',
  }),
  synchronised: booleanParameter('In step', {
    default: false,
    live: false,
    help: 'If this is on, all sources switch at the same times. If it is off, each source begins at a random point of its cycle.',
  }),
  periods: choiceParameter('Periods', {
    options: { constant: 'constant', exponential: 'exponential', pareto: 'Pareto' },
    default: 'constant',
    live: false,
    help: 'Distribution of the lengths of on and off periods. Many sources with Pareto periods together send bursts of every length, as measured in local networks.',
    source: 'Willinger et al., "Self-similarity through high-variability", 1997; ns-2.35 (Pareto)',
  }),
  paretoShape: numberParameter('Pareto shape', '', [1.01, 2, 0.05], {
    symbol: 'α',
    default: 1.5,
    live: false,
    help: 'Only for Pareto periods. With a smaller shape, few long periods make up more of the time. The means stay the same.',
    source: 'ns-2.35: 1.5',
  }),
} as const satisfies ParameterSchema;

/** The values of a source of kind `onOff`. */
export type OnOffValues = ValuesOf<typeof onOffParameters>;
