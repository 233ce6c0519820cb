/** A fitted link as lanes: the queue that it has, and the queue disciplines of Linux that it could have instead. */
import type { Scenario } from '../../engine/scenario/scenario.ts';
import { FULL_FRAME_BYTES } from '../../measurements/fit/fit-limits.ts';
import { fittedScenario, isBufferAssumed } from '../../measurements/fit/fitted-scenario.ts';
import {
  type DirectionFit,
  isCountGuessed,
  isLoaded,
  type LinkDirection,
  type LinkFit,
  type LoadDirection,
} from '../../measurements/fit/link-fit.ts';
import type { ParameterValues } from '../../params/schema.ts';
import { type LaneState, MAX_LANES, type RunState } from '../../run-state/run-state.ts';
import { readTcLine } from '../../run-state/tc/tc-line.ts';

/** A queue discipline that can be tried, with its name in tc. */
export interface LineDiscipline {
  readonly kind: string;
  readonly name: string;
}

const CAKE = 'cake';

/** CAKE with a shaper before the buffer of the modem. */
const SQM = 'sqm';
/** Rate of that shaper, as a share of the rate of the line. */
export const SQM_RATE_SHARE = 0.95;

export const TRIED_DISCIPLINES: readonly LineDiscipline[] = [
  { kind: 'fq_codel', name: 'FQ-CoDel' },
  { kind: 'cake', name: 'CAKE' },
  { kind: SQM, name: 'SQM (CAKE at 95 %)' },
  { kind: 'codel', name: 'CoDel' },
  { kind: 'pie', name: 'PIE' },
  { kind: 'fq_pie', name: 'FQ-PIE' },
  { kind: 'sfq', name: 'SFQ' },
];

/** Lanes beside that of the line itself. */
export const MAX_TRIED = MAX_LANES - 1;

/** Disciplines without a line of tc here: policies with their own defaults. */
const WITHOUT_LINE: Readonly<Record<string, string>> = { red: 'red' };

/**
 * The limit of fq_codel and fq_pie, packets: the largest of tc's defaults. Policies without a limit share the port's.
 */
const PORT_PACKETS = 10_240;

/** A discipline with the defaults of tc. */
function laneOfKind(kind: string, rateBps: number, modemPackets: number): LaneState {
  if (kind === SQM)
    return { policy: CAKE, values: { bandwidthBps: Math.round(SQM_RATE_SHARE * rateBps), modemPackets } };
  if (kind === 'cake') return { policy: CAKE, values: {} };
  const policy = WITHOUT_LINE[kind];
  if (policy !== undefined) return { policy, values: {} };
  const { policy: read, values } = readTcLine(kind, rateBps);
  return { policy: read, values };
}

/** The queue of the line as it is: a first-in-first-out queue of its buffer, or the discipline that was found. */
function presentLane(fit: DirectionFit, buffer: Scenario['buffer'], rateBps: number): LaneState {
  const { class: queueClass, kind = '' } = fit.queue;
  if (!isTakenAsDropTail(fit)) {
    const isKnown = kind in WITHOUT_LINE || TRIED_DISCIPLINES.some((discipline) => discipline.kind === kind);
    return laneOfKind(isKnown ? kind : queueClass === 'flow queues' ? 'fq_codel' : 'codel', rateBps, 0);
  }
  const { bytes } = buffer;
  if (kind === 'bfifo' && bytes !== undefined) return { policy: 'bfifo', values: { limit: Number(bytes) } };
  return { policy: 'pfifo', values: { limit: bufferPackets(buffer) } };
}

/** The buffer of a line in full packets. */
const bufferPackets = ({ packets, bytes }: Scenario['buffer']): number =>
  Number(packets ?? Math.max(1, Math.round(Number(bytes) / FULL_FRAME_BYTES)));

/** A modem behind a shaper has the buffer that filled. Of another queue of the line, the buffer is not known. */
const modemPacketsOf = (fit: DirectionFit, buffer: Scenario['buffer']): number =>
  isTakenAsDropTail(fit) ? bufferPackets(buffer) : PORT_PACKETS;

const isTakenAsDropTail = ({ queue }: DirectionFit): boolean =>
  queue.class === 'drop-tail' || queue.class === 'the data do not tell';

const isSameLane = (a: LaneState, b: LaneState) =>
  a.policy === b.policy && JSON.stringify(a.values) === JSON.stringify(b.values);

export interface LineRun {
  readonly run: RunState;
  readonly scenario: Scenario;
  /** Assumptions, as sentences. */
  readonly notes: readonly string[];
}

/** The lanes of one direction: its own queue, then those that are tried and differ from it. */
function lanesOfDirection(
  fit: DirectionFit,
  buffer: Scenario['buffer'],
  rateBps: number,
  triedKinds: readonly string[],
): readonly [LaneState, ...LaneState[]] {
  const ownLane = presentLane(fit, buffer, rateBps);
  const modemPackets = modemPacketsOf(fit, buffer);
  const others = triedKinds
    .map((kind) => laneOfKind(kind, rateBps, modemPackets))
    .filter((lane) => lane.policy !== ownLane.policy || (lane.policy === CAKE && !isSameLane(lane, ownLane)));
  return [ownLane, ...others.slice(0, MAX_TRIED)];
}

/** The values of each policy: those of its first lane. CAKE can be there twice, with a shaper and without. */
function valuesOfPolicies(lanes: readonly LaneState[]): Readonly<Record<string, ParameterValues>> {
  const policies: Record<string, ParameterValues> = {};
  for (const { policy, values } of lanes) policies[policy] ??= values;
  return policies;
}

/** Where the port counts bytes, the picture of the queue does too. */
const portBuffer = ({ policy }: LaneState): Scenario['buffer'] =>
  policy === 'bfifo' ? { bytes: PORT_PACKETS * FULL_FRAME_BYTES } : { packets: PORT_PACKETS };

/** The queue up of all lanes: each lane has its discipline in both directions. */
function upOfLine(
  lineScenario: Scenario,
  fit: LinkFit,
  triedKinds: readonly string[],
): { readonly up: Scenario['up']; readonly presentUp: LaneState } {
  const buffer = lineScenario.up?.buffer ?? {};
  const { rateBps } = lineScenario.up?.link ?? {};
  const lanes = lanesOfDirection(fit.up, buffer, Number(rateBps), triedKinds);
  const link = { rateBps: Number(rateBps) };
  return { up: { link, buffer: portBuffer(lanes[0]), policies: valuesOfPolicies(lanes) }, presentUp: lanes[0] };
}

const DIRECTION_NAMES = { down: 'download', up: 'upload', both: 'both ways' } as const;

/** The numbers without which there is no run, as a sentence. */
function missingNumbers(fit: LinkFit, direction: LoadDirection): string {
  const rates = (['down', 'up'] as const).filter(
    (item) => isLoaded(direction, item) && fit[item].rateMbps === undefined,
  );
  const missingTexts = [
    ...rates.map((item) => `the ${DIRECTION_NAMES[item]} rate`),
    ...(fit.baseRttMs === undefined ? ['the idle round trip'] : []),
  ];
  return `Missing: ${missingTexts.join(' and ')}. Fill it in, or add a file that shows it.`;
}

/**
 * The run of a line: its own queue in lane A, and beside it those that are tried. With both ways, each lane has its
 * discipline in both directions.
 * @param triedKinds kinds of tc
 * @param flows number of flows of each load
 * @returns the reason if there is none
 */
export function runOfLine(
  fit: LinkFit,
  direction: LoadDirection,
  triedKinds: readonly string[],
  flows: Readonly<Record<LinkDirection, number>>,
  seed: number,
): LineRun | string {
  const { scenario: fitted, notes } = fittedScenario(fit, flows, direction);
  if (fitted === undefined) return missingNumbers(fit, direction);
  const hasBothCakes = direction === 'both' && triedKinds.includes(CAKE) && triedKinds.includes(SQM);
  const kinds = hasBothCakes ? triedKinds.filter((kind) => kind !== SQM) : triedKinds;
  const { rateBps } = fitted.link;
  const lanes = lanesOfDirection(fit[direction === 'up' ? 'up' : 'down'], fitted.buffer, Number(rateBps), kinds);
  const upDirection = direction === 'both' ? upOfLine(fitted, fit, kinds) : undefined;
  const [present] = lanes;
  if (upDirection !== undefined && upDirection.presentUp.policy !== present.policy)
    return `The queue down is ${present.policy}, and the queue up ${upDirection.presentUp.policy}. A lane has one discipline both ways, so open the directions one by one.`;
  const hasAssumedBuffer = (['down', 'up'] as const).some(
    (item) => isLoaded(direction, item) && isBufferAssumed(fit[item]),
  );
  const policies = valuesOfPolicies(lanes);
  const scenario: Scenario = {
    ...fitted,
    id: 'my-line',
    title: `My line, ${DIRECTION_NAMES[direction]}${hasAssumedBuffer ? ', buffer assumed' : ''}`,
    summary:
      direction === 'both' && isCountGuessed(fit, direction)
        ? `${fitted.summary} That the buffer counts packets is a guess.`
        : fitted.summary,
    up: upDirection?.up ?? fitted.up,
    buffer: portBuffer(present),
    policies,
  };
  const run: RunState = {
    preset: scenario.id,
    custom: scenario,
    startValues: {},
    lanes: lanes.map((lane) => ({
      policy: lane.policy,
      values: policies[lane.policy] === lane.values ? {} : { ...lane.values },
    })),
    seed,
    edits: [],
  };
  return {
    run,
    scenario,
    notes: [
      ...notes,
      ...(hasBothCakes
        ? ['CAKE and SQM are one policy, with one rate for the way up. So only CAKE is opened here.']
        : []),
      `Queues without a limit of their own have that of fq_codel, ${PORT_PACKETS} packets; CoDel and PIE have 1000 in Linux.`,
    ],
  };
}
