/** The traffic models by name, each with its parameters. One line per model. */
import type { Constraint, ParameterSchema } from '../../params/schema.ts';
import type { Timed } from '../frame.ts';
import { shortTcpParameters, tcpParameters } from '../transport/parameters.ts';
import { adaptiveConstraints, adaptiveParameters } from './adaptive-parameters.ts';
import { arrivalsParameters } from './arrivals-parameters.ts';
import { cbrParameters } from './cbr-parameters.ts';
import { onOffParameters } from './on-off-parameters.ts';
import { pingParameters } from './ping-parameters.ts';
import { poissonParameters } from './poisson-parameters.ts';
import { vcConstraints, vcParameters } from './vc.ts';
import { videoConstraints, videoParameters } from './video-parameters.ts';

export type SourceKind =
  | 'tcp'
  | 'shortTcp'
  | 'cbr'
  | 'poisson'
  | 'onOff'
  | 'video'
  | 'adaptive'
  | 'vc'
  | 'ping'
  | 'arrivals'
  | 'player';

const schemas: Record<SourceKind, ParameterSchema> = {
  tcp: tcpParameters,
  shortTcp: shortTcpParameters,
  cbr: cbrParameters,
  poisson: poissonParameters,
  onOff: onOffParameters,
  video: videoParameters,
  adaptive: adaptiveParameters,
  vc: vcParameters,
  ping: pingParameters,
  arrivals: arrivalsParameters,
  // Until player-parameters.ts is loaded.
  player: tcpParameters,
};
export const sourceSchemas: Readonly<Record<SourceKind, ParameterSchema>> = schemas;

/** Which durations a source notes: those of its transfers, or the round trips of its pings. */
export const timedBy: Readonly<Partial<Record<SourceKind, Timed>>> = {
  shortTcp: 'completion',
  player: 'completion',
  ping: 'roundTrip',
};

/** The constraints between the values of a source. */
const constraints: Partial<Record<SourceKind, readonly Constraint[]>> = {
  video: videoConstraints,
  adaptive: adaptiveConstraints,
  vc: vcConstraints,
};
export const sourceConstraints: Readonly<Partial<Record<SourceKind, readonly Constraint[]>>> = constraints;

/** Called by the file of a source's parameters that is loaded later, with the presets and with rest.ts. */
export function knowSource(kind: SourceKind, schema: ParameterSchema, between: readonly Constraint[]): void {
  schemas[kind] = schema;
  constraints[kind] = between;
}
