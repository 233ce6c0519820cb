/** The constant part of a run: the names of its classes, reasons and signals, and its times. */

import type { ParameterValues } from '../../params/schema.ts';
import { aal5FrameBytes } from '../atm/aal5.ts';
import type { CellOutputPort, CellPortOptions } from '../atm/cell-port.ts';
import type { DrawingHints } from '../contract/drawing.ts';
import { ownLimitOf } from '../contract/own-limit.ts';
import type { OwnLimit, PolicyDefinition } from '../contract/policy.ts';
import type { ClassDescription, RunDescription } from '../frame/frame.ts';
import type { Edit } from '../scenario/edits.ts';
import { dataPacketBytes } from '../scenario/largest-packet.ts';
import type { ResolvedScenario } from '../scenario/scenario.ts';
import { ANSWERED_SOURCES, durationKindOfSource } from '../sources/source-schemas.ts';
import type { ClassArrivals } from '../time-lists/arrivals.ts';
import { sendsL4s } from '../transport/congestion/l4s-sources.ts';
import type { TraceRecord } from './probe.ts';
import type { Direction, UpPolicyOptions } from './up-direction.ts';

/** Whether the rate of the link varies. */
export function hasVaryingRate({ link }: ResolvedScenario): boolean {
  return link.rates !== 'constant';
}

/** The delay of the access links and of the receivers: one for all flows or, if they differ, that of each. */
function describeDelays(
  accessDelayMs: number | readonly number[] | undefined,
  receiverDelayMs: number,
): Pick<ClassDescription, 'accessDelayNs' | 'accessDelaysNs'> {
  if (accessDelayMs === undefined) return {};
  const accessDelaysNs = [accessDelayMs].flat().map((ms) => Math.round((ms + receiverDelayMs) * 1e6));
  return new Set(accessDelaysNs).size > 1 ? { accessDelaysNs } : { accessDelayNs: accessDelaysNs[0] };
}

/**
 * The sizes of the data packets of a source. A source without flows has none, and those of a VC are whole cells, which
 * are measured once frames have left.
 */
function describeSizes(
  { kind, values }: ResolvedScenario['sources'][number],
  arrivals: ClassArrivals | undefined,
): Pick<ClassDescription, 'packetBytes' | 'hasVaryingSizes'> {
  if (values.flows === 0) return {};
  if (kind === 'vc') return { packetBytes: aal5FrameBytes(dataPacketBytes(values)), hasVaryingSizes: true };
  if (arrivals !== undefined) return arrivals.packetSizes;
  return {
    packetBytes: dataPacketBytes(values),
    hasVaryingSizes: kind === 'video' || values.sizes === 'exponential',
  };
}

function describeClasses(
  { sources, access }: ResolvedScenario,
  listedArrivals: readonly (ClassArrivals | undefined)[],
): ClassDescription[] {
  const shares = sources.map(({ values }, index) =>
    values.strategy === 'utility' || listedArrivals[index]?.list.green !== undefined
      ? 0.5
      : Number(values.greenShare ?? 0),
  );
  const hasColours = shares.some((share) => share > 0);
  return sources.map((source, index) => {
    const { id, label, kind, values } = source;
    const share = shares[index];
    const colour = share === 0 ? 'blue' : share === 1 ? 'green' : 'both';
    return {
      id,
      label,
      kind,
      colour: hasColours ? colour : undefined,
      isL4s: listedArrivals[index] === undefined ? sendsL4s(values) : listedArrivals[index].isL4s,
      timed: durationKindOfSource(kind, values),
      ...describeDelays(values.accessDelayMs as number | number[] | undefined, access.receiverDelayMs),
      ...describeSizes(source, listedArrivals[index]),
    };
  });
}

/** The threshold of the buffer stands for the policy's own limit. */
function withOwnLimit(hints: DrawingHints, { isPerQueue }: OwnLimit): DrawingHints {
  const name = isPerQueue === true ? { word: 'queue', symbol: 'limit' } : { symbol: 'limit' };
  const thresholds = hints.thresholds.map((hint) => (hint.parameter === 'buffer' ? { ...hint, ...name } : hint));
  return { ...hints, thresholds };
}

interface DescribedRun {
  readonly scenario: ResolvedScenario;
  readonly policy: PolicyDefinition;
  /** All parameters of the policy. */
  readonly policyValues: ParameterValues;
  readonly upPolicy?: Pick<UpPolicyOptions, 'definition' | 'values'> | undefined;
  /** By default the policy's name. */
  readonly laneName?: string | undefined;
}

/** The arguments of a run. The same arguments give the same run, to the last bit. */
export interface SimulationOptions extends DescribedRun {
  /** The policy of the direction up, if the scenario has one. */
  readonly upPolicy?: UpPolicyOptions | undefined;
  readonly seed: number;
  readonly edits?: readonly Edit[];
  /** Keep the tables of single packets for frames. Default false. */
  readonly recordsPackets?: boolean;
  /** Called at every verdict, with its operands. */
  readonly trace?: (record: TraceRecord) => void;
  /** Allows `probe` to be set; so does `recordsPackets`. Default false. */
  readonly allowsProbe?: boolean;
  /** For tests: packets to lose just before the port, by the number of their arrival there, from 0. */
  readonly lostArrivals?: readonly number[];
  /** For tests: makes another port for cells. */
  readonly cellPort?: (options: CellPortOptions) => CellOutputPort;
}

/** @param listedArrivals by class: its arrivals, if they come from a list */
export function describeRun(
  { scenario, policy, policyValues, upPolicy, laneName = policy.name }: DescribedRun,
  listedArrivals: readonly (ClassArrivals | undefined)[],
): RunDescription {
  const description = { ...describeDirection(scenario, policy, policyValues, listedArrivals), laneName };
  const { up } = scenario;
  if (up === undefined || upPolicy === undefined) return description;
  const scenarioUp = { ...scenario, buffer: up.buffer, link: { ...scenario.link, rates: 'constant' as const } };
  const descriptionUp = describeDirection(scenarioUp, upPolicy.definition, upPolicy.values, listedArrivals);
  return {
    ...description,
    classes: withCrossings(description.classes, scenario, 'down'),
    up: { ...descriptionUp, classes: withCrossings(descriptionUp.classes, scenario, 'up') },
  };
}

/**
 * The classes with what of each crosses the queue of a direction. ACKs and replies have other sizes than data packets.
 */
function withCrossings(
  classes: readonly ClassDescription[],
  { sources }: ResolvedScenario,
  direction: Direction,
): ClassDescription[] {
  return classes.map((item, index) => {
    const { kind, values } = sources[index] as ResolvedScenario['sources'][number];
    const { direction: own = 'down' } = values;
    const isAnswered = ANSWERED_SOURCES.has(kind);
    const sends = own === direction || own === 'both';
    if (!isAnswered || own === direction) return { ...item, crossing: sends ? 'data' : 'none' };
    return { ...item, hasVaryingSizes: true, crossing: sends ? 'both' : 'answers' };
  });
}

function describeDirection(
  scenario: ResolvedScenario,
  policy: PolicyDefinition,
  policyValues: ParameterValues,
  listedArrivals: readonly (ClassArrivals | undefined)[],
): RunDescription {
  const ownLimit = ownLimitOf(policy, policyValues);
  const { unit } = scenario.buffer;
  return {
    scenario: scenario.id,
    policy: policy.id,
    policyName: policy.name,
    laneName: policy.name,
    classes: describeClasses(scenario, listedArrivals),
    reasons: policy.reasons,
    choices: (policy.manages === 'packets' && policy.choices) || [],
    choiceOperands: (policy.manages === 'packets' && policy.choiceOperands) || [],
    hints: ownLimit === undefined ? policy.hints : withOwnLimit(policy.hints, ownLimit),
    bufferUnit: ownLimit?.unit ?? (unit === 'bytesPerFlow' ? 'bytes' : unit),
    ...(ownLimit === undefined ? {} : { ownLimit }),
    varies: hasVaryingRate(scenario),
    durationNs: Math.round(scenario.run.durationSeconds * 1e9),
    warmupNs: Math.round(scenario.run.warmupSeconds * 1e9),
    sampleNs: Math.round(scenario.run.sampleMs * 1e6),
  };
}
