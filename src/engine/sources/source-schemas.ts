/** The traffic models by name, each with its parameters. One line per model. */
import type { Constraint, ParameterSchema, ParameterValues } from '../../params/schema.ts';
import type { DurationKind } from '../frame/frame.ts';
import { labelParameters } from '../packets/labels.ts';
import { shortTcpParameters, tcpParameters } from '../transport/tcp-parameters.ts';
import { arrivalsParameters } from './arrivals-parameters.ts';
import { cbrParameters } from './cbr-parameters.ts';
import { onOffParameters } from './on-off-parameters.ts';
import { pingParameters } from './ping-parameters.ts';
import { poissonParameters } from './poisson-parameters.ts';
import { vcConstraints, vcParameters } from './vc-traffic.ts';
import { videoConstraints, videoParameters } from './video/video-parameters.ts';

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
  | 'player'
  | 'quic';

/** Sources whose flows are senders of packets: TCP, or QUIC. */
export const PACKET_SENDERS: ReadonlySet<string> = new Set<SourceKind>(['tcp', 'shortTcp', 'player', 'quic']);

/** The senders of packets, and those that send TCP over ATM. */
export const SOURCES_WITH_SENDERS: ReadonlySet<string> = new Set([...PACKET_SENDERS, 'vc']);

/** The parameters of each source, without those of single congestion controls. */
const declaredSchemas: Record<SourceKind, ParameterSchema> = {
  tcp: tcpParameters,
  shortTcp: shortTcpParameters,
  cbr: cbrParameters,
  poisson: poissonParameters,
  onOff: onOffParameters,
  video: videoParameters,
  // The parameters of adaptive sources, players and QUIC are loaded later (`declareSource`).
  adaptive: tcpParameters,
  vc: vcParameters,
  ping: pingParameters,
  arrivals: arrivalsParameters,
  player: tcpParameters,
  quic: tcpParameters,
};

/** The parameters that belong to one congestion control each. */
let controlParameters: ParameterSchema = {};

const schemas = Object.fromEntries(
  Object.entries(declaredSchemas).map(([kind, schema]) => [kind, completed(kind, schema)]),
) as Record<SourceKind, ParameterSchema>;

/** The parameters of each source. */
export const sourceSchemas: Readonly<Record<SourceKind, ParameterSchema>> = schemas;

/** Declares a source whose parameters are loaded later: those of adaptive sources, players and QUIC. */
export function declareSource(kind: SourceKind, parameters: ParameterSchema, constraints: readonly Constraint[]): void {
  declaredSchemas[kind] = parameters;
  sourceConstraints[kind] = constraints;
  schemas[kind] = completed(kind, parameters);
}

/** Adds the parameters of a congestion control to every source that has one. */
export function addControlParameters(parameters: ParameterSchema): void {
  controlParameters = { ...controlParameters, ...parameters };
  for (const kind of Object.keys(declaredSchemas) as SourceKind[])
    schemas[kind] = completed(kind, declaredSchemas[kind]);
}

/**
 * With the parameters of congestion controls behind the choice of one, and with those of the packets' headers at the end.
 * Policies for cells do not read headers.
 */
function completed(kind: string, schema: ParameterSchema): ParameterSchema {
  const controlEntries = Object.entries(controlParameters);
  const entries = Object.entries(schema).flatMap((entry) =>
    entry[0] === 'congestion' ? [entry, ...controlEntries] : [entry],
  );
  return { ...Object.fromEntries(entries), ...(kind === 'vc' ? {} : labelParameters) };
}

const durationKinds: Readonly<Partial<Record<SourceKind, DurationKind>>> = {
  shortTcp: 'completion',
  player: 'completion',
  ping: 'roundTrip',
};

/** The durations that a source records: those of its transfers, or the round trips of its pings. */
export function durationKindOfSource(kind: SourceKind, values: ParameterValues): DurationKind | undefined {
  if (kind === 'quic') return Number(values.transferPackets) > 0 ? 'completion' : undefined;
  return durationKinds[kind];
}

/** The constraints between the values of a source. */
export const sourceConstraints: Partial<Record<SourceKind, readonly Constraint[]>> = {
  video: videoConstraints,
  vc: vcConstraints,
};
