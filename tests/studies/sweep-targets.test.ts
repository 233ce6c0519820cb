import { describe, expect, test } from 'vitest';
import type { PolicyDefinition } from '../../src/engine/contract/policy.ts';
import { type Scenario, withValue } from '../../src/engine/scenario/scenario.ts';
import { findPolicy } from '../../src/policies/registry.ts';
import { findPreset } from '../../src/scenarios/index.ts';
import { LOAD_PATH, type Sweep } from '../../src/studies/sweep.ts';
import type { SweepPoint } from '../../src/studies/sweep-results.ts';
import {
  areComparable,
  differingSettings,
  pointsMeetingTargets,
  targetOutcome,
} from '../../src/studies/sweep-targets.ts';

const figure = (mean: number, ci95 = 1, n = 3) => ({ mean, ci95, n });
const below20 = { quantity: 'delay', side: 'below', value: 20 } as const;

describe('a bound', () => {
  test('is kept for certain where the whole interval keeps it, perhaps where only the mean does', () => {
    expect(targetOutcome(figure(18), below20)).toBe('yes');
    expect(targetOutcome(figure(19.5), below20)).toBe('unsure');
    expect(targetOutcome(figure(20), below20)).toBe('no');
    expect(targetOutcome(figure(20.5), below20)).toBe('no');
    expect(targetOutcome(figure(22), { ...below20, side: 'above' })).toBe('yes');
    expect(targetOutcome(figure(Number.NaN), below20)).toBe('no');
  });

  test('one run has no interval: it is never certain', () => {
    expect(targetOutcome(figure(1, Number.NaN, 1), below20)).toBe('unsure');
  });
});

test('a point must meet all targets together, in each lane separately', () => {
  const point = (x: number, lane: number, delay: number, loss: number): SweepPoint => ({
    at: [x],
    lane,
    figures: { delay: figure(delay), loss: figure(loss, 0.1) },
  });
  const points = [point(1, 0, 10, 5), point(1, 1, 10, 1), point(2, 0, 15, 1), point(2, 1, 25, 1), point(3, 0, 19.5, 1)];
  const targets = [below20, { quantity: 'loss', side: 'below', value: 2 }] as const;
  expect(pointsMeetingTargets(points, 0, targets)).toEqual([
    { at: [2], isSure: true },
    { at: [3], isSure: false },
  ]);
  expect(pointsMeetingTargets(points, 1, targets)).toEqual([{ at: [1], isSure: true }]);
  expect(pointsMeetingTargets(points, 0, [{ ...below20, quantity: 'unknown' }])).toEqual([]);
});

describe('two sweeps', () => {
  const lane = (policy: string, values = {}) => ({ definition: findPolicy(policy) as PolicyDefinition, values });
  const scenario = findPreset('opening') as Scenario;
  const axis = { path: LOAD_PATH, from: 0.1, to: 1, pointCount: 10, isLogarithmic: false };
  const extent = { replications: 3, seed: 1, seconds: 20, warmupSeconds: 2 };
  const sweep: Sweep = { scenario, lanes: [lane('red')], axes: [axis], ...extent };

  test('are distinguished by the values that differ, except the swept value', () => {
    const other = {
      ...sweep,
      lanes: [lane('red', { minThreshold: 7 })],
      scenario: withValue(scenario, 'link.delayMs', 33),
      replications: 5,
    };
    const apart = differingSettings(other, sweep).join('; ');
    expect(apart).toContain('(ms) 33');
    expect(apart).toContain('(packets) 7');
    expect(apart).toContain('replications 5');
    expect(differingSettings(sweep, sweep)).toEqual([]);
    const delays = { ...axis, path: 'link.delayMs', from: 1, to: 50 };
    expect(
      differingSettings({ ...sweep, axes: [delays] }, { ...sweep, axes: [delays], scenario: other.scenario }),
    ).toEqual([]);
  });

  test('can be compared if they sweep the same value', () => {
    const seconds = { ...axis, path: 'link.delayMs', from: 1, to: 50 };
    expect(areComparable(sweep, { ...sweep, axes: [{ ...axis, to: 2 }] })).toBe(true);
    expect(areComparable(sweep, { ...sweep, axes: [seconds] })).toBe(false);
    expect(areComparable({ ...sweep, axes: [axis, seconds] }, { ...sweep, axes: [axis, seconds] })).toBe(false);
  });
});
