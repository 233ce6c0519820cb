/** Means and 95 % confidence intervals, against intervals worked by hand with a table of Student's t. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Replications } from '../../src/studies/replicate.ts';

function over(...objects: unknown[]): unknown {
  const replications = new Replications(new Set(['id', 'params']));
  for (const object of objects) replications.add(object);
  return replications.result();
}

const ofNumbers = (samples: readonly number[]) => over(...samples) as { mean: number; ci95: number; n: number };

test('five samples: mean 6, variance 10, t(4) = 2.776', () => {
  const { mean, ci95, n } = ofNumbers([2, 4, 6, 8, 10]);
  expect([mean, n]).toEqual([6, 5]);
  expect(ci95).toBeCloseTo(2.776 * Math.sqrt(10 / 5), 10);
});

/** Half the samples are -1, half 1: mean 0, variance n / (n - 1), so that ci95 is t / sqrt(n - 1). */
test.each([
  [2, 12.706],
  [10, 2.262],
  [20, 2.093],
  [30, 2.045],
  [32, 2.0395],
  [42, 2.0195],
  [122, 1.9798],
  [1_002, 1.9623],
])('%i samples have t = %d', (n, t) => {
  const samples = Array.from({ length: n }, (_, index) => (index % 2 === 0 ? 1 : -1));
  expect(ofNumbers(samples).ci95 * Math.sqrt(n - 1)).toBeCloseTo(t, 3);
});

test('one sample says nothing about its spread, equal ones have none', () => {
  expect(ofNumbers([7])).toEqual({ mean: 7, ci95: 0, n: 1 });
  expect(ofNumbers([7, 7, 7])).toEqual({ mean: 7, ci95: 0, n: 3 });
});

test('figures far from zero keep their spread', () => {
  const { mean, ci95 } = ofNumbers([1e9 + 2, 1e9 + 4, 1e9 + 6, 1e9 + 8, 1e9 + 10]);
  expect(mean).toBe(1e9 + 6);
  expect(ci95).toBeCloseTo(2.776 * Math.sqrt(2), 6);
});

test('shifting and scaling the samples shifts the mean and scales the interval', () => {
  const samples = fc.array(fc.integer({ min: -1_000, max: 1_000 }), { minLength: 2, maxLength: 50 });
  fc.assert(
    fc.property(samples, fc.integer({ min: -99, max: 99 }), (values, by) => {
      const before = ofNumbers(values);
      const after = ofNumbers(values.map((value) => 3 * value + by));
      expect(after.mean).toBeCloseTo(3 * before.mean + by, 6);
      expect(after.ci95).toBeCloseTo(3 * before.ci95, 6);
      expect(before.mean).toBeCloseTo(values.reduce((sum, value) => sum + value, 0) / values.length, 6);
    }),
    { seed: 1, numRuns: 200 },
  );
});

describe('objects', () => {
  test('every number is merged at its place; names are those of the first', () => {
    const report = (x: number) => ({ id: x, text: `t${x}`, lanes: [{ x }, { x: 2 * x, params: { p: x } }] });
    const figure = (mean: number, ci95: number) => ({ mean, ci95: expect.closeTo(ci95, 9), n: 2 });
    // Two samples a distance d apart: ci95 = 12.706 d / 2.
    expect(over(report(1), report(3))).toEqual({
      id: 1,
      text: 't1',
      lanes: [{ x: figure(2, 12.706) }, { x: figure(4, 25.412), params: { p: 1 } }],
    });
  });

  test('no objects give no result', () => {
    expect(over()).toBeUndefined();
  });
});
