/** BBRv3 in the loop: our TCP sender (`draft`), beside a sender with the published control on the same link. */
import { expect, test } from 'vitest';
import type { Scenario } from '../../../src/engine/scenario/scenario.ts';
import { tolerances } from '../../../src/papers/tolerances.ts';
import type { ProbeDraw } from '../../../src/runs/control/published-bbr3.ts';
import { openRun } from '../../../src/runs/open-run.ts';
import { required } from '../../../src/shared/required.ts';
import { amount } from '../../amount.ts';
import { publishedRuns } from '../../golden/bbr3-loop.ts';
import publishedEvents from '../../golden/fixtures/bbr3-runs.json' with { type: 'json' };
import { type Chance, chanceOf, type Link, PublishedSender } from './published-sender.ts';

const SECONDS = 33;
/** Our sender begins with a handshake and paces its first flight, so Startup differs. */
const WARMUP_SECONDS = 3;
const SEEDS = amount(3, 16);
const WIRE_BYTES = 1200;
const HEADER_BYTES = 40;

function ourSender({ rateBps, rttMs, bufferPackets, lossRate }: Link, seed: number, bandwidthFilter = 'draft') {
  const scenario: Scenario = {
    id: 'test',
    title: 'test',
    summary: '',
    citation: '',
    link: { rateBps, delayMs: rttMs / 2, lossRate },
    access: { rateBps: 1e9, receiverDelayMs: 0 },
    buffer: { packets: bufferPackets },
    run: { durationSeconds: SECONDS, warmupSeconds: WARMUP_SECONDS },
    sources: {
      bbr: {
        kind: 'tcp',
        label: 'BBR',
        flows: 1,
        accessDelayMs: 0,
        congestion: 'bbr3',
        bandwidthFilter,
        segmentBytes: WIRE_BYTES - HEADER_BYTES,
        headerBytes: HEADER_BYTES,
        initialWindow: 10,
        minRtoMs: 200,
        ecn: false,
      },
    },
    policies: { droptail: {} },
  };
  const run = openRun({ scenario, policy: 'droptail', seed });
  run.advance(run.endNs);
  const { classes, meanQueueBytes } = run.summary();
  const payloadBps = classes[0]?.throughputBps ?? 0;
  return {
    used: (payloadBps * WIRE_BYTES) / (WIRE_BYTES - HEADER_BYTES) / rateBps,
    waiting: meanQueueBytes / WIRE_BYTES,
  };
}

function meanOf(run: (seed: number) => { used: number; waiting: number }) {
  const results = Array.from({ length: SEEDS }, (_, index) => run(index + 1));
  const mean = (key: 'used' | 'waiting') => results.reduce((sum, result) => sum + result[key], 0) / SEEDS;
  return { used: mean('used'), waiting: mean('waiting') };
}

const links: readonly Link[] = [
  { rateBps: 10e6, rttMs: 40, bufferPackets: 42, lossRate: 0 },
  { rateBps: 10e6, rttMs: 40, bufferPackets: 10, lossRate: 0 },
  { rateBps: 10e6, rttMs: 40, bufferPackets: 84, lossRate: 0.01 },
  { rateBps: 1e6, rttMs: 100, bufferPackets: 20, lossRate: 0 },
];

test.each(links)('$rateBps bit/s, $rttMs ms, $bufferPackets packets, losses of $lossRate', (link) => {
  const ours = meanOf((seed) => ourSender(link, seed));
  const published = meanOf((seed) =>
    new PublishedSender(link, chanceOf(seed, link.lossRate)).run(SECONDS, WARMUP_SECONDS),
  );
  const { bbr3Used, bbr3UsedWithLosses, bbr3Waiting } = tolerances;
  const usedTolerance = (link.lossRate > 0 ? bbr3UsedWithLosses : bbr3Used).value;
  expect(Math.abs(ours.used - published.used)).toBeLessThan(usedTolerance);
  expect(Math.abs(ours.waiting - published.waiting)).toBeLessThan(bbr3Waiting.value);
});

/** What was drawn in the run of the program: which packets were lost behind the link, and the waits between probes. */
function chanceIn({ randomLosses, draws }: { randomLosses: readonly number[]; draws: readonly ProbeDraw[] }): Chance {
  const lost = new Set(randomLosses);
  const rest = [...draws];
  return { losesPacket: (packet) => lost.has(packet), drawProbe: () => required(rest.shift()) };
}

test.each(['clean', 'losses', 'small', 'shallow'] as const)(
  '%s: the run of the program again, packet by packet',
  (name) => {
    const { randomLosses, draws, lastAck, ...counts } = publishedEvents[name];
    const { link, seconds, used, held, lost } = publishedRuns[name];
    const result = new PublishedSender(link, chanceIn({ randomLosses, draws }), true).run(seconds, 0);
    expect(result).toMatchObject(counts);
    expect(result.lastAck.packet).toBe(lastAck.packet);
    // The program writes 4 ln 2 as 2.773, which moves packets by some microseconds in Startup.
    expect(Math.abs(result.lastAck.timeNs - lastAck.timeNs)).toBeLessThan(50e3);
    expect(result.used).toBeCloseTo(used, 3);
    expect(result.waiting + result.used).toBeCloseTo(held, 2);
    expect(result.lost).toBeCloseTo(lost, 4);
  },
);

test('the filter of two cycles uses more than 0.95 of a link that loses nothing; that of revision 05 does not', () => {
  const [clean] = links as readonly [Link, ...Link[]];
  expect(ourSender(clean, 1, 'twoCycles').used).toBeGreaterThan(0.95);
  expect(ourSender(clean, 1, 'draft').used).toBeLessThan(0.92);
});
