/**
 * Parameters of adaptive multimedia. They are separate from the sources, which are loaded only when a run needs them.
 */
import { booleanParameter, choiceParameter } from '../../../params/choice-parameter.ts';
import { numberParameter } from '../../../params/number-parameter.ts';
import type { Constraint, ParameterSchema, ValuesOf } from '../../../params/schema.ts';
import { greenShareParameter } from '../../packets/colour.ts';
import { flowParameters } from '../../packets/flow-parameters.ts';
import { datagramParameters } from '../datagram-parameters.ts';
import { declareSource } from '../source-schemas.ts';

const adaptiveParameters = {
  flows: datagramParameters.flows,
  topRateBps: numberParameter('Top rate', 'bit/s', [1e3, 1e9, 1e4], {
    scale: 'log',
    default: 128e3,
    primary: true,
    help: 'Sending rate without congestion, headers not counted.',
  }),
  leastRateBps: numberParameter('Minimum rate', 'bit/s', [1, 1e9, 1e3], {
    symbol: 'R_0',
    scale: 'log',
    default: 32e3,
    primary: true,
    help: 'Below this rate, the application is useless. Above this rate, only the delay matters.',
    source: 'draft-hurley-alternative-best-effort-01, section 4',
  }),
  strategy: choiceParameter('Colour', {
    options: { utility: 'by its utility', mix: 'a fixed mix' },
    default: 'utility',
    primary: true,
    live: false,
    help: 'By its utility: the source sends green packets if they get at least the rate R_0. Otherwise it sends blue packets if they get at least R_0. If neither colour does, the source is silent. Fixed mix: the source always uses the green share that is set below.',
    source: 'draft-hurley-alternative-best-effort-01, section 4',
  }),
  ...greenShareParameter,
  probeShare: numberParameter('Probing share', '', [0.01, 0.5, 0.01], {
    default: 0.1,
    help: 'Share of the packets that test the rate of the other colour. Only for sources that choose their colour.',
  }),
  dwellSeconds: numberParameter('Minimum stay', 's', [0.1, 600, 0.5], {
    default: 3,
    help: 'Shortest time between two changes of colour. A source that becomes silent also stays silent for this time.',
  }),
  ecn: booleanParameter('ECN', {
    default: false,
    live: false,
    help: 'Asks routers to mark packets instead of dropping them. A mark counts as a loss.',
    source: 'RFC 3168',
  }),
  packetBytes: { ...datagramParameters.packetBytes, default: 200 },
  headerBytes: { ...datagramParameters.headerBytes, default: 40 },
  accessDelayMs: datagramParameters.accessDelayMs,
  startWithinSeconds: {
    ...flowParameters.startWithinSeconds,
    default: 1,
    help: 'Each flow starts at a random time, uniform from 0 to this value.',
  },
} as const satisfies ParameterSchema;

const adaptiveConstraints: readonly Constraint[] = [{ lower: 'leastRateBps', upper: 'topRateBps', gap: 0 }];

/** The values of a source of kind `adaptive`. */
export type AdaptiveValues = ValuesOf<typeof adaptiveParameters>;

declareSource('adaptive', adaptiveParameters, adaptiveConstraints);
