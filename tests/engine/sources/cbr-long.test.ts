import { describe, expect, test } from 'vitest';
import { gaps, kolmogorov, mean, TrafficHarness, variance } from './traffic-harness.ts';

/** 1 Mb/s in packets of 1,000 bytes: one every 8 ms. */
const MB = { rateBps: 1e6, packetBytes: 1000 };
const MS = 1e6;

describe('constant bit rate', () => {
  test('is exact: the n-th packet leaves at n intervals, rounded once', () => {
    const harness = new TrafficHarness('cbr', { rateBps: 0.7e6, packetBytes: 999, timing: 'periodic' }).runTo(2_000);
    const intervalNs = (999 * 8e9) / 0.7e6;
    expect(harness.times()).toHaveLength(Math.floor(2_000e9 / intervalNs) + 1);
    expect(harness.times().every((time, n) => time === Math.round(n * intervalNs))).toBe(true);
  });

  test('counts the header on the wire only', () => {
    const harness = new TrafficHarness('cbr', { ...MB, headerBytes: 40, timing: 'periodic' }).runTo(0.1);
    expect(harness.sent[1]).toEqual({
      timeNs: 8 * MS,
      flow: 0,
      sequence: 1,
      bytes: 1040,
      countedBytes: 1000,
      flags: 0,
    });
  });

  test('in step: all flows at the same times', () => {
    const harness = new TrafficHarness('cbr', { ...MB, flows: 3, timing: 'periodic' }).runTo(1);
    expect(harness.times(1)).toEqual(harness.times(0));
    expect(harness.times(2)).toEqual(harness.times(0));
  });

  test('random phase: uniform over an interval, then strictly periodic', () => {
    const harness = new TrafficHarness('cbr', { ...MB, flows: 1_000 }).runTo(0.1);
    const phases = Array.from({ length: 1_000 }, (_, flow) => harness.times(flow)[0] as number);
    expect(Math.max(...phases)).toBeLessThan(8 * MS);
    expect(kolmogorov(phases, (phase) => phase / (8 * MS))).toBeLessThan(1.63);
    for (let flow = 0; flow < 1_000; flow += 99)
      expect(gaps(harness.times(flow)).every((gap) => gap === 8 * MS)).toBe(true);
  });

  describe('each host at its own phase', () => {
    const HOSTS = { ...MB, timing: 'phasePerHost', accessDelayMs: [20, 40, 60, 80] } as const;

    test('sources of one host are in step, hosts are not, and all are strictly periodic', () => {
      const harness = new TrafficHarness('cbr', { ...HOSTS, flows: 20 }).runTo(1);
      const phases = [0, 1, 2, 3].map((host) => harness.times(host)[0] as number);
      expect(new Set(phases).size).toBe(4);
      for (let flow = 0; flow < 20; flow++) {
        expect(harness.times(flow)).toEqual(harness.times(flow % 4));
        expect(gaps(harness.times(flow)).every((gap) => gap === 8 * MS)).toBe(true);
      }
    });

    test('the phase of a host is uniform over an interval, and another in every seed', () => {
      const phases = Array.from({ length: 1_000 }, (_, seed) => {
        const harness = new TrafficHarness('cbr', HOSTS, { seed }).runTo(0.01);
        return harness.times(0)[0] as number;
      });
      expect(Math.max(...phases)).toBeLessThan(8 * MS);
      expect(kolmogorov(phases, (phase) => phase / (8 * MS))).toBeLessThan(1.63);
    });

    test('one source for each host behaves as a source of random phase', () => {
      const hosts = new TrafficHarness('cbr', { ...HOSTS, flows: 4 }).runTo(1);
      const random = new TrafficHarness('cbr', { ...HOSTS, timing: 'randomPhase', flows: 4 }).runTo(1);
      expect(hosts.sent).toEqual(random.sent);
    });

    test('a source that is added, or begins later, joins the rhythm of its host', () => {
      const harness = new TrafficHarness('cbr', { ...HOSTS, flows: 8, startSeconds: [0, 0, 0, 0, 1.001] }).runTo(2);
      const late = harness.times(4);
      expect(late[0]).toBeGreaterThanOrEqual(1_001 * MS);
      expect(late[0]).toBeLessThan(1_009 * MS);
      expect(harness.times(0)).toEqual(expect.arrayContaining(late));
      harness.traffic.configure({ flows: 9, rateBps: 2e6 });
      harness.runTo(3);
      const added = harness.times(8);
      expect(added).toHaveLength(250);
      expect(harness.times(0)).toEqual(expect.arrayContaining(added));
    });
  });

  test('jittered: gaps between half and one and a half intervals, uniform, mean exact', () => {
    const harness = new TrafficHarness('cbr', { ...MB, timing: 'jittered' }).runTo(400);
    const all = gaps(harness.times());
    expect(Math.min(...all)).toBeGreaterThanOrEqual(4 * MS);
    expect(Math.max(...all)).toBeLessThanOrEqual(12 * MS);
    expect(kolmogorov(all, (gap) => (gap - 4 * MS) / (8 * MS))).toBeLessThan(1.63);
    expect(Math.abs(mean(all) - 8 * MS)).toBeLessThan(3 * Math.sqrt(variance(all) / all.length));
  });

  test('begins and stops when told', () => {
    const harness = new TrafficHarness('cbr', {
      ...MB,
      flows: 2,
      timing: 'periodic',
      startSeconds: [1, 2],
      stopSeconds: [1.1, 3],
    }).runTo(10);
    expect(harness.times(0)[0]).toBe(1_000 * MS);
    expect(harness.times(0)).toHaveLength(13);
    expect(harness.times(1)[0]).toBe(2_000 * MS);
    expect(harness.times(1)).toHaveLength(125);
  });
});

describe('live changes', () => {
  test('a new rate stretches the rest of the interval', () => {
    const harness = new TrafficHarness('cbr', { ...MB, timing: 'periodic' }).runTo(0.1);
    harness.traffic.configure({ rateBps: 2e6 });
    harness.runTo(0.12);
    // At 100 ms, 4 of 8 ms were left: 2 ms at twice the rate.
    expect(harness.times().slice(-5)).toEqual([96, 102, 106, 110, 114, 118].map((ms) => ms * MS).slice(-5));
  });

  test('the rate is exact over many changes', () => {
    const harness = new TrafficHarness('cbr', { ...MB, timing: 'periodic' });
    for (let second = 1; second <= 100; second++) {
      harness.runTo(second);
      harness.traffic.configure({ rateBps: second % 2 === 0 ? 1e6 : 3e6 });
    }
    // 50 s of 125 packets/s and 50 s of 375 packets/s, the first at 0.
    expect(Math.abs(harness.sent.length - 25_000)).toBeLessThanOrEqual(2);
  });

  test('a source that was all but silent wakes up at once', () => {
    const harness = new TrafficHarness('cbr', { rateBps: 1, packetBytes: 1000, timing: 'periodic' }).runTo(10);
    expect(harness.sent).toHaveLength(1);
    harness.traffic.configure({ rateBps: 1e6 });
    harness.runTo(11);
    expect(harness.sent.length).toBeGreaterThanOrEqual(125);
  });

  test('a change of rate does not move a later start, but it changes the phase', () => {
    const harness = new TrafficHarness('cbr', { ...MB, startSeconds: 2 }, { seed: 3 }).runTo(1);
    harness.traffic.configure({ rateBps: 1e5 });
    const [first] = harness.runTo(3).times();
    const [unchanged] = new TrafficHarness('cbr', { ...MB, startSeconds: 2 }, { seed: 3 }).runTo(3).times();
    expect((first as number) - 2e9).toBeCloseTo(10 * ((unchanged as number) - 2e9), -2);
  });

  test('flows come and go at once', () => {
    const harness = new TrafficHarness('cbr', { ...MB, flows: 1 }).runTo(1);
    harness.traffic.configure({ flows: 3 });
    harness.runTo(2);
    harness.traffic.configure({ flows: 1 });
    harness.runTo(3);
    for (const flow of [1, 2]) {
      expect(harness.times(flow)[0]).toBeLessThan(1e9 + 8 * MS);
      expect(harness.times(flow).at(-1)).toBeGreaterThan(2e9 - 8 * MS);
      expect(harness.times(flow).at(-1)).toBeLessThanOrEqual(2e9);
    }
    expect(harness.times(0)).toHaveLength(375);
    expect(harness.traffic.sendingFlowCount).toBe(1);
  });

  test('a flow that comes back continues its packet numbers', () => {
    const harness = new TrafficHarness('cbr', { ...MB, timing: 'periodic' }).runTo(1);
    harness.traffic.configure({ flows: 0 });
    harness.runTo(2);
    harness.traffic.configure({ flows: 1 });
    harness.runTo(3);
    expect(harness.sent.map(({ sequence }) => sequence)).toEqual(harness.sent.map((_, index) => index));
  });
});
