/** The traffic models by name, each with its parameters. One line per model. */
import type { Constraint, ParameterSchema } from '../../params/schema.ts';
import { shortTcpParameters, tcpParameters } from '../transport/parameters.ts';
import { adaptiveConstraints, adaptiveParameters } from './adaptive-parameters.ts';
import { cbrParameters } from './cbr.ts';
import { onOffParameters } from './on-off.ts';
import { poissonParameters } from './poisson.ts';
import { vcConstraints, vcParameters } from './vc.ts';
import { videoConstraints, videoParameters } from './video-parameters.ts';

export type SourceKind = 'tcp' | 'shortTcp' | 'cbr' | 'poisson' | 'onOff' | 'video' | 'adaptive' | 'vc';

export const sourceSchemas: Readonly<Record<SourceKind, ParameterSchema>> = {
  tcp: tcpParameters,
  shortTcp: shortTcpParameters,
  cbr: cbrParameters,
  poisson: poissonParameters,
  onOff: onOffParameters,
  video: videoParameters,
  adaptive: adaptiveParameters,
  vc: vcParameters,
};

/** What the values of a source may not break together. */
export const sourceConstraints: Readonly<Partial<Record<SourceKind, readonly Constraint[]>>> = {
  video: videoConstraints,
  adaptive: adaptiveConstraints,
  vc: vcConstraints,
};
