/**
 * One BBRv3 sender over QUIC with all data, on the links of a published program (noq-proto 1.4.0), of which one run
 * each is known.
 */
import type { Scenario } from '../../src/engine/scenario/scenario.ts';
import type { ParameterValues } from '../../src/params/schema.ts';
import { openRun } from '../../src/runs/open-run.ts';
import type { Link } from '../runs/control/published-sender.ts';

const PACKET_BYTES = 1200;
const HEADER_BYTES = 63;

/** Figures of a run from its first packet on. */
export interface LoopFigures {
  /** Part of the link whose packets have arrived. */
  readonly used: number;
  /** Mean number of packets in the queue and in transmission. */
  readonly held: number;
  /** Part of the sent packets that was lost. */
  readonly lost: number;
}

interface PublishedRun extends LoopFigures {
  readonly link: Link;
  readonly seconds: number;
}

const path = { rateBps: 10e6, rttMs: 40, lossRate: 0 };

/** The runs of that program: one ACK for each packet of 1,200 bytes, no handshake. */
export const publishedRuns = {
  clean: { link: { ...path, bufferPackets: 42 }, seconds: 10, used: 0.896, held: 3.77, lost: 0.0014 },
  shallow: { link: { ...path, bufferPackets: 10 }, seconds: 10, used: 0.886, held: 1.45, lost: 0.0063 },
  losses: { link: { ...path, bufferPackets: 84, lossRate: 0.01 }, seconds: 10, used: 0.872, held: 2.7, lost: 0.0088 },
  small: {
    link: { rateBps: 1e6, rttMs: 100, bufferPackets: 20, lossRate: 0 },
    seconds: 30,
    used: 0.925,
    held: 3.12,
    lost: 0,
  },
} as const satisfies Readonly<Record<string, PublishedRun>>;

/** @param values of the sender, beside those of the filter of revision 05 */
export function openLoop({ link, seconds }: PublishedRun, seed: number, values: ParameterValues = {}) {
  const { rateBps, rttMs, bufferPackets, lossRate } = link;
  const scenario: Scenario = {
    id: 'test',
    title: 'test',
    summary: '',
    citation: '',
    link: { rateBps, delayMs: rttMs / 2, lossRate },
    access: { rateBps: 1e9, receiverDelayMs: 0 },
    buffer: { packets: bufferPackets },
    run: { durationSeconds: seconds },
    sources: {
      bbr: {
        kind: 'quic',
        label: 'BBR',
        flows: 1,
        accessDelayMs: 0,
        congestion: 'bbr3',
        bandwidthFilter: 'draft',
        segmentBytes: PACKET_BYTES - HEADER_BYTES,
        headerBytes: HEADER_BYTES,
        ackPackets: 1,
        ecn: false,
        ...values,
      },
    },
    policies: { droptail: {} },
  };
  return openRun({ scenario, policy: 'droptail', seed });
}

export function runLoop(published: PublishedRun, seed: number, values: ParameterValues = {}): LoopFigures {
  const run = openLoop(published, seed, values);
  run.advance(run.endNs);
  const { busy, meanQueueBytes, arrived, dropped, departed, lost = 0 } = run.summary();
  return {
    used: busy * (1 - lost / departed),
    held: meanQueueBytes / PACKET_BYTES + busy,
    lost: (dropped + lost) / arrived,
  };
}
