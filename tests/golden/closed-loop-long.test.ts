/**
 * Senders in the loop, beside ns-3.37 (fixtures/README.md): greedy flows on 10 Mb/s with a round trip of 40 ms, and the
 * published formulas for the mean window under regular loss.
 */

import { describe, expect, test } from 'vitest';
import type { Scenario } from '../../src/engine/scenario/scenario.ts';
import type { ParameterValues } from '../../src/params/schema.ts';
import { runLanes } from '../../src/runs/run-lanes.ts';
import { LoopHarness } from '../engine/transport/harness.ts';
import './ns3-senders.ts';
import { amount, chosen } from '../amount.ts';

/** ns-3 counts two bytes of PPP on the wire, and gives the part of the rate that IP datagrams take. */
const IP_PART = 1500 / 1502;

interface Case {
  readonly flows: 1 | 8;
  readonly congestion: string;
  readonly packets: number;
  readonly policy: Readonly<Record<string, ParameterValues>>;
  readonly ecn: boolean;
  /** ns-3's means over five seeds; delay in ms. */
  readonly utilisation: number;
  readonly delayMs: number;
  readonly loss?: number;
  readonly mark?: number;
  /** Part by which the delay may differ; with a policy that keeps the queue short 1.5 ms, if that is more. */
  readonly delayWithin: number;
  /**
   * By which the utilisation may differ: one flow leaves a link with CoDel idle after each cut, so chance weighs more.
   */
  readonly utilisationWithin?: number;
}

const fifo = { packets: 134, policy: { droptail: {} }, ecn: false, delayWithin: 0.05 };
/** Marks each packet that finds this many packets waiting. */
const step = (packets: number) => ({
  packets: 1001,
  policy: {
    'red-ecn': {
      minThreshold: packets,
      maxThreshold: packets,
      maxProbability: 1,
      queueWeight: 1,
      gentle: false,
      wait: false,
      reading: 'floyd93',
      markLimit: 2,
    },
  },
  ecn: true,
  delayWithin: 0.15,
});

/** ns-3 keeps one packet more in its device: 1.2 ms of the way. Its queue does not count the packet that is sent. */
function scenarioOf({ flows, congestion, packets, policy, ecn }: Case): Scenario {
  const apart = Array.from({ length: 8 }, (_, index) => index);
  return {
    id: 'closed-loop',
    title: '',
    summary: '',
    citation: '',
    link: { rateBps: 10e6, delayMs: 11.2 },
    access: { rateBps: 1e9, receiverDelayMs: 5 },
    buffer: { packets },
    run: { durationSeconds: 100, warmupSeconds: 20, accounting: 'wire' },
    sources: {
      tcp: {
        kind: 'tcp',
        label: 'TCP',
        flows,
        congestion,
        ecn,
        prr: true,
        segmentBytes: 1448,
        headerBytes: 54,
        initialWindow: 10,
        accessDelayMs: flows === 1 ? 5 : apart.map((index) => 4.9 + index / 35),
        startSeconds: flows === 1 ? 0.05 : apart.map((index) => index / 2),
      },
    },
    policies: policy,
  };
}

const managed = { packets: 1001, delayWithin: 0.15 };
const codel = { ...managed, policy: { codel: { variant: 'ns3' } }, ecn: false };
const codelEcn = { ...managed, policy: { codel: { variant: 'ns3', ecn: true } }, ecn: true };
const pie = { ...managed, policy: { pie: { variant: 'ns3' } }, ecn: false };
const pieEcn = { ...managed, policy: { pie: { variant: 'ns3', ecn: true } }, ecn: true };

/**
 * These rules of ns-3, in place of this engine's, give ns-3's rows: so they are the cause of the difference (MODEL.md).
 */
const byItsRules: readonly (readonly [string, Case])[] = (
  [
    ['Reno', { ...fifo, packets: 34, flows: 1, utilisation: 0.9985, delayMs: 22.99, loss: 0.000556 }],
    ['8 Reno', { ...fifo, packets: 34, flows: 8, utilisation: 0.9987, delayMs: 33.14, loss: 0.029 }],
    ['8 Reno, deep', { ...fifo, flows: 8, utilisation: 0.9987, delayMs: 130.48, loss: 0.00536 }],
    ['Reno, CoDel', { ...codel, flows: 1, utilisation: 0.8908, delayMs: 1.81, loss: 0.00144, utilisationWithin: 0.03 }],
    ['8 Reno, CoDel', { ...codel, flows: 8, utilisation: 0.998, delayMs: 15.6, loss: 0.0392 }],
    ['8 Reno, CoDel, ECN', { ...codelEcn, flows: 8, utilisation: 0.998, delayMs: 16.08, mark: 0.0454 }],
    ['Reno, PIE', { ...pie, flows: 1, utilisation: 0.9769, delayMs: 14.72, loss: 0.00109 }],
    ['8 Reno, PIE', { ...pie, flows: 8, utilisation: 0.9972, delayMs: 15.14, loss: 0.0425 }],
    ['8 Reno, PIE, ECN', { ...pieEcn, flows: 8, utilisation: 0.9977, delayMs: 15.19, mark: 0.0527 }],
    ['CUBIC', { ...fifo, packets: 34, flows: 1, utilisation: 0.9987, delayMs: 31.52, loss: 0.00048 }],
    ['8 CUBIC', { ...fifo, packets: 34, flows: 8, utilisation: 0.9987, delayMs: 37.64, loss: 0.0052 }],
    ['8 CUBIC, deep', { ...fifo, flows: 8, utilisation: 0.9987, delayMs: 149.54, loss: 0.00419 }],
    ['8 CUBIC, CoDel', { ...codel, flows: 8, utilisation: 0.9986, delayMs: 5.84, loss: 0.0086 }],
    ['8 CUBIC, PIE', { ...pie, flows: 8, utilisation: 0.9984, delayMs: 15.22, loss: 0.0106 }],
  ] as const
).map(([name, given]) => [name, { ...given, congestion: name.includes('Reno') ? 'ns3-reno' : 'ns3-cubic' }]);

const cases: readonly (readonly [string, Case])[] = [
  ['Reno', { ...fifo, flows: 1, congestion: 'newreno', utilisation: 0.9987, delayMs: 116.31 }],
  ['CUBIC', { ...fifo, flows: 1, congestion: 'cubic', utilisation: 0.9987, delayMs: 132.04, loss: 0.000705 }],
  ['8 CUBIC', { ...fifo, flows: 8, congestion: 'cubic', utilisation: 0.9987, delayMs: 149.54, loss: 0.00419 }],
  ['DCTCP', { ...step(10), flows: 1, congestion: 'dctcp', utilisation: 0.9987, delayMs: 9.68, mark: 0.1831 }],
  ['8 DCTCP', { ...step(10), flows: 8, congestion: 'dctcp', utilisation: 0.997, delayMs: 11.31, mark: 0.4861 }],
  ['DCTCP at 20', { ...step(20), flows: 1, congestion: 'dctcp', utilisation: 0.9987, delayMs: 21.04, mark: 0.1662 }],
  ['8 DCTCP at 20', { ...step(20), flows: 8, congestion: 'dctcp', utilisation: 0.9987, delayMs: 22.18, mark: 0.4612 }],
];

/** Means over seeds, where the policy draws random numbers. */
function expectRowOf(given: Case): void {
  const seeds = Object.hasOwn(given.policy, 'pie') ? [1, 2, 3, 4, 5].slice(0, amount(2, 5)) : [1];
  const runs = seeds.map((seed) => {
    const { lanes } = runLanes({
      scenario: scenarioOf(given),
      policies: Object.keys(given.policy),
      seed,
      wallSeconds: () => 0,
    });
    const lane = lanes[0] as (typeof lanes)[number];
    return { lane, flows: lane.classes[0] as (typeof lane.classes)[number] };
  });
  const mean = (of: (run: (typeof runs)[number]) => number) =>
    runs.reduce((sum, run) => sum + of(run), 0) / runs.length;
  const { utilisationWithin = 0.01, utilisation, delayMs, delayWithin, loss, mark } = given;
  const marginMs = given.policy === fifo.policy ? delayWithin * delayMs : Math.max(1.5, delayWithin * delayMs);
  expect(Math.abs(mean(({ lane }) => lane.utilisation) * IP_PART - utilisation)).toBeLessThan(utilisationWithin);
  expect(Math.abs(mean(({ lane }) => lane.meanDelayMs) - delayMs)).toBeLessThan(marginMs);
  if (loss !== undefined) expect(Math.abs(mean(({ flows }) => flows.dropRate) / loss - 1)).toBeLessThan(0.25);
  if (mark !== undefined) expect(Math.abs(mean(({ flows }) => flows.markRate) / mark - 1)).toBeLessThan(0.25);
}

/** Each sender and policy once, with one flow and with eight. The other rows differ in the buffer or the threshold. */
const OURS = ['Reno', 'CUBIC', '8 CUBIC', 'DCTCP', '8 DCTCP'];
const BY_ITS_RULES = [
  'Reno',
  '8 Reno',
  '8 Reno, CoDel',
  '8 Reno, CoDel, ECN',
  '8 Reno, PIE, ECN',
  'CUBIC',
  '8 CUBIC, CoDel',
];

test.each(chosen(cases, ([name]) => OURS.includes(name)))(
  '%s: utilisation, delay, losses and marks are ns-3’s',
  (_name, given) => expectRowOf(given),
);

test.each(chosen(byItsRules, ([name]) => BY_ITS_RULES.includes(name)))('%s by ns-3’s rules: the same', (_name, given) =>
  expectRowOf(given),
);

describe('the mean window with every so-many-th segment lost', () => {
  function meanWindow(congestion: 'newreno' | 'cubic', every: number, seconds: number): number {
    const loop = new LoopHarness(
      { congestion, windowPackets: 300, hystart: false, prr: true },
      { data: (ordinal) => (ordinal % every === every - 1 ? 'lose' : 'deliver'), delayMs: 50, segmentMs: 0.01 },
    );
    const fromNs = (seconds / 5) * 1e9;
    let sum = 0;
    let before = 0;
    loop.onChange = () => {
      const { nowNs } = loop.clock;
      if (before > 0) sum += loop.sender.congestionWindow * (nowNs - before);
      before = nowNs > fromNs ? nowNs : 0;
    };
    loop.sender.supply(100_000_000);
    loop.run(seconds);
    return sum / (before - fromNs);
  }

  test('Reno: sqrt(3 / 2p)', () => {
    expect(Math.abs(meanWindow('newreno', 1000, 150) / Math.sqrt(1500) - 1)).toBeLessThan(0.05);
  });

  test('CUBIC: (C (3 + beta) / 4 (1 - beta))^(1/4) (RTT / p)^(3/4) (RFC 9438, section 5)', () => {
    const formula = ((0.4 * 3.7) / 1.2) ** 0.25 * (0.1 * 10_000) ** 0.75;
    // It comes out some 8 % below. Fast convergence, which the formula leaves out, may be the cause: that is not shown.
    const part = meanWindow('cubic', 10_000, 250) / formula;
    expect(part).toBeGreaterThan(0.88);
    expect(part).toBeLessThan(1.05);
  });
});
