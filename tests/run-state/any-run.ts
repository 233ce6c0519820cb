/** Random runs, and properties of every link. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { resolveScenario, type Scenario, usesCells } from '../../src/engine/scenario/scenario.ts';
import { findPolicy, policyIds } from '../../src/policies/registry.ts';
import type { RunState } from '../../src/run-state/run-state.ts';
import { decodeRun } from '../../src/run-state/run-url.ts';
import { scenarioOfRun } from '../../src/run-state/run-values.ts';
import { findPreset, presetFamilies } from '../../src/scenarios/index.ts';

const presetIds = presetFamilies.flatMap(({ presets }) => presets.map(({ id }) => id));

const startValues = fc.record(
  {
    'link.rateBps': fc.double({ min: 1e5, max: 1e9, noNaN: true }),
    'link.delayMs': fc.integer({ min: 0, max: 500 }),
    'run.sampleMs': fc.integer({ min: 20, max: 1_000 }),
    'run.accounting': fc.constantFrom('payload', 'wire'),
  },
  { requiredKeys: [] },
);

const packetPolicies = policyIds.filter((id) => findPolicy(id)?.manages === 'packets');
const packetPresets = presetIds.filter((id) => !usesCells(findPreset(id) as Scenario));

const lane = fc.record({
  policy: fc.constantFrom(...packetPolicies),
  values: fc.constant({}),
});

const redLane = fc.record({
  policy: fc.constantFrom('red', 'red-ecn'),
  values: fc.record(
    {
      maxProbability: fc.double({ min: 0.001, max: 1, noNaN: true }),
      gentle: fc.boolean(),
      reading: fc.constantFrom('ns2', 'floyd93'),
    },
    { requiredKeys: [] },
  ),
});

const edit = fc.record({
  timeNs: fc.integer({ min: 0, max: 3_600e9 }),
  path: fc.constantFrom(
    'link.rateBps',
    'lanes.0.link.rateBps',
    'link.lossRate',
    'link.reorderedShare',
    'link.ackLossRate',
  ),
  value: fc.double({ min: 0.1, max: 0.5, noNaN: true }),
});

export const run: fc.Arbitrary<RunState> = fc
  .record({
    preset: fc.constantFrom(...packetPresets),
    startValues,
    lanes: fc.array(fc.oneof(lane, redLane), { minLength: 1, maxLength: 4 }),
    seed: fc.nat(Number.MAX_SAFE_INTEGER),
    edits: fc.array(edit, { maxLength: 40 }),
  })
  .map(({ edits, ...rest }) => ({
    ...rest,
    edits: edits
      .map(({ value, ...other }) => ({ ...other, value: other.path.endsWith('rateBps') ? value * 1e7 : value }))
      .sort((one, other) => one.timeNs - other.timeNs),
  })) as fc.Arbitrary<RunState>;

/** Any link gives a run that can be simulated, and each problem names its place. */
export function survives(hash: string): ReturnType<typeof decodeRun> {
  const decoded = decodeRun(hash);
  const { state, problems } = decoded;
  expect(state.lanes.length).toBeGreaterThan(0);
  expect(state.lanes.length).toBeLessThanOrEqual(4);
  for (const { policy } of state.lanes) expect(policyIds).toContain(policy);
  expect(resolveScenario(scenarioOfRun(state)).sources.length).toBeGreaterThan(0);
  expect(problems.length).toBeLessThanOrEqual(51);
  for (const { path, given } of problems) expect(path.length + given.length).toBeLessThan(200);
  return decoded;
}
