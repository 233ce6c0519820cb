/** What a tape has to simulate again. That it comes to the same run is tested in seekable-run.test.ts. */
import { expect, test } from 'vitest';
import type { PolicyDefinition } from '../../src/engine/policy.ts';
import type { Scenario } from '../../src/engine/scenario.ts';
import { findPolicy } from '../../src/policies/registry.ts';
import { findPreset } from '../../src/scenarios/index.ts';
import { openWith } from '../../src/studies/open-with.ts';
import { Tape } from '../../src/studies/tape.ts';

const S = 1e9;

test('an edit that is changed again and again, as under a pointer, takes the run back to its own time, no further', () => {
  const scenario = findPreset('opening') as Scenario;
  const tape = new Tape(openWith(findPolicy('red') as PolicyDefinition, { scenario, seed: 1 }));
  const edit = (value: number) => tape.setEdits([{ timeNs: 3 * S, path: 'policy.maxThreshold', value }]);
  tape.towards(3.2 * S);
  edit(40);
  tape.towards(3.3 * S);
  for (const value of [50, 60, 70]) {
    edit(value);
    expect(tape.distance(3.5 * S)).toBe(0.5 * S);
    tape.towards(3.5 * S);
  }
  const straight = openWith(findPolicy('red') as PolicyDefinition, {
    scenario,
    seed: 1,
    edits: [{ timeNs: 3 * S, path: 'policy.maxThreshold', value: 70 }],
  });
  straight.advance(3.5 * S);
  expect(tape.simulation.digest()).toBe(straight.digest());
});
