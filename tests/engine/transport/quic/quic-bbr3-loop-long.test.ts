/**
 * BBRv3 (`draft`) over QUIC in the loop, beside a run of a published program (noq-proto 1.4.0, which follows revision 05
 * of the draft) on the same links, from the first packet on. MODEL.md tells the causes of the differences.
 */
import { expect, test } from 'vitest';
import type { Scenario } from '../../../../src/engine/scenario/scenario.ts';
import { tolerances } from '../../../../src/papers/tolerances.ts';
import { openRun } from '../../../../src/runs/open-run.ts';

const PACKET_BYTES = 1200;
const HEADER_BYTES = 63;
/** With the queue of a probe. */
const ROUND_TRIP_MS = 60;

interface Link {
  readonly rateBps: number;
  readonly rttMs: number;
  readonly bufferPackets: number;
  readonly seconds: number;
}

const clean: Link = { rateBps: 10e6, rttMs: 40, bufferPackets: 42, seconds: 10 };

function openQuic({ rateBps, rttMs, bufferPackets, seconds }: Link) {
  const scenario: Scenario = {
    id: 'test',
    title: 'test',
    summary: '',
    citation: '',
    link: { rateBps, delayMs: rttMs / 2 },
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
      },
    },
    policies: { droptail: {} },
  };
  return openRun({ scenario, policy: 'droptail', seed: 1 });
}

/** Used part of the link, and mean number of packets in the queue and in transmission. */
test.each([
  { link: clean, used: 0.896, held: 3.77 },
  { link: { rateBps: 10e6, rttMs: 40, bufferPackets: 10, seconds: 10 }, used: 0.886, held: 1.45 },
  { link: { rateBps: 1e6, rttMs: 100, bufferPackets: 20, seconds: 30 }, used: 0.925, held: 3.12 },
])('$link.rateBps bit/s, $link.bufferPackets packets: $used of the link, $held packets', ({ link, used, held }) => {
  const run = openQuic(link);
  run.advance(run.endNs);
  const { busy, meanQueueBytes } = run.summary();
  expect(Math.abs(busy - used)).toBeLessThan(tolerances.quicBbr3Used.value);
  expect(Math.abs(meanQueueBytes / PACKET_BYTES + busy - held)).toBeLessThan(tolerances.bbr3Waiting.value);
});

test('each phase begins within a round trip of that of the published program', () => {
  const published = [
    ...([2_080.5, 2_121.8, 2_265] as const),
    ...([3_743.4, 3_785.5, 3_917.8] as const),
    ...([5_041.8] as const),
    ...([6_723.1, 6_764.3, 6_897.8] as const),
    ...([8_475.2, 8_516.2, 8_654.2] as const),
  ];
  const phases = ['probeRefill', 'probeUp', 'probeDown', 'probeRtt'];
  const run = openQuic(clean);
  const beginsMs: number[] = [];
  let last = '';
  for (let ms = 1_000; ms < 10_000; ms++) {
    run.advance(ms * 1e6);
    const phase = run.senderOf(0)?.phase ?? '';
    if (phase !== last && phases.includes(phase)) beginsMs.push(ms);
    last = phase;
  }
  expect(beginsMs).toHaveLength(published.length);
  for (const [index, ms] of published.entries())
    expect(Math.abs((beginsMs[index] ?? 0) - ms)).toBeLessThan(ROUND_TRIP_MS);
});
