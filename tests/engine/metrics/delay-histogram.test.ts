import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DelayHistogram, delayBin } from '../../../src/engine/metrics/delay-histogram.ts';

/** Half a bin: 1/512 of a power of two, to either side of its middle. */
const RESOLUTION = 1 / 1024 + 1e-12;

function histogram(durations: readonly number[]): DelayHistogram {
  const filled = new DelayHistogram();
  for (const duration of durations) filled.add(delayBin(duration));
  return filled;
}

/** Smallest sample that a share q does not exceed. */
function exact(durations: readonly number[], q: number): number {
  const sorted = [...durations].sort((one, other) => one - other);
  return sorted[Math.max(1, Math.ceil(q * sorted.length)) - 1] as number;
}

describe('quantiles', () => {
  test('many at once are those asked for one by one, within 0.1 % of the exact ones', () => {
    const all = Array.from({ length: 37 }, (_, index) => 1_000 * (1 + ((index * 17) % 37) ** 3));
    const quantiles = histogram(all).quantilesNs(100);
    for (const [at, found] of quantiles.entries()) {
      const truth = exact(all, (at + 1) / 100);
      expect(Math.abs(found - truth)).toBeLessThanOrEqual(RESOLUTION * truth);
    }
    expect([...histogram([]).quantilesNs(3)]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
  });

  test('are within 0.1 % of the exact ones', () => {
    const duration = fc.oneof(fc.integer({ min: 0, max: 2_000 }), fc.integer({ min: 0, max: 2 ** 45 }));
    fc.assert(
      fc.property(
        fc.array(duration, { minLength: 1, maxLength: 200 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (all, q) => {
          const truth = exact(all, q);
          expect(Math.abs(histogram(all).quantileNs(q) - truth)).toBeLessThanOrEqual(RESOLUTION * truth);
        },
      ),
      { seed: 1 },
    );
  });

  test('of no values are NaN', () => {
    expect(histogram([]).quantileNs(0.95)).toBeNaN();
  });

  test('are exactly zero when nothing waits', () => {
    expect(histogram([0, 0, 0, 5]).quantileNs(0.75)).toBe(0);
    expect(histogram([0, 0, 0, 5]).quantileNs(0.76)).toBeGreaterThan(4.99);
  });

  test('1 to 1,000 ms: the 95th percentile is 950 ms', () => {
    const all = Array.from({ length: 1_000 }, (_, index) => (index + 1) * 1e6);
    expect(Math.abs(histogram(all).quantileNs(0.95) / 950e6 - 1)).toBeLessThan(RESOLUTION);
  });
});

test('bins grow with the duration, and the last bin counts all longer durations', () => {
  let last = -1;
  for (let duration = 0; duration < 2 ** 50; duration = Math.ceil(duration * 1.01) + 1) {
    const bin = delayBin(duration);
    expect(bin).toBeGreaterThanOrEqual(last);
    last = bin;
  }
  expect(delayBin(2 ** 48)).toBe(delayBin(2 ** 60));
  expect(delayBin(2 ** 48)).toBeGreaterThan(delayBin(2 ** 47));
});

test('the sum of histograms has the durations of all', () => {
  const sum = DelayHistogram.sumOf([histogram([3e6, 4e6]), histogram([]), histogram([1e3, 9e9])]);
  expect(sum.count).toBe(4);
  for (const q of [0.25, 0.5, 0.75, 1]) expect(sum.quantileNs(q)).toBe(histogram([3e6, 4e6, 1e3, 9e9]).quantileNs(q));
});

test('forgets everything when cleared', () => {
  const filled = histogram([1, 1e6, 1e9]);
  filled.clear();
  expect(filled.count).toBe(0);
  expect(filled.quantileNs(0.5)).toBeNaN();
  filled.add(delayBin(7e6));
  expect(Math.abs(filled.quantileNs(1) / 7e6 - 1)).toBeLessThan(RESOLUTION);
  for (const durationNs of [1, 1e9]) filled.add(delayBin(durationNs));
  filled.clear();
  for (const durationNs of [1, 1e6, 1e9]) filled.add(delayBin(durationNs));
  expect(filled.quantileNs(0.33)).toBeLessThan(2);
});
