/** The traffic models by name, each with its parameters. One line per model. */
import type { ParameterSchema } from '../../params/schema.ts';
import { shortTcpParameters, tcpParameters } from '../transport/parameters.ts';
import { cbrParameters } from './cbr.ts';
import { onOffParameters } from './on-off.ts';
import { poissonParameters } from './poisson.ts';

export type SourceKind = 'tcp' | 'shortTcp' | 'cbr' | 'poisson' | 'onOff';

export const sourceSchemas: Readonly<Record<SourceKind, ParameterSchema>> = {
  tcp: tcpParameters,
  shortTcp: shortTcpParameters,
  cbr: cbrParameters,
  poisson: poissonParameters,
  onOff: onOffParameters,
};
