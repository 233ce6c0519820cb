/** The scenario of a fit: a load in one direction, or in both at once. */
import type { Scenario, SourceSpec } from '../../engine/scenario/scenario.ts';
import type { UpLink } from '../../engine/scenario/up-link.ts';
import type { ParameterValues } from '../../params/schema.ts';
import { required } from '../../shared/required.ts';
import { FULL_FRAME_BYTES, LINK_HEADER_BYTES, PING_FRAME_BYTES, USUAL_PAYLOAD_BYTES } from './fit-limits.ts';
import {
  type DirectionFit,
  isCountGuessed,
  isLoaded,
  type LinkDirection,
  type LinkFit,
  type LoadDirection,
  type QueueEstimate,
} from './link-fit.ts';

const DIRECTIONS = ['down', 'up'] as const;

/** Limits of codel, pie and fq_codel of Linux, packets: an AQM does not fill them. */
const AQM_LIMIT_PACKETS = 1_000;
const FLOW_QUEUES_LIMIT_PACKETS = 10_240;
/** Without any hint of a buffer, this much is assumed, ms. */
const ASSUMED_BUFFER_MS = 100;

const COUNT_NOTE =
  'Nothing tells whether the buffer counts packets or bytes, and with both directions loaded the round trip depends on it. ACKs fill places of a buffer that counts packets, so it holds less data than one that counts bytes. Give pfifo or bfifo as the queue, and compare.';

type LanePolicies = Readonly<Record<string, ParameterValues>>;

/** Disciplines of drop-tail whose limit is one of bytes. */
const BYTE_KINDS: readonly string[] = ['bfifo', 'tbf'];

const POLICY_OF_KIND: Readonly<Record<string, string>> = {
  codel: 'codel',
  pie: 'pie',
  red: 'red',
  fq_codel: 'fq-codel',
  fq_pie: 'fq-pie',
  cake: 'cake',
  sfq: 'sfq',
};

/** The lanes of a scenario: the policy that was found, or those between which the data do not decide. */
function policiesOf({ class: queueClass, kind = '' }: QueueEstimate): LanePolicies {
  const namedPolicy = POLICY_OF_KIND[kind];
  if (queueClass === 'drop-tail') return { droptail: {} };
  if (namedPolicy !== undefined) return { [namedPolicy]: {} };
  if (queueClass === 'single-queue AQM') return { codel: {}, pie: {} };
  if (queueClass === 'flow queues') return { 'fq-codel': {} };
  return { droptail: {}, codel: {}, 'fq-codel': {} };
}

export interface FittedScenario {
  readonly scenario?: Scenario;
  /** Assumptions of the scenario, or the reason why there is none. */
  readonly notes: readonly string[];
}

/**
 * @param flows number of flows of the load in each direction
 * @param loadDirection the direction of the load. With `both` the scenario has a queue and a load in each direction
 */
export function fittedScenario(
  fit: LinkFit,
  flows: Readonly<Record<LinkDirection, number>>,
  loadDirection: LoadDirection = 'down',
): FittedScenario {
  const { baseRttMs } = fit;
  const direction = loadDirection === 'up' ? 'up' : 'down';
  const missingDirection = DIRECTIONS.filter((item) => isLoaded(loadDirection, item)).find(
    (item) => fit[item].rateMbps === undefined,
  );
  const { rateMbps, queue } = fit[direction];
  if (rateMbps === undefined || missingDirection !== undefined || baseRttMs === undefined)
    return {
      notes: [
        `No scenario: ${missingDirection === undefined ? 'the idle round trip' : `the rate of the way ${missingDirection}`} is not known.`,
      ],
    };
  const notes = [
    loadDirection === 'both'
      ? 'Both ways have a queue and a load at the same time. Half of the idle round trip is put on each way.'
      : `The scenario has a queue and a load on the way ${direction} only. Half of the idle round trip is put on each way.`,
    `A packet counts ${FULL_FRAME_BYTES} bytes on the link, with the Ethernet header, as the rate does.`,
  ];
  const up = loadDirection === 'both' ? upLinkOf(fit, notes) : undefined;
  const buffer = bufferOf(fit, direction, notes);
  if (loadDirection === 'both' && isCountGuessed(fit, loadDirection)) notes.push(COUNT_NOTE);
  const rateBps = Math.round(rateMbps.value * 1e6);
  const fasterBps = Math.max(rateBps, Number(up?.link.rateBps ?? 0));
  const scenario: Scenario = {
    id: 'fitted-link',
    title: 'A fitted link',
    summary: `${Number(rateMbps.value.toPrecision(4))} Mb/s${up === undefined ? '' : ` down, ${Number((fit.up.rateMbps?.value ?? 0).toPrecision(4))} Mb/s up`} and an idle round trip of ${Number(baseRttMs.value.toPrecision(4))} ms, from the numbers and files of My line. Queue: ${queue.class}.`,
    citation: 'Fitted to the numbers and files of My line',
    link: { rateBps, delayMs: baseRttMs.value / 2 },
    ...(up && { up }),
    access: { rateBps: Math.max(1e9, 10 * fasterBps), receiverDelayMs: 0 },
    buffer,
    run: { durationSeconds: 40, warmupSeconds: 3 },
    sources: {
      ...(isLoaded(loadDirection, 'down') && { download: loadOf('download', flows.down, loadDirection) }),
      ...(loadDirection === 'up' && { upload: loadOf('upload', flows.up, loadDirection) }),
      ...(loadDirection === 'both' && { upload: { ...loadOf('upload', flows.up, loadDirection), direction: 'up' } }),
      ping: {
        kind: 'ping',
        label: 'ping',
        flows: 1,
        intervalMs: 200,
        packetBytes: PING_FRAME_BYTES - LINK_HEADER_BYTES,
        headerBytes: LINK_HEADER_BYTES,
        accessDelayMs: 0,
      },
    },
    policies: policiesOf(queue),
  };
  return { scenario, notes };
}

/** Where ACKs wait in a queue, their number counts: hosts acknowledge every second segment. */
function loadOf(label: string, flows: number, loadDirection: LoadDirection): SourceSpec {
  return {
    kind: 'tcp',
    label,
    flows: Math.max(1, flows),
    variant: 'rack',
    growthPer: 'segment',
    accessDelayMs: 0,
    segmentBytes: USUAL_PAYLOAD_BYTES,
    headerBytes: FULL_FRAME_BYTES - USUAL_PAYLOAD_BYTES,
    initialWindow: 10,
    windowPackets: 10_000,
    congestion: 'cubic',
    minRtoMs: 200,
    ecn: false,
    ...(loadDirection === 'both' && { delayedAck: true, delayedAckMs: 40 }),
  };
}

/** The direction up: the lane's policy if both queues are of one class, otherwise the one that was found there. */
function upLinkOf(fit: LinkFit, notes: string[]): UpLink {
  const [down, up] = [policiesOf(fit.down.queue), policiesOf(fit.up.queue)];
  const [policy = 'droptail'] = Object.keys(up);
  const isSame = Object.keys(down).join() === Object.keys(up).join();
  if (!isSame) notes.push(`The queue up is another one than that down: ${policy}.`);
  return {
    link: { rateBps: Math.round((fit.up.rateMbps?.value ?? 0) * 1e6), ...(!isSame && { policy }) },
    buffer: bufferOf(fit, 'up', notes),
    policies: {},
  };
}

/** Whether nothing shows how long the buffer of a direction is, and its queue has no usual limit. */
export const isBufferAssumed = ({ queue, bufferPackets, bufferBytes }: DirectionFit): boolean =>
  bufferBytes === undefined &&
  (queue.class === 'the data do not tell' || (queue.class === 'drop-tail' && bufferPackets === undefined));

function bufferOf(fit: LinkFit, direction: LinkDirection, notes: string[]): Scenario['buffer'] {
  const { queue, rateMbps, bufferPackets: packets, bufferBytes: bytes } = fit[direction];
  if (isBufferAssumed(fit[direction])) {
    notes.push(`No file shows the buffer${direction === 'up' ? ' up' : ''}: ${ASSUMED_BUFFER_MS} ms are assumed.`);
    return { bytes: Math.max(FULL_FRAME_BYTES, Math.round((ASSUMED_BUFFER_MS * (rateMbps?.value ?? 0) * 1e3) / 8)) };
  }
  const countsBytes = BYTE_KINDS.includes(queue.kind ?? '') && bytes !== undefined;
  if (queue.class === 'drop-tail' && packets !== undefined && !countsBytes)
    return { packets: Math.max(1, Math.round(packets.value)) };
  if (queue.class === 'single-queue AQM') return { packets: AQM_LIMIT_PACKETS };
  if (queue.class === 'flow queues') return { packets: FLOW_QUEUES_LIMIT_PACKETS };
  return { bytes: Math.max(FULL_FRAME_BYTES, Math.round(required(bytes).value)) };
}
