/**
 * Parameters of adaptive multimedia. They are separate from the sources, which are loaded only when a run needs them.
 */
import type { Constraint, ParameterSchema, ValuesOf } from '../../../params/schema.ts';
import { greenShareParameter } from '../../packets/colour.ts';
import { flowParameters } from '../../packets/flow-parameters.ts';
import { datagramParameters } from '../datagram-parameters.ts';
import { declareSource } from '../source-schemas.ts';

const adaptiveParameters = {
  flows: datagramParameters.flows,
  topRateBps: {
    kind: 'number',
    label: 'Top rate',
    unit: 'bit/s',
    min: 1e3,
    max: 1e9,
    step: 1e4,
    scale: 'log',
    default: 128e3,
    primary: true,
    help: 'Sending rate without congestion, headers not counted.',
  },
  leastRateBps: {
    kind: 'number',
    label: 'Minimum rate',
    symbol: 'R_0',
    unit: 'bit/s',
    min: 1,
    max: 1e9,
    step: 1e3,
    scale: 'log',
    default: 32e3,
    primary: true,
    help: 'Below this rate, the application is useless. Above this rate, only the delay matters.',
    source: 'draft-hurley-alternative-best-effort-01, section 4',
  },
  strategy: {
    kind: 'choice',
    label: 'Colour',
    options: [
      { value: 'utility', label: 'by its utility' },
      { value: 'mix', label: 'a fixed mix' },
    ],
    default: 'utility',
    primary: true,
    live: false,
    help: 'By its utility: the source sends green packets if they get at least the rate R_0. Otherwise it sends blue packets if they get at least R_0. If neither colour does, the source is silent. Fixed mix: the source always uses the green share that is set below.',
    source: 'draft-hurley-alternative-best-effort-01, section 4',
  },
  ...greenShareParameter,
  probeShare: {
    kind: 'number',
    label: 'Probing share',
    unit: '',
    min: 0.01,
    max: 0.5,
    step: 0.01,
    default: 0.1,
    help: 'Share of the packets that test the rate of the other colour. Only for sources that choose their colour.',
  },
  dwellSeconds: {
    kind: 'number',
    label: 'Minimum stay',
    unit: 's',
    min: 0.1,
    max: 600,
    step: 0.5,
    default: 3,
    help: 'Shortest time between two changes of colour. A source that becomes silent also stays silent for this time.',
  },
  ecn: {
    kind: 'boolean',
    label: 'ECN',
    default: false,
    live: false,
    help: 'Asks routers to mark packets instead of dropping them. A mark counts as a loss.',
    source: 'RFC 3168',
  },
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

export type AdaptiveValues = ValuesOf<typeof adaptiveParameters>;

declareSource('adaptive', adaptiveParameters, adaptiveConstraints);
