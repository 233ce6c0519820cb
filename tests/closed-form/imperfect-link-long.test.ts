/** TCP on a link that loses in bursts, reorders, or loses ACKs, against laws and against the link without faults. */
import { describe, expect, test } from 'vitest';
import type { Scenario } from '../../src/engine/scenario/scenario.ts';
import { openRun } from '../../src/runs/open-run.ts';
import { findPreset } from '../../src/scenarios/index.ts';
import { amount, chosen, validatedTest } from '../amount.ts';
import { meanAndError } from '../golden/statistics.ts';
import { usefulBpsOf } from './useful-rate.ts';

const SECONDS = 320;
const WARMUP_SECONDS = 20;
/** A sender without a timeout gets an ACK at least once per round trip, 100 ms here. */
const STALL_NS = 300e6;

/** One flow over 10 Mb/s and 100 ms. */
function oneFlow(link: Scenario['link'], variant: string, bufferPackets = 10_000, seconds = SECONDS): Scenario {
  return {
    ...(findPreset('single-tcp') as Scenario),
    link: { rateBps: 10e6, delayMs: 46, ...link },
    access: { receiverDelayMs: 2 },
    buffer: { packets: bufferPackets },
    run: { durationSeconds: seconds, warmupSeconds: WARMUP_SECONDS },
    sources: {
      tcp: {
        kind: 'tcp',
        label: 'TCP',
        flows: 1,
        accessDelayMs: 2,
        conformance: 'rfc',
        variant,
        windowPackets: 10_000,
        minRtoMs: 200,
      },
    },
  };
}

interface Measurement {
  /** Goodput, Mb/s: over the whole time, and over the time in which the sender did not wait for its timer. */
  readonly goodput: number;
  readonly goodputOutsideStalls: number;
  /** Share of the time in which it waited. */
  readonly stalledShare: number;
}

function measured(scenario: Scenario, seeds: number): Measurement {
  const results = Array.from({ length: seeds }, (_, index) => {
    const run = openRun({ scenario, policy: 'droptail', seed: index + 1, allowsProbe: true });
    let ackedNs = WARMUP_SECONDS * 1e9;
    let stalledNs = 0;
    const endGap = () => {
      const gapNs = run.nowNs - ackedNs;
      if (gapNs > STALL_NS) stalledNs += gapNs;
      ackedNs = Math.max(ackedNs, run.nowNs);
    };
    run.probe = { onAcked: endGap };
    const goodput = usefulBpsOf(run, WARMUP_SECONDS) / 1e6;
    endGap();
    const stalledShare = stalledNs / (run.endNs - WARMUP_SECONDS * 1e9);
    return { goodput, goodputOutsideStalls: goodput / (1 - stalledShare), stalledShare };
  });
  const mean = (figure: (result: Measurement) => number) => meanAndError(results.map(figure)).mean;
  return {
    goodput: mean(({ goodput }) => goodput),
    goodputOutsideStalls: mean(({ goodputOutsideStalls }) => goodputOutsideStalls),
    stalledShare: mean(({ stalledShare }) => stalledShare),
  };
}

describe('1 % loss in bursts of L packets: one cut per burst, so sqrt(L) times the rate of single losses', () => {
  const SEEDS = 5;
  const single = measured(oneFlow({ lossRate: 0.01 }, 'sack'), SEEDS);
  const inBursts = (lossBurstPackets: number, variant = 'sack') =>
    measured(oneFlow({ lossRate: 0.01, lossModel: 'bursts', lossBurstPackets }, variant), SEEDS);

  test.each(chosen([2, 3, 5], (burst) => burst === 3))('L = %d with SACK, in the time without timeouts', (burst) => {
    const ratio = inBursts(burst).goodputOutsideStalls / single.goodputOutsideStalls;
    expect(Math.abs(ratio / Math.sqrt(burst) - 1)).toBeLessThan(0.1);
  });

  /**
   * A burst can take the retransmissions too. Then each timeout sends one packet, so the bad state lasts for L timeouts
   * on average, each twice as long as the one before. Such stalls take about a fifth of the time.
   */
  const inBurstsOfFive = inBursts(5);

  test('L = 5 over the whole time: timeouts take a part of it', () => {
    const { goodput, stalledShare } = inBurstsOfFive;
    expect(stalledShare).toBeGreaterThan(0.05);
    expect(goodput / single.goodput).toBeGreaterThan(1.5);
    expect(goodput / single.goodput).toBeLessThan(Math.sqrt(5));
  });

  validatedTest('without SACK, recovery repairs one loss per round trip, and bursts cost more timeouts', () => {
    const reno = inBursts(5, 'newreno');
    expect(reno.goodput).toBeLessThan(inBurstsOfFive.goodput);
    expect(reno.stalledShare).toBeGreaterThan(0.2);
  });
});

test('ACKs are cumulative: one large flow loses less than 1 % of its goodput with 10 % of the ACKs', () => {
  const flow = (ackLossRate: number) => measured(oneFlow({ ackLossRate }, 'sack', 120, 120), amount(1, 3)).goodput;
  const [all, most] = [flow(0), flow(0.1)];
  expect(all).toBeGreaterThan(9.6);
  expect(Math.abs(most / all - 1)).toBeLessThan(0.01);
});

describe('2 % of the packets reordered: three duplicate ACKs are taken as a loss (RFC 5681)', () => {
  // A packet of 1,040 bytes takes 0.83 ms: two packets overtake in 2 ms, six in 5 ms.
  const goodput = (link: Scenario['link']) =>
    measured(oneFlow({ delayMs: 16, reorderedShare: 0.02, ...link }, 'sack', 33, 80), 3).goodput;
  const inOrder = goodput({ reorderedShare: 0 });

  test('overtaken by two packets: nothing is sent again', () => {
    expect(goodput({ reorderDelayMs: 2 }) / inOrder).toBeGreaterThan(0.99);
  });

  test('overtaken by six packets: each is sent again, and cuts the window', () => {
    expect(goodput({ reorderDelayMs: 5 }) / inOrder).toBeLessThan(0.4);
  });
});
