import { describe, expect, test } from 'vitest';
import { chosen } from '../../amount.ts';
import { gaps, kolmogorov, mean, TrafficHarness, variance } from './traffic-harness.ts';

/** A packet every 8 ms while on. */
const SHAPE = { rateBps: 1e6, packetBytes: 1000, onSeconds: 0.4, offSeconds: 0.6 };
const MS = 1e6;

describe('in step', () => {
  test('sends at the rate during the on periods, and at no other time', () => {
    const times = new TrafficHarness('onOff', { ...SHAPE, synchronised: true }).runTo(9.999).times();
    expect(times).toHaveLength(10 * 50);
    expect(times.every((time, n) => time === Math.floor(n / 50) * 1000 * MS + (n % 50) * 8 * MS)).toBe(true);
  });

  test('all flows switch at the same times', () => {
    const harness = new TrafficHarness('onOff', { ...SHAPE, flows: 3, synchronised: true }).runTo(5);
    expect(harness.times(1)).toEqual(harness.times(0));
    expect(harness.times(2)).toEqual(harness.times(0));
  });

  test('a source that is slow for its periods still sends one packet in each', () => {
    const times = new TrafficHarness('onOff', { ...SHAPE, rateBps: 1_000, synchronised: true }).runTo(9.999).times();
    expect(times).toEqual(Array.from({ length: 10 }, (_, n) => n * 1000 * MS));
  });
});

describe('each at its own phase', () => {
  test('the share of on time is on / (on + off)', () => {
    const harness = new TrafficHarness('onOff', { ...SHAPE, flows: 40 }).runTo(100);
    expect(harness.sent.length / (40 * 100 * 125 * 0.4)).toBeCloseTo(1, 1.6);
  });

  test('begins anywhere in its cycle: a share of on / (on + off) is on at any time', () => {
    const harness = new TrafficHarness('onOff', { ...SHAPE, flows: 400 }).runTo(2);
    for (const second of [0.1, 0.5, 1.3]) {
      const on = new Set(
        harness.sent
          .filter(({ timeNs }) => timeNs >= second * 1e9 && timeNs < second * 1e9 + 8 * MS)
          .map(({ flow }) => flow),
      );
      expect(Math.abs(on.size / 400 - 0.4)).toBeLessThan(3 * Math.sqrt((0.4 * 0.6) / 400));
    }
  });

  test('within a period the gaps are the interval, between periods at least the silence', () => {
    const harness = new TrafficHarness('onOff', { ...SHAPE, flows: 10 }).runTo(20);
    for (let flow = 0; flow < 10; flow++) {
      const all = gaps(harness.times(flow));
      expect(all.every((gap) => gap === 8 * MS || (gap >= 600 * MS && gap <= 608 * MS))).toBe(true);
    }
  });

  test('exponential periods: the same share in the long run', () => {
    const harness = new TrafficHarness('onOff', { ...SHAPE, flows: 50, periods: 'exponential' }).runTo(200);
    // 10,000 cycles; a packet at the start of each on period adds half an interval to each of them.
    const expected = 50 * 200 * 125 * 0.4 * (1 + 0.004 / 0.4);
    expect(Math.abs(harness.sent.length / expected - 1)).toBeLessThan(0.03);
  });

  test('a source that is slow for its periods does not fall silent', () => {
    const harness = new TrafficHarness('onOff', { ...SHAPE, rateBps: 100, flows: 20 }).runTo(30);
    for (let flow = 0; flow < 20; flow++) expect(harness.times(flow).length).toBeGreaterThanOrEqual(28);
  });
});

describe('Pareto periods', () => {
  /**
   * Lengths of the on and off periods of one flow, s; a packet leaves each millisecond, so they are half of one off at
   * most.
   */
  function periodsOf(paretoShape: number): { readonly on: number[]; readonly off: number[] } {
    const fast = { rateBps: 1e6, packetBytes: 125, onSeconds: 0.6, offSeconds: 0.9, synchronised: true };
    const times = new TrafficHarness('onOff', { ...fast, periods: 'pareto', paretoShape }).runTo(1_500).times();
    const on: number[] = [];
    const off: number[] = [];
    let beganNs = 0;
    for (const [index, gap] of gaps(times).entries()) {
      if (gap === MS) continue;
      const lastNs = times[index] as number;
      on.push((lastNs - beganNs + MS / 2) / 1e9);
      off.push((gap - MS / 2) / 1e9);
      beganNs = lastNs + gap;
    }
    return { on: on.slice(0, 500), off: off.slice(0, 500) };
  }

  // A mean m with shape a: none below k = m (a - 1) / a, and above x with probability (k / x)^a.
  test.each([1.5, 2])('shape %d: on and off are Pareto with their means', (shape) => {
    const { on, off } = periodsOf(shape);
    for (const [lengths, mean] of [
      [on, 0.6],
      [off, 0.9],
    ] as const) {
      const least = (mean * (shape - 1)) / shape;
      expect(lengths).toHaveLength(500);
      expect(Math.min(...lengths)).toBeGreaterThan(least - 0.001);
      expect(kolmogorov(lengths, (x) => (x < least ? 0 : 1 - (least / x) ** shape))).toBeLessThan(1.63);
    }
  });

  // Taqqu, Willinger & Sherman 1997: many sources together have H = (3 - a) / 2, so the variance of the mean rate over
  // a time T falls as T^(2 H - 2) = T^-(a - 1). With exponential periods it falls as 1 / T, for T far above the
  // periods.
  const slopes = [
    ['pareto', -0.4],
    ['exponential', -1],
  ] as const;
  test.each(chosen(slopes, ([periods]) => periods === 'pareto'))(
    '%s: the variance of the rate over T falls as T^%d',
    (periods, slope) => {
      const flows = 100;
      const seconds = 3_600;
      const slow = { rateBps: 10_000, packetBytes: 125, onSeconds: 0.5, offSeconds: 0.5, flows };
      const harness = new TrafficHarness('onOff', { ...slow, periods, paretoShape: 1.4 }).runTo(seconds);
      const counts = new Array<number>(seconds).fill(0);
      for (const timeNs of harness.times()) counts[Math.min(seconds - 1, Math.floor(timeNs / 1e9))]! += 1;
      const varianceOver = (length: number) =>
        variance(
          Array.from({ length: Math.floor(seconds / length) }, (_, block) =>
            mean(counts.slice(block * length, (block + 1) * length)),
          ),
        );
      const measured = Math.log(varianceOver(100) / varianceOver(5)) / Math.log(20);
      expect(Math.abs(measured - slope)).toBeLessThan(0.15);
    },
  );

  test('the smallest shape gives whole times, also when a period is stretched', () => {
    const long = { ...SHAPE, rateBps: 1000, onSeconds: 3_600, offSeconds: 0.001, periods: 'pareto', paretoShape: 1.01 };
    const harness = new TrafficHarness('onOff', { ...long, flows: 50 }).runTo(100);
    harness.traffic.configure({ onSeconds: 0.001, offSeconds: 3_600 });
    harness.runTo(3_600);
    expect(harness.times().every(Number.isSafeInteger)).toBe(true);
  });
});

describe('live changes', () => {
  test('a long silence ends at once when it is made short', () => {
    const harness = new TrafficHarness('onOff', { ...SHAPE, offSeconds: 3_600, synchronised: true }).runTo(36.4);
    harness.traffic.configure({ offSeconds: 0.1 });
    // A hundredth of the silence was over: 99 % of the new one is left.
    expect(harness.runTo(36.6).times().at(50)).toBe(36_400 * MS + 99 * MS);
  });

  test('the rest of an on period is stretched', () => {
    const harness = new TrafficHarness('onOff', { ...SHAPE, synchronised: true }).runTo(0.2);
    harness.traffic.configure({ onSeconds: 0.8 });
    const times = harness.runTo(1.5).times();
    expect(times.filter((time) => time < 700 * MS).at(-1)).toBe(592 * MS);
    expect(times.find((time) => time > 700 * MS)).toBe(1200 * MS);
  });

  test('a new rate keeps the periods', () => {
    const harness = new TrafficHarness('onOff', { ...SHAPE, synchronised: true }).runTo(0.6);
    harness.traffic.configure({ rateBps: 2e6 });
    const times = harness.runTo(1.999).times();
    expect(times).toHaveLength(50 + 100);
    expect(times[50]).toBe(1000 * MS);
  });

  test('flows added later keep in step among themselves', () => {
    const harness = new TrafficHarness('onOff', { ...SHAPE, synchronised: true }).runTo(0.7);
    harness.traffic.configure({ flows: 3 });
    harness.runTo(3);
    expect(harness.times(1)[0]).toBe(700 * MS);
    expect(harness.times(2)).toEqual(harness.times(1));
  });
});
