import { expect, test } from 'vitest';
import { gaps, kolmogorov, mean, TrafficHarness, variance } from './traffic-harness.ts';

const MB = { rateBps: 1e6, packetBytes: 125 };
const MEAN_NS = 1e6;

test('gaps are exponential: mean, variance, Kolmogorov-Smirnov', () => {
  const all = gaps(new TrafficHarness('poisson', MB).runTo(50).times());
  const n = all.length;
  expect(Math.abs(n - 50_000)).toBeLessThan(3 * Math.sqrt(50_000));
  expect(Math.abs(mean(all) / MEAN_NS - 1)).toBeLessThan(3 / Math.sqrt(n));
  // The variance of a sample variance of an exponential is 8 mean^4 / n.
  expect(Math.abs(variance(all) / MEAN_NS ** 2 - 1)).toBeLessThan(3 * Math.sqrt(8 / n));
  expect(kolmogorov(all, (gap) => 1 - Math.exp(-gap / MEAN_NS))).toBeLessThan(1.63);
});

test('counts in windows have equal mean and variance', () => {
  const counts = new Array<number>(5_000).fill(0);
  for (const time of new TrafficHarness('poisson', MB, { seed: 2 }).runTo(50).times()) {
    const window = Math.min(4_999, Math.floor(time / 1e7));
    counts[window] = (counts[window] as number) + 1;
  }
  expect(Math.abs(variance(counts) / mean(counts) - 1)).toBeLessThan(3 * Math.sqrt(2 / counts.length));
});

test('flows are independent of each other', () => {
  const harness = new TrafficHarness('poisson', { ...MB, flows: 2 }).runTo(20);
  const [one, other] = [gaps(harness.times(0)), gaps(harness.times(1))];
  const n = Math.min(one.length, other.length);
  const products = Array.from(
    { length: n },
    (_, index) => ((one[index] as number) / MEAN_NS - 1) * ((other[index] as number) / MEAN_NS - 1),
  );
  expect(Math.abs(mean(products))).toBeLessThan(3 / Math.sqrt(n));
});

test('exponential sizes: mean, and whole bytes from 1 on', () => {
  const harness = new TrafficHarness('poisson', { rateBps: 8e6, packetBytes: 1000, sizes: 'exponential' }).runTo(40);
  const sizes = harness.sent.map(({ bytes }) => bytes);
  expect(sizes.every((size) => Number.isInteger(size) && size >= 1 && size <= 65_000)).toBe(true);
  expect(Math.abs(mean(sizes) / 1000 - 1)).toBeLessThan(3 / Math.sqrt(sizes.length));
  expect(Math.abs((sizes.filter((size) => size > 1000).length / sizes.length) * Math.E - 1)).toBeLessThan(0.03);
});

test('a new rate holds at once and the process stays Poisson', () => {
  const after: number[] = [];
  for (let seed = 1; seed <= 400; seed++) {
    const harness = new TrafficHarness('poisson', { rateBps: 10, packetBytes: 125 }, { seed }).runTo(1);
    harness.traffic.configure({ rateBps: 1e6 });
    after.push(
      (harness
        .runTo(1.1)
        .times()
        .find((time) => time > 1e9) as number) - 1e9,
    );
  }
  expect(kolmogorov(after, (wait) => 1 - Math.exp(-wait / MEAN_NS))).toBeLessThan(1.63);
});
