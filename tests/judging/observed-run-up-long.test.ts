/** Every policy for packets in both queues of a link with two: the rules of the contract hold in each. */
import { describe, expect, test } from 'vitest';
import { ObservedRun } from '../../src/judging/observed-run.ts';
import { homeLink } from '../engine/simulation/two-way-scenario.ts';
import { policies } from './registered-policies.ts';

const scenario = { ...homeLink, policies: {} };

describe.each(policies.map((policy) => [policy.id, policy] as const))('%s', (_id, policy) => {
  test.each(['down', 'up'] as const)('%s: keeps the contract, with edits', (direction) => {
    const run = new ObservedRun(scenario, policy, {}, {}, direction);
    run.step(1.5e9);
    run.simulation.edit('link.up.rateBps', 0.3e6);
    run.simulation.edit('link.up.buffer.packets', 6);
    run.step(2.5e9);
    run.simulation.edit('link.up.rateBps', 1e6);
    run.finish(20);
    expect(run.inspector.complaints).toEqual([]);
    expect(run.simulation.summary().up?.departed).toBeGreaterThan(200);
  });
});
