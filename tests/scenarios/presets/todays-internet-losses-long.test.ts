/** Losses and late packets in the scenarios of today's internet, against arithmetic and published formulas. */
import { describe, expect, test } from 'vitest';
import type { PolicyDefinition } from '../../../src/engine/contract/policy.ts';
import type { ClassSummary } from '../../../src/engine/metrics/summary.ts';
import type { Scenario } from '../../../src/engine/scenario/scenario.ts';
import { findPolicy } from '../../../src/policies/registry.ts';
import { openRunOfPolicy } from '../../../src/runs/open-run-of-policy.ts';
import { findPreset } from '../../../src/scenarios/index.ts';
import { amount } from '../../amount.ts';

const SEEDS = [1, 2, 3].slice(0, amount(1, 3));
/** Ten seconds after the warm-up of 5 s. */
const SECONDS = 15;

function classesOf(
  preset: string,
  policy: string,
  seed: number,
  durationSeconds = SECONDS,
): readonly [ClassSummary, ClassSummary] {
  const found = findPreset(preset) as Scenario;
  const scenario = { ...found, run: { ...found.run, durationSeconds } };
  const policyValues = scenario.policies[policy] ?? {};
  const simulation = openRunOfPolicy(findPolicy(policy) as PolicyDefinition, { scenario, policyValues, seed });
  simulation.advance(simulation.endNs);
  return simulation.summary().classes as unknown as readonly [ClassSummary, ClassSummary];
}

/** Payload and headers of a segment. */
const PAYLOAD_SHARE = 1448 / 1500;

describe.each(SEEDS)('with seed %i', (seed) => {
  test('lossy-long-path: CUBIC gets what a window of √(1.5/p) carries, BBR most of the rest, in either lane', () => {
    for (const policy of ['droptail', 'fq-codel']) {
      const [bbr, cubic] = classesOf('lossy-long-path', policy, seed, 60);
      // At this loss and round trip CUBIC grows as Reno does (RFC 9438, section 4.3).
      const windowSegments = Math.sqrt(1.5 / 0.01);
      const expectedBps = (windowSegments * 1448 * 8e3) / (94 + cubic.meanDelayMs);
      expect(Math.abs(cubic.throughputBps / expectedBps - 1)).toBeLessThan(0.25);
      expect(bbr.throughputBps).toBeGreaterThan(0.88 * 0.99 * PAYLOAD_SHARE * 20e6);
      // No timer ran out, although each flow loses segments.
      for (const { retransmissions } of [bbr, cubic])
        expect(retransmissions).toMatchObject({ timeouts: 0, needless: 0 });
    }
  });

  test('reordering-path: RACK sends hardly a segment twice without need; SACK does so for most, and gets a fifth', () => {
    const [rack, sack] = classesOf('reordering-path', 'droptail', seed);
    expect(sack.retransmissions?.needless).toBeGreaterThan(0.6 * (sack.retransmissions?.duplicateAcks as number));
    expect(rack.retransmissions?.needless).toBeLessThanOrEqual(5);
    expect(rack.throughputBps).toBeGreaterThan(5 * sack.throughputBps);
    const [own, other] = classesOf('reordering-path', 'fq-codel', seed);
    expect(Math.abs(own.throughputBps / other.throughputBps - 1)).toBeLessThan(0.1);
  });

  test('shallow-buffer: bursts lose more than twice as often as evenly spaced packets, and get less', () => {
    const [paced, unpaced] = classesOf('shallow-buffer', 'droptail', seed);
    expect(unpaced.dropRate).toBeGreaterThan(2.5 * paced.dropRate);
    expect(paced.throughputBps).toBeGreaterThan(1.5 * unpaced.throughputBps);
    const [own, other] = classesOf('shallow-buffer', 'fq-codel', seed);
    expect(Math.abs(own.throughputBps / other.throughputBps - 1)).toBeLessThan(0.05);
  });

  test('policed-downloads: they get the token rate, the ping hardly waits, and losses replace the waiting', () => {
    const [policed, ping] = classesOf('policed-downloads', 'policer', seed);
    const tokensBps = 9.5e6 + (50_000 * 8) / (SECONDS - 5);
    expect(policed.throughputBps).toBeLessThan(tokensBps * PAYLOAD_SHARE);
    expect(policed.throughputBps).toBeGreaterThan(0.98 * 9.5e6 * PAYLOAD_SHARE);
    // The empty round trip is 30.1 ms.
    expect(ping.roundTrip?.meanMs).toBeLessThan(35);
    const [queued, waiting] = classesOf('policed-downloads', 'droptail', seed);
    expect(waiting.roundTrip?.meanMs).toBeGreaterThan(85);
    expect(policed.dropRate).toBeGreaterThan(5 * queued.dropRate);
  });
});
