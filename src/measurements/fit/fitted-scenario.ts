/** The scenario of a fit, for one direction: the engine has one direction with a policy. */
import type { Scenario, SourceSpec } from '../../engine/scenario/scenario.ts';
import type { ParameterValues } from '../../params/schema.ts';
import { FULL_FRAME_BYTES, LINK_HEADER_BYTES, PING_FRAME_BYTES, USUAL_PAYLOAD_BYTES } from './fit-limits.ts';
import type { LinkDirection, LinkFit, QueueEstimate } from './link-fit.ts';

/** Limits of codel, pie and fq_codel of Linux, packets: an AQM does not fill them. */
const AQM_LIMIT_PACKETS = 1_000;
const FLOW_QUEUES_LIMIT_PACKETS = 10_240;
/** Without any hint of a buffer, this much is assumed, ms. */
const ASSUMED_BUFFER_MS = 100;

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
  const named = POLICY_OF_KIND[kind];
  if (queueClass === 'drop-tail') return { droptail: {} };
  if (named !== undefined) return { [named]: {} };
  if (queueClass === 'single-queue AQM') return { codel: {}, pie: {} };
  if (queueClass === 'flow queues') return { 'fq-codel': {} };
  return { droptail: {}, codel: {}, 'fq-codel': {} };
}

export interface FittedScenario {
  readonly scenario?: Scenario;
  /** Assumptions of the scenario, or the reason why there is none. */
  readonly notes: readonly string[];
}

/** @param flows number of flows of the load */
export function fittedScenario(fit: LinkFit, flows: number, direction: LinkDirection = 'down'): FittedScenario {
  const { baseRttMs } = fit;
  const { rateMbps, queue, bufferPackets, bufferBytes } = fit[direction];
  if (rateMbps === undefined || baseRttMs === undefined)
    return {
      notes: [
        `No scenario: ${rateMbps === undefined ? `the rate of the way ${direction}` : 'the idle round trip'} is not known.`,
      ],
    };
  const notes = [
    `The scenario has the way ${direction} only: the engine has one direction with a queue. Half of the idle round trip is put on each way.`,
    `A packet counts ${FULL_FRAME_BYTES} bytes on the link, with the Ethernet header, as the rate does.`,
  ];
  const buffer = bufferOf(queue, bufferPackets?.value, bufferBytes?.value, rateMbps.value, notes);
  const headerBytes = FULL_FRAME_BYTES - USUAL_PAYLOAD_BYTES;
  const rateBps = Math.round(rateMbps.value * 1e6);
  const loadName = direction === 'down' ? 'download' : 'upload';
  const load: SourceSpec = {
    kind: 'tcp',
    label: loadName,
    flows: Math.max(1, flows),
    variant: 'rack',
    growthPer: 'segment',
    accessDelayMs: 0,
    segmentBytes: USUAL_PAYLOAD_BYTES,
    headerBytes,
    initialWindow: 10,
    windowPackets: 10_000,
    congestion: 'cubic',
    minRtoMs: 200,
    ecn: false,
  };
  const scenario: Scenario = {
    id: 'fitted-link',
    title: 'A fitted link',
    summary: `${Number(rateMbps.value.toPrecision(4))} Mb/s and an idle round trip of ${Number(baseRttMs.value.toPrecision(4))} ms, fitted to measurements. Queue: ${queue.class}.`,
    citation: 'Fitted to measurements',
    link: { rateBps, delayMs: baseRttMs.value / 2 },
    access: { rateBps: Math.max(1e9, 10 * rateBps), receiverDelayMs: 0 },
    buffer,
    run: { durationSeconds: 40, warmupSeconds: 3 },
    sources: {
      [loadName]: load,
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

function bufferOf(
  queue: QueueEstimate,
  packets: number | undefined,
  bytes: number | undefined,
  rateMbps: number,
  notes: string[],
): Scenario['buffer'] {
  const countsBytes = BYTE_KINDS.includes(queue.kind ?? '') && bytes !== undefined;
  if (queue.class === 'drop-tail' && packets !== undefined && !countsBytes)
    return { packets: Math.max(1, Math.round(packets)) };
  if (queue.class === 'single-queue AQM') return { packets: AQM_LIMIT_PACKETS };
  if (queue.class === 'flow queues') return { packets: FLOW_QUEUES_LIMIT_PACKETS };
  if (bytes !== undefined) return { bytes: Math.max(FULL_FRAME_BYTES, Math.round(bytes)) };
  notes.push(`No file shows the buffer: ${ASSUMED_BUFFER_MS} ms are assumed.`);
  return { bytes: Math.max(FULL_FRAME_BYTES, Math.round((ASSUMED_BUFFER_MS * rateMbps * 1e3) / 8)) };
}
