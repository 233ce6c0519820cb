/** The traffic models by name, each with its parameters. One line per model. */
import { choiceParameter } from '../../params/choice-parameter.ts';
import type { Constraint, Parameter, ParameterSchema, ParameterValues } from '../../params/schema.ts';
import type { DurationKind } from '../frame/frame.ts';
import { labelParameters } from '../packets/packet-labels.ts';
import type { SourceKind } from '../packets/source-kind.ts';
import { shortTcpParameters, tcpParameters } from '../transport/tcp-parameters.ts';
import { arrivalsParameters } from './arrivals-parameters.ts';
import { cbrParameters } from './cbr-parameters.ts';
import { onOffParameters } from './on-off-parameters.ts';
import { pingParameters } from './ping-parameters.ts';
import { poissonParameters } from './poisson-parameters.ts';
import { vcConstraints, vcParameters } from './vc-traffic.ts';
import { videoConstraints, videoParameters } from './video/video-parameters.ts';

/** Sources whose flows are senders of packets: TCP, or QUIC. */
export const PACKET_SENDERS: ReadonlySet<string> = new Set<SourceKind>(['tcp', 'shortTcp', 'player', 'quic']);

/** The senders of packets, and those that send TCP over ATM. */
export const SOURCES_WITH_SENDERS: ReadonlySet<string> = new Set([...PACKET_SENDERS, 'vc']);

/** Sources whose receivers send answers: ACKs, reports or echo replies. */
export const ANSWERED_SOURCES: ReadonlySet<string> = new Set([...PACKET_SENDERS, 'ping', 'adaptive']);

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

/** The directions in which the flows of a class send. Only in a scenario with a queue up, they may send up. */
const directionParameter = choiceParameter('Direction', {
  options: { down: 'down', up: 'up', both: 'both ways' },
  default: 'down',
  live: false,
  help: 'Down: the packets go through the queue down. Up: they go through the queue up. Both ways: each flow has two senders, one for each direction, as a call has.',
}) satisfies Parameter;

/** Kinds that send down only, and kinds whose flows are of one direction: what they count belongs to one receiver. */
const DOWN_ONLY: readonly SourceKind[] = ['vc', 'arrivals'];
const ONE_WAY: readonly SourceKind[] = ['video', 'adaptive', 'player'];

function directionSchema(kind: SourceKind): ParameterSchema {
  if (DOWN_ONLY.includes(kind)) return {};
  if (!ONE_WAY.includes(kind)) return { direction: directionParameter };
  const options = directionParameter.options.filter(({ value }) => value !== 'both');
  return { direction: { ...directionParameter, options } };
}

const schemas = Object.fromEntries(
  (Object.keys(declaredSchemas) as SourceKind[]).map((kind) => [kind, completeSchema(kind)]),
) as Record<SourceKind, ParameterSchema>;

/** The parameters of each source. */
export const sourceSchemas: Readonly<Record<SourceKind, ParameterSchema>> = schemas;

/** Declares a source whose parameters are loaded later: those of adaptive sources, players and QUIC. */
export function declareSource(kind: SourceKind, parameters: ParameterSchema, constraints: readonly Constraint[]): void {
  declaredSchemas[kind] = parameters;
  sourceConstraints[kind] = constraints;
  schemas[kind] = completeSchema(kind);
}

/** Adds the parameters of a congestion control to every source that has one. */
export function addControlParameters(parameters: ParameterSchema): void {
  controlParameters = { ...controlParameters, ...parameters };
  for (const kind of Object.keys(declaredSchemas) as SourceKind[]) schemas[kind] = completeSchema(kind);
}

/**
 * The parameters of a kind: those of controls stand behind the choice of the congestion control; those of the packets'
 * headers, which policies for cells do not read, and the direction stand last.
 */
function completeSchema(kind: SourceKind): ParameterSchema {
  const entries = Object.entries(declaredSchemas[kind]).flatMap((entry) =>
    entry[0] === 'congestion' ? [entry, ...Object.entries(controlParameters)] : [entry],
  );
  return { ...Object.fromEntries(entries), ...(kind === 'vc' ? {} : labelParameters), ...directionSchema(kind) };
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
