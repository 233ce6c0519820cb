/** The traffic models by name, each with its parameters. One line per model. */
import type { Constraint, ParameterSchema } from '../../params/schema.ts';
import type { Timed } from '../frame/frame.ts';
import { shortTcpParameters, tcpParameters } from '../transport/parameters.ts';
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

/** Sources whose flows are TCP senders, of packets. */
export const TCP_SOURCES: ReadonlySet<string> = new Set<SourceKind>(['tcp', 'shortTcp', 'player']);

/** These sources, and those that send TCP over ATM. */
export const SOURCES_WITH_SENDERS: ReadonlySet<string> = new Set([...TCP_SOURCES, 'vc']);

/**
 * adaptive-parameters.ts and player-parameters.ts, which are loaded with all-optional-parts.ts, set the parameters of
 * their sources.
 */
export const sourceSchemas: Record<SourceKind, ParameterSchema> = {
  tcp: tcpParameters,
  shortTcp: shortTcpParameters,
  cbr: cbrParameters,
  poisson: poissonParameters,
  onOff: onOffParameters,
  video: videoParameters,
  adaptive: tcpParameters,
  vc: vcParameters,
  ping: pingParameters,
  arrivals: arrivalsParameters,
  player: tcpParameters,
};

/** The durations that a source records: those of its transfers, or the round trips of its pings. */
export const timedBy: Readonly<Partial<Record<SourceKind, Timed>>> = {
  shortTcp: 'completion',
  player: 'completion',
  ping: 'roundTrip',
};

/** The constraints between the values of a source. */
export const sourceConstraints: Partial<Record<SourceKind, readonly Constraint[]>> = {
  video: videoConstraints,
  vc: vcConstraints,
};
