/** As `packet-bound.test.ts`, with runs: they take the estimated memory. */
import { expect, test } from 'vitest';
import { resolveScenario, type Scenario } from '../../../src/engine/scenario/scenario.ts';
import { openRun } from '../../../src/runs/open-run.ts';
import { findPreset } from '../../../src/scenarios/index.ts';
import { scenarioPacketBound } from '../../../src/scenarios/rules/packet-bound.ts';
import { validateSettings, withScenarioSettings } from '../../../src/scenarios/rules/validate.ts';
import { amount } from '../../amount.ts';
import { randomFrom } from '../../random.ts';
import { anyRun } from './one-validator.ts';

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

test('no run takes much more memory than estimated', () => {
  const random = randomFrom(5);
  for (let tried = 0; tried < amount(20, 60); tried++) {
    const { preset, policies, values } = anyRun(random);
    const [definition] = policies as [(typeof policies)[number]];
    const settings = [...values].map(([path, value]) => ({ name: path, path, value }));
    const { keptSettings } = validateSettings({ scenario: preset, lanes: [{ definition, values: {} }] }, settings);
    // Twice, because the bound does not include segments that TCP sends again while the first copy is still under way.
    const share = reached(withScenarioSettings(preset, keptSettings), definition.id);
    expect(share, JSON.stringify([preset.id, definition.id, [...values]])).toBeLessThan(2);
  }
});
