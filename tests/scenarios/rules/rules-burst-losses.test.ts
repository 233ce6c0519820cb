/** Losses in bursts that the loss rates of the two states, or the length of the bursts, make impossible. */
import { expect, test } from 'vitest';
import type { PolicyDefinition } from '../../../src/engine/contract/policy.ts';
import type { Scenario } from '../../../src/engine/scenario/scenario.ts';
import { findPolicy } from '../../../src/policies/registry.ts';
import { type Setting, scenarioProblem, validateSettings } from '../../../src/scenarios/rules/validate.ts';

const scenario = (link: Scenario['link']): Scenario => ({
  id: 'test',
  title: 'test',
  summary: '',
  citation: '',
  link: { rateBps: 5e6, delayMs: 15, ...link },
  access: {},
  buffer: { packets: 40 },
  run: { durationSeconds: 12 },
  sources: { web: { kind: 'tcp', label: 'TCP' } },
  policies: { droptail: {} },
});

const bursts = { lossModel: 'bursts', lossRate: 0.05 } as const;

test.each([
  [{ ...bursts }, undefined],
  [{ ...bursts, lossRate: 0 }, undefined],
  [{ ...bursts, lossRate: 0.5, lossBurstPackets: 1 }, undefined],
  [{ ...bursts, badLossRate: 0.5, goodLossRate: 0.05 }, undefined],
  [{ ...bursts, goodLossRate: 0.06 }, 'link.lossRate: 0.05 is at least link.goodLossRate, which is 0.06'],
  [{ ...bursts, badLossRate: 0.05 }, 'link.lossRate: 0.05 is less than link.badLossRate, which is 0.05'],
  // Four of five packets meet the bad state, so it lasts four times as long as the good one: at least four packets.
  [
    { ...bursts, lossRate: 0.4, badLossRate: 0.5, lossBurstPackets: 3.9 },
    'link.lossBurstPackets: 3.9 is at least 4 packets, because 80 % of the packets meet the bad state',
  ],
  [{ ...bursts, lossRate: 0.4, badLossRate: 0.5, lossBurstPackets: 4 }, undefined],
  [{ lossRate: 0.4, badLossRate: 0.01, goodLossRate: 0.5 }, undefined],
])('%o: %s', (link, problem) => {
  const found = scenarioProblem(scenario(link));
  expect(found && `${found.path}: ${found.given} is ${found.allowed}`).toBe(problem);
});

test('a change during the run is refused, with the largest loss rate', () => {
  const edit: Setting = { name: 'edit 1', path: 'link.lossRate', value: 0.45, timeNs: 1e9 };
  const definition = findPolicy('droptail') as PolicyDefinition;
  const base = { scenario: scenario({ ...bursts, badLossRate: 0.5 }), lanes: [{ definition, values: {} }] };
  const { rejectedSettings } = validateSettings(base, [edit]);
  expect(rejectedSettings.map(({ problem }) => problem.allowed)).toEqual(['at most 0.416666 with bursts of 5 packets']);
  expect(validateSettings(base, [{ ...edit, value: 0.416666 }]).problems).toEqual([]);
});
