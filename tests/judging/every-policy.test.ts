/**
 * The contract in brief, for `npm run check`: one test for each registered policy, so the count of tests is the count
 * of policies. The other files of this folder have the whole contract.
 */
import { expect, test } from 'vitest';
import { BUFFER_STRIDE } from '../../src/engine/contract/policy-tables.ts';
import { ObservedRun, openObservedRun } from '../../src/judging/observed-run.ts';
import { l4sTraffic, withShortDuration } from '../../src/judging/traffics.ts';
import { findPolicy, policyIds } from '../../src/policies/registry.ts';
import { observed, traffics } from './observed-cells.ts';
import { publishedRules } from './published-rules.ts';

const [cellTraffic] = traffics as readonly [(typeof traffics)[number]];

test.each(policyIds)('%s keeps the contract in one short run, and has a published rule', (id) => {
  expect(Object.keys(publishedRules), 'tests/judging/published-rules.ts').toContain(id);
  const policy = findPolicy(id);
  if (policy === undefined) throw new Error(`no policy is called ${id}`);
  if (policy.manages === 'cells') {
    const { simulation, complaints } = observed(cellTraffic, policy);
    expect(complaints).toEqual([]);
    expect(simulation.summary().departed).toBeGreaterThan(500);
    return;
  }
  const { inspector } = new ObservedRun(withShortDuration(l4sTraffic), policy).finish(10);
  expect(inspector.complaints).toEqual([]);
  expect(inspector.servedCount).toBeGreaterThan(50);
  // The table is shared by all lanes of a worker. A cell that this policy does not write would show another lane's
  // value.
  const rows = new Float64Array(8 * BUFFER_STRIDE).fill(Number.NaN);
  const simulation = openObservedRun(withShortDuration(l4sTraffic), policy);
  simulation.advance(simulation.endNs);
  const written = simulation.port.attachedPolicy.listBuffers?.(rows) ?? 0;
  expect(rows.subarray(0, written * BUFFER_STRIDE).some(Number.isNaN)).toBe(false);
});
