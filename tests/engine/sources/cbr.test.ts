import { describe, expect, test } from 'vitest';
import { gaps, kolmogorov, mean, TrafficBench, variance } from './traffic-bench.ts';

/** 1 Mb/s in packets of 1,000 bytes: one every 8 ms. */
const MB = { rateBps: 1e6, packetBytes: 1000 };
const MS = 1e6;

describe('constant bit rate', () => {
  test('is exact: the n-th packet leaves at n intervals, rounded once', () => {
    const bench = new TrafficBench('cbr', { rateBps: 0.7e6, packetBytes: 999, timing: 'periodic' }).runTo(2_000);
    const intervalNs = (999 * 8e9) / 0.7e6;
    expect(bench.times()).toHaveLength(Math.floor(2_000e9 / intervalNs) + 1);
    expect(bench.times().every((time, n) => time === Math.round(n * intervalNs))).toBe(true);
  });

  test('counts the header on the wire only', () => {
    const bench = new TrafficBench('cbr', { ...MB, headerBytes: 40, timing: 'periodic' }).runTo(0.1);
    expect(bench.sent[1]).toEqual({ timeNs: 8 * MS, flow: 0, sequence: 1, bytes: 1040, countedBytes: 1000, flags: 0 });
  });

  test('in step: all flows at the same times', () => {
    const bench = new TrafficBench('cbr', { ...MB, flows: 3, timing: 'periodic' }).runTo(1);
    expect(bench.times(1)).toEqual(bench.times(0));
    expect(bench.times(2)).toEqual(bench.times(0));
  });

  test('random phase: uniform over an interval, then strictly periodic', () => {
    const bench = new TrafficBench('cbr', { ...MB, flows: 1_000 }).runTo(0.1);
    const phases = Array.from({ length: 1_000 }, (_, flow) => bench.times(flow)[0] as number);
    expect(Math.max(...phases)).toBeLessThan(8 * MS);
    expect(kolmogorov(phases, (phase) => phase / (8 * MS))).toBeLessThan(1.63);
    for (let flow = 0; flow < 1_000; flow += 99)
      expect(gaps(bench.times(flow)).every((gap) => gap === 8 * MS)).toBe(true);
  });

  describe('each host at its own phase', () => {
    const HOSTS = { ...MB, timing: 'phasePerHost', accessDelayMs: [20, 40, 60, 80] } as const;

    test('sources of one host are in step, hosts are not, and all are strictly periodic', () => {
      const bench = new TrafficBench('cbr', { ...HOSTS, flows: 20 }).runTo(1);
      const phases = [0, 1, 2, 3].map((host) => bench.times(host)[0] as number);
      expect(new Set(phases).size).toBe(4);
      for (let flow = 0; flow < 20; flow++) {
        expect(bench.times(flow)).toEqual(bench.times(flow % 4));
        expect(gaps(bench.times(flow)).every((gap) => gap === 8 * MS)).toBe(true);
      }
    });

    test('the phase of a host is uniform over an interval, and another in every seed', () => {
      const phases = Array.from({ length: 1_000 }, (_, seed) => {
        const bench = new TrafficBench('cbr', HOSTS, { seed }).runTo(0.01);
        return bench.times(0)[0] as number;
      });
      expect(Math.max(...phases)).toBeLessThan(8 * MS);
      expect(kolmogorov(phases, (phase) => phase / (8 * MS))).toBeLessThan(1.63);
    });

    test('one source for each host behaves as a source of random phase', () => {
      const hosts = new TrafficBench('cbr', { ...HOSTS, flows: 4 }).runTo(1);
      const random = new TrafficBench('cbr', { ...HOSTS, timing: 'randomPhase', flows: 4 }).runTo(1);
      expect(hosts.sent).toEqual(random.sent);
    });

    test('a source that is added, or begins later, joins the rhythm of its host', () => {
      const bench = new TrafficBench('cbr', { ...HOSTS, flows: 8, startSeconds: [0, 0, 0, 0, 1.001] }).runTo(2);
      const late = bench.times(4);
      expect(late[0]).toBeGreaterThanOrEqual(1_001 * MS);
      expect(late[0]).toBeLessThan(1_009 * MS);
      expect(bench.times(0)).toEqual(expect.arrayContaining(late));
      bench.traffic.configure({ flows: 9, rateBps: 2e6 });
      bench.runTo(3);
      const added = bench.times(8);
      expect(added).toHaveLength(250);
      expect(bench.times(0)).toEqual(expect.arrayContaining(added));
    });
  });

  test('jittered: gaps between half and one and a half intervals, uniform, mean exact', () => {
    const bench = new TrafficBench('cbr', { ...MB, timing: 'jittered' }).runTo(400);
    const all = gaps(bench.times());
    expect(Math.min(...all)).toBeGreaterThanOrEqual(4 * MS);
    expect(Math.max(...all)).toBeLessThanOrEqual(12 * MS);
    expect(kolmogorov(all, (gap) => (gap - 4 * MS) / (8 * MS))).toBeLessThan(1.63);
    expect(Math.abs(mean(all) - 8 * MS)).toBeLessThan(3 * Math.sqrt(variance(all) / all.length));
  });

  test('begins and stops when told', () => {
    const bench = new TrafficBench('cbr', {
      ...MB,
      flows: 2,
      timing: 'periodic',
      startSeconds: [1, 2],
      stopSeconds: [1.1, 3],
    }).runTo(10);
    expect(bench.times(0)[0]).toBe(1_000 * MS);
    expect(bench.times(0)).toHaveLength(13);
    expect(bench.times(1)[0]).toBe(2_000 * MS);
    expect(bench.times(1)).toHaveLength(125);
  });
});

describe('live changes', () => {
  test('a new rate stretches the rest of the interval', () => {
    const bench = new TrafficBench('cbr', { ...MB, timing: 'periodic' }).runTo(0.1);
    bench.traffic.configure({ rateBps: 2e6 });
    bench.runTo(0.12);
    // At 100 ms, 4 of 8 ms were left: 2 ms at twice the rate.
    expect(bench.times().slice(-5)).toEqual([96, 102, 106, 110, 114, 118].map((ms) => ms * MS).slice(-5));
  });

  test('the rate is exact over many changes', () => {
    const bench = new TrafficBench('cbr', { ...MB, timing: 'periodic' });
    for (let second = 1; second <= 100; second++) {
      bench.runTo(second);
      bench.traffic.configure({ rateBps: second % 2 === 0 ? 1e6 : 3e6 });
    }
    // 50 s of 125 packets/s and 50 s of 375 packets/s, the first at 0.
    expect(Math.abs(bench.sent.length - 25_000)).toBeLessThanOrEqual(2);
  });

  test('a source that was all but silent wakes up at once', () => {
    const bench = new TrafficBench('cbr', { rateBps: 1, packetBytes: 1000, timing: 'periodic' }).runTo(10);
    expect(bench.sent).toHaveLength(1);
    bench.traffic.configure({ rateBps: 1e6 });
    bench.runTo(11);
    expect(bench.sent.length).toBeGreaterThanOrEqual(125);
  });

  test('a change of rate does not move a later start, but it changes the phase', () => {
    const bench = new TrafficBench('cbr', { ...MB, startSeconds: 2 }, { seed: 3 }).runTo(1);
    bench.traffic.configure({ rateBps: 1e5 });
    const [first] = bench.runTo(3).times();
    const [unchanged] = new TrafficBench('cbr', { ...MB, startSeconds: 2 }, { seed: 3 }).runTo(3).times();
    expect((first as number) - 2e9).toBeCloseTo(10 * ((unchanged as number) - 2e9), -2);
  });

  test('flows come and go at once', () => {
    const bench = new TrafficBench('cbr', { ...MB, flows: 1 }).runTo(1);
    bench.traffic.configure({ flows: 3 });
    bench.runTo(2);
    bench.traffic.configure({ flows: 1 });
    bench.runTo(3);
    for (const flow of [1, 2]) {
      expect(bench.times(flow)[0]).toBeLessThan(1e9 + 8 * MS);
      expect(bench.times(flow).at(-1)).toBeGreaterThan(2e9 - 8 * MS);
      expect(bench.times(flow).at(-1)).toBeLessThanOrEqual(2e9);
    }
    expect(bench.times(0)).toHaveLength(375);
    expect(bench.traffic.flows).toBe(1);
  });

  test('a flow that comes back continues its packet numbers', () => {
    const bench = new TrafficBench('cbr', { ...MB, timing: 'periodic' }).runTo(1);
    bench.traffic.configure({ flows: 0 });
    bench.runTo(2);
    bench.traffic.configure({ flows: 1 });
    bench.runTo(3);
    expect(bench.sent.map(({ sequence }) => sequence)).toEqual(bench.sent.map((_, index) => index));
  });
});
