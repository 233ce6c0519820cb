/**
 * The exercise "delay under 20 ms and loss under 2 %", as a student does it: by hand on the page, and by a sweep. One
 * answer.
 */
import { expect, test } from 'vitest';
import type { PolicyDefinition } from '../../src/engine/contract/policy.ts';
import * as figures from '../../src/engine/figures/run-figures.ts';
import { resolveScenario, type Scenario } from '../../src/engine/scenario/scenario.ts';
import { runTask } from '../../src/papers/run-task.ts';
import { loadPolicies } from '../../src/policies/load-policies.ts';
import { findPolicy } from '../../src/policies/registry.ts';
import type { RunState } from '../../src/run-state/run-state.ts';
import { laneRun, runOfPreset } from '../../src/run-state/run-values.ts';
import { SeekableRun } from '../../src/runs/seekable-run.ts';
import { findPreset } from '../../src/scenarios/index.ts';
import { type Sweep, sweepAxisValues, sweepTasks } from '../../src/studies/sweep.ts';
import { SweepResults } from '../../src/studies/sweep-results.ts';
import { pointsMeetingTargets } from '../../src/studies/sweep-targets.ts';

const BUFFER = { path: 'buffer.packets', from: 4, to: 11, pointCount: 8, isLogarithmic: false } as const;
const POLICIES = ['droptail', 'red'] as const;
const MOST = { delayMs: 20, lossPercent: 2 } as const;

/** The head of the lane at the end of the run. */
function byHand(policy: string, packets: number): boolean {
  const preset = runOfPreset('single-tcp');
  const state: RunState = { ...preset, startValues: { 'buffer.packets': packets }, lanes: [{ policy, values: {} }] };
  const opening = laneRun(state, 0);
  const run = new SeekableRun(findPolicy(opening.policy) as PolicyDefinition, { ...opening, recordsPackets: true });
  while (!run.seek(run.endNs));
  const { measured } = run.takeFrame();
  return figures.meanDelayMs(measured) < MOST.delayMs && 100 * figures.dropRate(measured) < MOST.lossPercent;
}

test('the same sizes of the buffer keep both bounds, some do and some do not', async () => {
  await loadPolicies();
  const scenario = findPreset('single-tcp') as Scenario;
  const { durationSeconds: seconds, warmupSeconds } = resolveScenario(scenario).run;
  const lanes = POLICIES.map((id) => ({ definition: findPolicy(id) as PolicyDefinition, values: {} }));
  const sweep: Sweep = { scenario, lanes, axes: [BUFFER], replications: 1, seed: 1, seconds, warmupSeconds };
  const results = new SweepResults(sweep);
  for (const task of sweepTasks(sweep)) results.add(runTask(task));
  const points = results.points();
  const places = sweepAxisValues(BUFFER, scenario, true);
  expect(places).toEqual([4, 5, 6, 7, 8, 9, 10, 11]);
  const targets = [
    { quantity: 'delay', side: 'below', value: MOST.delayMs },
    { quantity: 'loss', side: 'below', value: MOST.lossPercent },
  ] as const;
  for (const [lane, policy] of POLICIES.entries()) {
    const kept = places.filter((packets) => byHand(policy, packets));
    expect(pointsMeetingTargets(points, lane, targets).map(({ at }) => at[0])).toEqual(kept);
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.length).toBeLessThan(places.length);
  }
});
