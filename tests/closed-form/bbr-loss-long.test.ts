/**
 * BBR on links that lose at random. Cardwell et al. (Communications of the ACM 60(2), 2017, figure 8) show it at about
 * (1 - loss) times the rate up to 5 % loss, on 100 Mb/s with 100 ms, while CUBIC has nearly nothing.
 *
 * In closed form: a full link delivers C (1 - p), so this is the mean of all rate samples, and the filter has the
 * largest of about ten rounds. BBR sends at the rate of its filter. So C (1 - p)^2 is useful, and more by what chance
 * adds to the largest sample: a round trip has n segments, and its delivered share varies by sqrt(p (1 - p) / n).
 */
import { describe, expect, test } from 'vitest';
import type { Scenario } from '../../src/engine/scenario/scenario.ts';
import type { ParameterValues } from '../../src/params/schema.ts';
import { openRun } from '../../src/runs/open-run.ts';
import { findPreset } from '../../src/scenarios/index.ts';
import { amount, chosen } from '../amount.ts';
import { usefulBpsOf } from './useful-rate.ts';

const single = findPreset('single-tcp') as Scenario;
const PAYLOAD_SHARE = 1448 / 1500;
const SEEDS = amount(1, 3);
const WARMUP_SECONDS = 10;

/** One flow alone. Times: a warm-up of 10 s, and what the tests can wait for. */
function usefulBps(rateBps: number, delayMs: number, lossRate: number, source: ParameterValues, seed: number): number {
  const scenario: Scenario = {
    ...single,
    link: { rateBps, delayMs, lossRate },
    access: { rateBps: 1e9, receiverDelayMs: 0 },
    buffer: { packets: 1000 },
    run: { durationSeconds: amount(25, 60), warmupSeconds: WARMUP_SECONDS },
    sources: {
      a: {
        kind: 'tcp',
        label: 'a',
        flows: 1,
        accessDelayMs: 0,
        segmentBytes: 1448,
        headerBytes: 52,
        initialWindow: 10,
        windowPackets: 100_000,
        minRtoMs: 200,
        ecn: false,
        ...source,
      },
    },
  };
  return usefulBpsOf(openRun({ scenario, policy: 'droptail', seed }), WARMUP_SECONDS);
}

function medianOfSeeds(measure: (seed: number) => number): number {
  const values = Array.from({ length: SEEDS }, (_, index) => measure(index + 1)).sort((one, other) => one - other);
  return values[SEEDS >> 1] as number;
}

const losses = [0, 0.01, 0.02, 0.05, 0.1, 0.15];

describe.each([
  [100e6, 50],
  [50e6, 20],
])('BBR at %d bit/s, %d ms each way', (rateBps, delayMs) => {
  test.each(chosen(losses, (loss) => loss === 0.05))('loss %d: near (1 - p) C, as its filter allows', (loss) => {
    const share = medianOfSeeds(
      (seed) => usefulBps(rateBps, delayMs, loss, { congestion: 'bbr1' }, seed) / (rateBps * PAYLOAD_SHARE),
    );
    const segmentsPerRound = (rateBps * 2 * delayMs) / 1e3 / 12e3;
    const deviation = Math.sqrt((loss * (1 - loss)) / segmentsPerRound);
    // Of some ten rounds, the largest lies two deviations above the mean, three at most.
    expect(share).toBeLessThan((1 - loss) ** 2 + 3 * deviation);
    // Probing for the round trip takes 0.2 s and two round trips of 10 s: 4 % at most.
    expect(share).toBeGreaterThan(0.96 * (1 - loss) ** 2);
  });
});

test.each(chosen(losses.slice(1), (loss) => loss === 0.05))('loss %d: BBR is above CUBIC', (loss) => {
  const bbr = usefulBps(100e6, 50, loss, { congestion: 'bbr1' }, 1);
  expect(bbr).toBeGreaterThan(usefulBps(100e6, 50, loss, { congestion: 'cubic' }, 1));
  expect(bbr).toBeGreaterThan((loss > 0.05 ? 0.6 : 0.85) * 100e6 * PAYLOAD_SHARE * (1 - loss));
});
