/** Parameters of constant bit rate. */
import { choiceParameter } from '../../params/choice-parameter.ts';
import type { ParameterSchema, ValuesOf } from '../../params/schema.ts';
import { datagramParameters } from './datagram-parameters.ts';

export const cbrParameters = {
  ...datagramParameters,
  timing: choiceParameter('Timing', {
    options: {
      periodic: 'in step',
      randomPhase: 'random phase',
      phasePerHost: 'random phase of each host',
      jittered: 'jittered',
    },
    default: 'randomPhase',
    live: false,
    help: 'In step: all sources send together. Random phase: each source has its own phase. Random phase of each host: the sources of one host send together, and each host has its own phase. Jittered: each interval is random, from 0.5 to 1.5 times the mean. Sources with the same access delay belong to one host. The sources take the access delays of the list in turn.',
  }),
} as const satisfies ParameterSchema;

export type CbrValues = ValuesOf<typeof cbrParameters>;
