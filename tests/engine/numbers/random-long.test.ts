import { describe, expect, test, vi } from 'vitest';
import { RandomStream } from '../../../src/engine/numbers/random.ts';
import { chosen } from '../../amount.ts';
import { ReplaceableStream } from '../../replaceable-stream.ts';

/**
 * [seed, name, first five outputs, 1000th output]: the reference implementations, compiled with gcc and joined as
 * random.ts describes: MurmurHash3_x86_32 from github.com/aappleby/smhasher, src/MurmurHash3.cpp, and
 * https://prng.di.unimi.it/xoshiro128starstar.c, version 1.1.
 */
// biome-ignore format: a table
const REFERENCE: readonly (readonly [seed: number, name: string, first: readonly number[], thousandth: number])[] = [
  [0, '', [1143667717, 499402857, 2620762859, 2743241326, 2189651253], 3459512545],
  [1, 'arrivals', [182503452, 3523971046, 3747257170, 3793302156, 363999165], 1484817176],
  [4294967296, 'arrivals', [3523339728, 2075407994, 1462990658, 4291660079, 1195232012], 3110179366],
  [9007199254740991, 'policy', [2716146960, 3564884642, 414780395, 1133462227, 2828617281], 411577908],
  [20260101, '\u00e9\ud83d\ude00', [2213454803, 1231094978, 649750531, 1370136, 1155867830], 4020330602],
];

function take(count: number, draw: () => number): number[] {
  return Array.from({ length: count }, draw);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [mean(a), mean(b)];
  const product = (x: readonly number[], mx: number, y: readonly number[], my: number) =>
    sum(x.map((value, i) => (value - mx) * (y[i]! - my)));
  return product(a, meanA, b, meanB) / Math.sqrt(product(a, meanA, a, meanA) * product(b, meanB, b, meanB));
}

/** Chi-square statistic of `values` sorted into 100 equally likely classes by `classOf`. */
function chiSquare100(values: readonly number[], classOf: (value: number) => number): number {
  const counts = new Array<number>(100).fill(0);
  for (const value of values) counts[classOf(value)]!++;
  const expected = values.length / 100;
  return sum(counts.map((count) => (count - expected) ** 2 / expected));
}

/** The 0.01 % and 99.99 % points of chi-square with 99 degrees of freedom: 55.0 and 160.1. */
function expectPlausible(statistic: number): void {
  expect(statistic).toBeGreaterThan(55);
  expect(statistic).toBeLessThan(160);
}

const N = 1_000_000;

describe('streams', () => {
  test.each(REFERENCE)('seed %d, name %j: as the reference code', (seed, name, first, thousandth) => {
    const stream = new RandomStream(seed, name);
    expect(take(5, () => stream.nextUint32())).toEqual(first);
    expect(take(995, () => stream.nextUint32()).at(-1)).toBe(thousandth);
  });

  test('depend on seed and name alone, not on the other streams', () => {
    const alone = new RandomStream(7, 'sizes');
    const expected = take(100, () => alone.nextUint32());
    const other = new RandomStream(7, 'arrivals');
    const again = new RandomStream(7, 'sizes');
    const got = take(100, () => {
      other.exponential(1);
      return again.nextUint32();
    });
    expect(got).toEqual(expected);
  });

  test('differ in every bit of the seed and every character of the name', () => {
    const seeds = [0, ...take(53, () => 0).map((_, bit) => 2 ** bit), 2 ** 53 - 1];
    const names = ['', 'a', 'b', 'aa', 'ab', 'ba', 'arrivals/1', 'arrivals/2', 'arrivals/12', '\0', 'a\0'];
    const starts = seeds.flatMap((seed) =>
      names.map((name) => {
        const stream = new RandomStream(seed, name);
        return `${stream.nextUint32()} ${stream.nextUint32()}`;
      }),
    );
    expect(new Set(starts).size).toBe(seeds.length * names.length);
  });

  test('are not correlated: neighbouring seeds, similar names, one stream with itself shifted', () => {
    const draw = (seed: number, name: string) => {
      const stream = new RandomStream(seed, name);
      return take(20_000, () => stream.uniform());
    };
    const samples = [1, 2, 3, 4, 2 ** 32 + 1].flatMap((seed) =>
      ['arrivals', 'arrivals/1', 'arrivals/2', 'sizes'].map((name) => draw(seed, name)),
    );
    // 190 pairs, standard deviation 1 / sqrt(20000): 5 sigma is exceeded with probability 1e-4.
    const bound = 5 / Math.sqrt(20_000);
    samples.forEach((a, i) => {
      for (const b of samples.slice(i + 1)) expect(Math.abs(correlation(a, b))).toBeLessThan(bound);
      for (const lag of [1, 2, 7]) expect(Math.abs(correlation(a.slice(lag), a.slice(0, -lag)))).toBeLessThan(bound);
    });
  });

  test('refuse seeds that are no integers from 0 to 2^53 - 1', () => {
    for (const seed of [-1, 0.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => new RandomStream(seed, 'x')).toThrow(RangeError);
  });
});

describe('uniform', () => {
  const stream = new RandomStream(11, 'uniform');
  const values = take(N, () => stream.uniform());

  test('is 53 bits of two draws, as a fraction: the upper 27 of the first, then the upper 26 of the second', () => {
    const bits = new RandomStream(11, 'uniform');
    for (const u of values.slice(0, 1000)) {
      const joined = (BigInt(bits.nextUint32() >>> 5) << 26n) | BigInt(bits.nextUint32() >>> 6);
      expect(u).toBe(Number(joined) / 2 ** 53);
    }
  });

  test('lies in [0, 1)', () => {
    expect(values.every((u) => u >= 0 && u < 1)).toBe(true);
  });

  test('has mean 1/2 and variance 1/12 within 4 standard errors', () => {
    expect(Math.abs(mean(values) - 1 / 2)).toBeLessThan(4 * Math.sqrt(1 / 12 / N));
    // The variance of (U - 1/2)^2 is 1/180.
    expect(Math.abs(mean(values.map((u) => (u - 0.5) ** 2)) - 1 / 12)).toBeLessThan(4 * Math.sqrt(1 / 180 / N));
  });

  test('fills 100 classes, and 10 x 10 classes of successive pairs, equally', () => {
    expectPlausible(chiSquare100(values, (u) => Math.floor(u * 100)));
    const pairs = take(N / 2, () => 0).map(
      (_, i) => Math.floor(values[2 * i]! * 10) * 10 + Math.floor(values[2 * i + 1]! * 10),
    );
    expectPlausible(chiSquare100(pairs, (pair) => pair));
  });
});

describe('uniformIn', () => {
  test('lies in [low, high), even where rounding would give high', () => {
    const stream = new RandomStream(12, 'in');
    const values = take(100_000, () => stream.uniformIn(-3, 5));
    expect(values.every((x) => x >= -3 && x < 5)).toBe(true);
    expect(Math.abs(mean(values) - 1)).toBeLessThan(4 * Math.sqrt(64 / 12 / values.length));
    const high = 1 + 2 ** -52;
    expect(take(100, () => stream.uniformIn(1, high)).every((x) => x === 1)).toBe(true);
    expect(stream.uniformIn(2, 2)).toBe(2);
  });
});

describe('exponential', () => {
  const stream = new ReplaceableStream(13, 'exponential');
  const values = take(N, () => stream.exponential(3));

  test('has mean m and variance m^2 within 4 standard errors', () => {
    expect(Math.abs(mean(values) - 3)).toBeLessThan(4 * Math.sqrt(9 / N));
    // The variance of (X - m)^2 is 8 m^4.
    expect(Math.abs(mean(values.map((x) => (x - 3) ** 2)) - 9)).toBeLessThan(4 * Math.sqrt((8 * 81) / N));
  });

  test('fills 100 classes of equal probability equally', () => {
    expectPlausible(chiSquare100(values, (x) => Math.floor(100 * Math.exp(-x / 3))));
  });

  test('is finite and not negative, from the smallest U to the largest', () => {
    const draw = vi.spyOn(stream, 'drawUniform');
    const drawing = (value: number) =>
      draw.mockImplementation(() => {
        stream.drawn[0] = value;
      });
    drawing(0);
    expect(stream.exponential(3)).toBe(0);
    drawing(1 - 2 ** -53);
    expect(stream.exponential(3)).toBeCloseTo(3 * 53 * Math.LN2, 12);
    draw.mockRestore();
    expect(stream.exponential(0)).toBe(0);
  });
});

describe('pareto', () => {
  const draws = (shape: number) => {
    const stream = new RandomStream(15, `pareto/${shape}`);
    return take(N, () => stream.pareto(3, shape));
  };

  test.each([1.2, 1.5, 2])('shape %d: fills 100 classes of equal probability equally', (shape) => {
    const least = (3 * (shape - 1)) / shape;
    expectPlausible(chiSquare100(draws(shape), (x) => Math.floor(100 * (least / x) ** shape * (1 - 2 ** -40))));
  });

  // The mean itself has an infinite variance. Limited to c it is k + k / (a - 1) (1 - (k / c)^(a - 1)), which comes to
  // a k / (a - 1) without a limit. Its variance is at most c times the mean.
  test.each([1.2, 1.5, 2])('shape %d: the mean, limited to 100 times its least value', (shape) => {
    const least = (3 * (shape - 1)) / shape;
    const limit = 100 * least;
    const expected = least + (least / (shape - 1)) * (1 - 0.01 ** (shape - 1));
    const limited = draws(shape).map((x) => Math.min(x, limit));
    expect(Math.abs(mean(limited) - expected)).toBeLessThan(4 * Math.sqrt((limit * expected) / N));
    expect(least + least / (shape - 1)).toBeCloseTo(3, 12);
  });

  // Hill's estimator from the m largest values has a standard deviation of a / sqrt(m).
  test.each(chosen([1.01, 1.2, 1.5, 2], (shape) => shape === 1.5))('shape %d: that of the tail, by Hill', (shape) => {
    const largest = draws(shape)
      .sort((a, b) => b - a)
      .slice(0, 1001);
    const threshold = largest.at(-1) as number;
    const estimate = 1 / mean(largest.slice(0, -1).map((x) => Math.log(x / threshold)));
    expect(Math.abs(estimate - shape)).toBeLessThan((4 * shape) / Math.sqrt(1000));
  });

  test('is finite, from the smallest U to the largest', () => {
    const stream = new ReplaceableStream(1, 'x');
    const draw = vi.spyOn(stream, 'drawUniform');
    for (const [value, expected] of [
      [0, 1],
      [1 - 2 ** -53, 2 ** (53 / 1.5)],
    ] as const) {
      draw.mockImplementation(() => {
        stream.drawn[0] = value;
      });
      expect(stream.pareto(3, 1.5) / expected).toBeCloseTo(1, 12);
    }
  });
});

describe('integer', () => {
  test.each([1, 2, 3, 6, 100, 2 ** 31, 3 * 2 ** 30, 2 ** 32 - 1, 2 ** 32])('below %d, without bias', (n) => {
    const stream = new RandomStream(14, `integer/${n}`);
    const values = take(200_000, () => stream.integer(n));
    expect(values.every((k) => Number.isInteger(k) && k >= 0 && k < n)).toBe(true);
    const deviation = Math.sqrt((n * n - 1) / 12 / values.length);
    expect(Math.abs(mean(values) - (n - 1) / 2)).toBeLessThanOrEqual(4 * deviation);
    if (n >= 100) expectPlausible(chiSquare100(values, (k) => Math.floor((100 * k) / n)));
  });

  test('refuses all values except integers from 1 to 2^32', () => {
    const stream = new RandomStream(1, 'x');
    for (const n of [0, -1, 1.5, 2 ** 32 + 1, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => stream.integer(n)).toThrow(RangeError);
  });
});
