/**
 * COBALT against traces worked by hand from Linux's sch_cake.c, and packet by packet, alone and behind queues of flows,
 * against ns-3.37's queue discs with the random numbers that they drew (tests/golden/fixtures/README.md).
 */
import { describe, expect, test } from 'vitest';
import { cobalt } from '../../../src/policies/packets/cobalt.ts';
import { fqCobalt } from '../../../src/policies/packets/fq-cobalt.ts';
import { differences, loggedVerdicts, ns3Runs } from './ns3-logs.ts';
import { PolicyHarness } from './policy-harness.ts';

const MS = 1e6;

/**
 * 10,000-bit packets on 1 Mb/s take 10 ms each; 60 of them come at time 0 and then one each 10 ms, so that the queue
 * stands.
 */
function acted(ect: boolean, letter: string, variant = 'cake'): number[][] {
  const count = 120;
  const arrivals = {
    count,
    timeNs: Float64Array.from({ length: count }, (_, index) => Math.max(0, index - 60) * 10 * MS),
    flow: new Int32Array(count),
    bytes: new Int32Array(count).fill(1250),
    ect: new Uint8Array(count).fill(ect ? 1 : 0),
    classIndex: new Uint8Array(count),
    classes: ['all'],
  };
  return loggedVerdicts(cobalt, arrivals, { mtuBytes: 1250, variant }, { rateBps: 1e6 })
    .flatMap(({ verdict, timeNs }, index) => (verdict === letter ? [[index, timeNs / MS]] : []))
    .slice(0, 5);
}

describe('worked by hand from sch_cake', () => {
  // Packet k of a standing queue begins at 10 k ms, which is how long it has waited. Four packets take 40 ms: packet 5,
  // at 50 ms, is the first that has waited longer. count = 1, and the first action is due one interval later, at 150
  // ms: packet 15. count = 2: 150 + 100 / sqrt(2) = 220.7, where packet 16 + j begins at 150 + 10 j: packet 24 at 230.
  // count = 3: 220.7 + 57.7 = 278.4: packet 30 at 280. count = 4: 278.4 + 50 = 328.4: packet 36 at 330. count = 5:
  // 328.4 + 44.7 = 373.2: packet 42 at 380.
  test('drops', () => {
    expect(acted(false, 'T')).toEqual([
      [15, 150],
      [24, 230],
      [30, 280],
      [36, 330],
      [42, 380],
    ]);
  });

  test('marks at the same times', () => {
    expect(acted(true, 'M')).toEqual([
      [15, 150],
      [23, 230],
      [28, 280],
      [33, 330],
      [38, 380],
    ]);
  });

  // Linux 7.2 begins with 0 in place of 1 / sqrt(1): at packet 5 the first action is due at once, and packet 6, at 60
  // ms, is dropped. Then packet 7 + j begins at 60 + 10 j. count = 2: 50 + 70.7 = 120.7: packet 14 at 130. Then 57.7
  // later, 178.4: packet 20 at 180; 50 later, 228.4: packet 26 at 230; 44.7 later, 273.1: packet 32 at 280.
  test('Linux 7.2 meets the first congestion of a queue at once', () => {
    expect(acted(false, 'T', 'linux')).toEqual([
      [6, 60],
      [14, 130],
      [20, 180],
      [26, 230],
      [32, 280],
    ]);
  });

  test('in Linux 7.2 a full buffer loses its oldest packet, and the last packet is not dropped', () => {
    const full = new Full(0.999, 'linux').at(6).offer().offer();
    expect(full.blue).toBe(1 / 256);
    expect(full.harness.later.map(({ reason }) => reason)).toEqual(['oldest']);
    // Due since 6 ms, above the target, and alone.
    expect(
      full
        .at(60)
        .take()
        .harness.later.map(({ reason }) => reason),
    ).toEqual(['oldest']);
  });

  /** Room for one packet; the link takes it out when the test says so. */
  class Full {
    readonly harness: PolicyHarness;
    constructor(draw: number, variant = 'cake') {
      this.harness = new PolicyHarness(cobalt, { variant }, { limitPackets: 1, draw });
    }
    at(ms: number): this {
      (this.harness.host as { nowNs: number }).nowNs = ms * MS;
      return this;
    }
    offer(): this {
      const packet = this.harness.packets.allocate();
      this.harness.packets.arrivedNs[packet] = this.harness.host.nowNs;
      this.harness.offerPacket(packet, 1000);
      return this;
    }
    take(): this {
      this.harness.take();
      return this;
    }
    get blue(): number {
      const signals = new Float64Array(2);
      this.harness.policy.signals(signals);
      return signals[1] as number;
    }
  }

  test('Blue grows by 1/256 with an overflow, falls by 1/4096 when the queue is empty, at most once in 5 ms', () => {
    const full = new Full(0.999).at(1).offer().offer();
    // 1 ms is not later than 5 ms after 0, its beginning.
    expect(full.blue).toBe(0);
    expect(full.at(6).offer().blue).toBe(1 / 256);
    expect(full.at(10).offer().blue).toBe(1 / 256);
    expect(full.at(11).offer().blue).toBe(1 / 256);
    expect(full.at(11.1).offer().blue).toBe(2 / 256);
    // An overflow makes CoDel's next action due: it drops the packet at 12 ms, which waited for 11 ms, longer than four
    // take. The queue is then empty.
    expect(full.at(12).take().blue).toBe(2 / 256);
    expect(full.at(16.2).take().blue).toBe(2 / 256 - 1 / 4096);
    expect(full.harness.later.map(({ reason }) => reason)).toEqual(['due-drop']);
  });

  test.each([
    [0.0039, ['blue']],
    [0.00391, []],
  ])('a draw of %d against 1/256 = 0.00390625', (draw, dropped) => {
    const full = new Full(draw).at(1).offer().at(6).offer().at(6.5).take();
    expect(full.harness.later.map(({ reason }) => reason)).toEqual(dropped);
  });

  // From 4.295 s on the time of the last change looks 4.295 s older than it is.
  test.each([
    ['cake', 1],
    ['ns3', 2],
  ])('%s: two overflows within 5 ms after 4.3 s count as %i', (variant, steps) => {
    const full = new Full(0.999, variant).at(4_300).offer().offer().at(4_301).offer();
    expect(full.blue).toBe(steps / 256);
  });
});

test.each(ns3Runs('cobalt'))('ns-3.37, arrivals %s, %s: every verdict and every time', (_arrivals, _name, run) => {
  expect(differences(cobalt, run).slice(0, 3)).toEqual([]);
  expect(run.verdicts.length).toBeGreaterThan(1_500);
});

test.each(ns3Runs('fq-cobalt'))('ns-3.37, arrivals %s, %s: every verdict and every time', (_arrivals, _name, run) => {
  expect(differences(fqCobalt, run).slice(0, 3)).toEqual([]);
  expect(run.verdicts.length).toBeGreaterThan(1_500);
});
