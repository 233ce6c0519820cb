/** Two-way traffic against ns-2.35: every case, over as many seeds as ns-2 has. Writes docs/NS2-BOTH-WAYS.md. */
import { afterAll, describe, expect, test } from 'vitest';
import {
  type CaseName,
  caseNames,
  compareCase,
  MEDIANS_OF_P3,
  measureSeed,
  ns2Case,
  orders,
} from '../golden/two-way-cells.ts';
import { type MeasuredCase, writeTwoWayReport } from './ns2-two-way-report.ts';

/** Of the two cases whose flows shut each other out, more seeds, with random starts. */
const MANY_SEEDS = 20;
const began = Date.now();
const measured = new Map<CaseName, MeasuredCase>();

function measure(name: CaseName): MeasuredCase {
  const { starts } = ns2Case(name);
  const hasMany = name === 'P3' || name === 'P3d';
  const count = hasMany ? MANY_SEEDS : starts.length;
  const seeds = Array.from({ length: count }, (_, index) =>
    measureSeed(name, index + 1, hasMany ? undefined : starts[index]),
  );
  return {
    name,
    seeds,
    rows: name === 'P3' ? [] : compareCase(name, seeds),
    medians: name === 'P3' ? mediansOf(seeds) : {},
  };
}

function mediansOf(seeds: MeasuredCase['seeds']): Readonly<Record<string, number>> {
  const medianOf = (figure: string) => {
    const values = seeds.map((seed) => seed[figure] ?? Number.NaN).sort((a, b) => a - b);
    return ((values[MANY_SEEDS / 2 - 1] ?? Number.NaN) + (values[MANY_SEEDS / 2] ?? Number.NaN)) / 2;
  };
  return Object.fromEntries(Object.keys(MEDIANS_OF_P3).map((figure) => [figure, medianOf(figure)]));
}

test.each(caseNames)('%s: every figure as in ns-2', (name) => {
  const result = measure(name);
  measured.set(name, result);
  expect(result.rows.filter((row) => !row.ok)).toEqual([]);
  for (const [figure, median] of Object.entries(result.medians)) {
    const [low, high] = MEDIANS_OF_P3[figure] ?? [];
    expect(median, figure).toBeGreaterThanOrEqual(low ?? Number.NaN);
    expect(median, figure).toBeLessThanOrEqual(high ?? Number.NaN);
  }
});

describe('the order of the cases', () => {
  test.each(orders)('$what', ({ figure, cases }) => {
    const means = cases.map((name) => {
      const seeds = measured.get(name)?.seeds ?? [];
      return seeds.reduce((sum, seed) => sum + (seed[figure] ?? Number.NaN), 0) / seeds.length;
    });
    expect(means).toEqual([...means].sort((a, b) => a - b));
    expect(new Set(means).size).toBe(means.length);
  });
});

afterAll(() => writeTwoWayReport([...measured.values()], (Date.now() - began) / 60_000));
