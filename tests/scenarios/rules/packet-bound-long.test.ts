/** As `packet-bound-presets-long.test.ts`, with runs: they take the estimated memory. */
import { describe, expect, test } from 'vitest';
import { resolveScenario, type Scenario } from '../../../src/engine/scenario/scenario.ts';
import { openRun } from '../../../src/runs/open-run.ts';
import { findPreset } from '../../../src/scenarios/index.ts';
import { scenarioPacketBound } from '../../../src/scenarios/rules/packet-bound.ts';
import { validateSettings, withScenarioSettings } from '../../../src/scenarios/rules/validate.ts';
import { amount } from '../../amount.ts';
import { randomFrom } from '../../random.ts';
import { anyRun } from './one-validator.ts';
import { incast, tcpScenario } from './tcp-scenarios.ts';

/** The memory that a run takes, as a share of the estimate. */
function reached(scenario: Scenario, policy: string): number {
  const resolved = resolveScenario(scenario);
  const { inBuffer, onLinks } = scenarioPacketBound(resolved);
  const run = openRun({ scenario, policy, seed: 1 });
  let most = 0;
  for (let step = 1; step <= 60 && run.packets.allocatedCount < 10_000; step++) {
    run.advance(resolved.run.durationSeconds * 1e9 * 2 ** ((step - 60) / 4));
    most = Math.max(most, run.packets.livePacketCount);
  }
  return most / (inBuffer + onLinks + 5);
}

test('a full buffer takes the estimated memory', () => {
  for (const policy of ['droptail', 'red'])
    expect(reached(findPreset('cbr-overload') as Scenario, policy)).toBeGreaterThan(0.7);
});

test('reordered packets are on the link for their extra delay', () => {
  const preset = findPreset('cbr-overload') as Scenario;
  const heldWith = (reorderedShare: number) => {
    const link = { ...preset.link, reorderedShare, reorderDelayMs: 1_000 };
    return reached({ ...preset, link, buffer: { packets: 5 } }, 'droptail');
  };
  for (const share of [heldWith(0), heldWith(1)]) {
    expect(share).toBeGreaterThan(0.6);
    expect(share).toBeLessThanOrEqual(1);
  }
});

test('no run takes much more memory than estimated', () => {
  const random = randomFrom(5);
  for (let tried = 0; tried < amount(10, 60); tried++) {
    const { preset, policies, values } = anyRun(random);
    const [definition] = policies as [(typeof policies)[number]];
    const settings = [...values].map(([path, value]) => ({ name: path, path, value }));
    const { keptSettings } = validateSettings({ scenario: preset, lanes: [{ definition, values: {} }] }, settings);
    // Twice, because the bound does not include segments that TCP sends again while the first copy is still under way.
    const share = reached(withScenarioSettings(preset, keptSettings), definition.id);
    expect(share, JSON.stringify([preset.id, definition.id, [...values]])).toBeLessThan(2);
  }
});

/** The most packets of a run at any of 400 instants, as a share of the bound. */
function heldShare(scenario: Scenario, policy: string): number {
  const resolved = resolveScenario(scenario);
  const { inBuffer, onLinks } = scenarioPacketBound(resolved);
  const run = openRun({ scenario, policy, seed: 1 });
  let most = 0;
  for (let step = 1; step <= 400; step++) {
    run.advance((resolved.run.durationSeconds * 1e9 * step) / 400);
    most = Math.max(most, run.packets.livePacketCount);
  }
  return most / (inBuffer + onLinks);
}

const startSeconds = Array.from({ length: 12 }, (_, flow) => 4 * flow);

describe('runs of TCP come near the bound, and stay below it', () => {
  test.each([
    ['a full buffer of 5,000 packets', tcpScenario({ buffer: { packets: 5_000 } }), 0.99],
    ['the end of slow start', tcpScenario({}), 0.9],
    [
      'five flows without SACK',
      tcpScenario({ buffer: { packets: 500 }, source: { flows: 5, variant: 'newreno' } }),
      0.9,
    ],
    ['a window in front of an access link as fast as the bottleneck', tcpScenario({ access: { rateBps: 10e6 } }), 0.99],
    [
      'ten windows in front of slow access links',
      tcpScenario({ access: { rateBps: 1e6 }, source: { flows: 10, windowPackets: 1_000 } }),
      0.99,
    ],
    [
      'flows that begin one after the other behind slow access links',
      tcpScenario({
        access: { rateBps: 2.5e6 },
        run: { durationSeconds: 60 },
        source: { flows: 12, windowPackets: 1_000, startSeconds },
      }),
      0.4,
    ],
    ['incast', incast(), 0.1],
  ] as const)('%s', (_, scenario, least) => {
    for (const policy of ['droptail', 'red-ecn', 'fq-codel'] as const) {
      const share = heldShare(scenario, policy);
      expect(share).toBeLessThanOrEqual(1);
      if (policy === 'droptail') expect(share).toBeGreaterThan(least);
    }
  });
});
