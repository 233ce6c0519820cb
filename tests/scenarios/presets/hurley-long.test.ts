/** As `hurley.test.ts`, a run of eight minutes on the testbed. */
import { expect, test } from 'vitest';
import { withValue } from '../../../src/engine/scenario/scenario.ts';
import { openRun } from '../../../src/runs/open-run.ts';
import { findPreset } from '../../../src/scenarios/index.ts';

test('a large packet of 12 ms and d = 10 ms: with jittered timing a sixth of green is lost, and little at d = 20 ms', () => {
  const jittered = withValue(findPreset('abe-100k-blue8')!, 'sources.green.timing', 'jittered');
  const loss = (greenBoundMs: number) => {
    const run = openRun({ scenario: jittered, policy: 'abe-dsd', policyValues: { greenBoundMs }, seed: 1 });
    run.advance(run.endNs);
    return run.summary().classes[1]?.dropRate;
  };
  expect(loss(10)).toBeCloseTo(1 / 6, 1);
  expect(loss(20)).toBeLessThan(0.06);
});
