/**
 * CoDel against traces worked by hand from the pseudocode of RFC 8289 (sections 5.4 and 5.5), and packet by packet
 * against ns-3.37's queue disc (tests/golden/fixtures/README.md).
 */
import { describe, expect, test } from 'vitest';
import { PacketFlag } from '../../../src/engine/packets/packet.ts';
import type { ParameterValue } from '../../../src/params/schema.ts';
import { codel } from '../../../src/policies/packets/codel.ts';
import { differences, type Link, type LoggedVerdict, loggedVerdicts, ns3Arrivals, ns3Runs } from './ns3-logs.ts';
import { TimedHarness } from './timed-harness.ts';

interface Arrival {
  readonly timeNs: number;
  readonly bytes: number;
  readonly ect: boolean;
}

/** The verdict on each arrival. */
function play(arrivals: readonly Arrival[], values: Record<string, ParameterValue>, link: Link): LoggedVerdict[] {
  const list = {
    count: arrivals.length,
    timeNs: Float64Array.from(arrivals, ({ timeNs }) => timeNs),
    flow: new Int32Array(arrivals.length),
    bytes: Int32Array.from(arrivals, ({ bytes }) => bytes),
    ect: Uint8Array.from(arrivals, ({ ect }) => (ect ? 1 : 0)),
    classIndex: new Uint8Array(arrivals.length),
    classes: ['all'],
  };
  return loggedVerdicts(codel, list, values, link);
}

const MS = 1e6;

/**
 * 10,000-bit packets on 1 Mb/s take 10 ms each; `backlog` of them come at time 0 and then one each 10 ms, so that the
 * queue stands.
 */
function standing(backlog: number, packets: number, ect = false): Arrival[] {
  return Array.from({ length: packets }, (_, index) => ({
    timeNs: Math.max(0, index - backlog) * 10 * MS,
    bytes: 1250,
    ect,
  }));
}

describe('worked by hand from the pseudocode', () => {
  // Packet k of a standing queue would begin at 10 k ms. Target 5 ms, interval 100 ms, mtu 1250 bytes.
  // Packet 0 begins at 0, having waited 0. Packet 1 begins at 10 ms having waited 10 ms: the first above the target,
  // first_above_time = 110 ms. At 110 ms (packet 11) now >= first_above_time: packet 11 is dropped, packet 12 is sent;
  // count = 1, drop_next = 110 + 100 / sqrt(1) = 210 ms. At 210 ms packet 22 is due: 12 began at 110, so that packet
  // 12 + j begins at 110 + 10 j, and 22 at 210 ms: dropped, packet 23 sent, count = 2, drop_next = 210 + 100 / sqrt(2)
  // = 280.7 ms. 23 + j begins at 210 + 10 j; the first at or after 280.7 is j = 8 at 290 ms: packet 31 dropped, count =
  // 3, drop_next = 280.7 + 100 / sqrt(3) = 338.4. 32 + j begins at 290 + 10 j; j = 5 at 340 ms: packet 37 dropped,
  // count = 4, drop_next = 338.4 + 50 = 388.4. 38 + j begins at 340 + 10 j; j = 5 at 390 ms: packet 43 dropped; count =
  // 5.
  const values = { mtuBytes: 1250, ecn: true };
  const acted = (verdicts: readonly LoggedVerdict[], letter: string, most: number) =>
    verdicts.flatMap(({ verdict, timeNs }, index) => (verdict === letter ? [[index, timeNs / MS]] : [])).slice(0, most);

  test('the first drop comes after an interval above the target, the next ones by the control law', () => {
    const verdicts = play(standing(40, 120), values, { rateBps: 1e6 });
    expect(acted(verdicts, 'T', 5)).toEqual([
      [11, 110],
      [22, 210],
      [31, 290],
      [37, 340],
      [43, 390],
    ]);
  });

  // Forty packets at 0, one taken each 10 ms. At 10 ms the first has waited too long: since then, 45 ms at 55 ms. The
  // first drop is at 110 ms, the next one due at 210 ms; at 215 ms two were dropped, and the third is due at 210 + 70.7
  // ms.
  test('gives the time above the target, the number of its drops, and the time of the next one', () => {
    const harness = new TimedHarness(codel, values).fill(60, 1250);
    const state = () => [1, 2, 3].map((index) => Number(harness.signal(index).toFixed(3)));
    harness.take();
    expect(state()).toEqual([0, 0, 0]);
    for (let ms = 10; ms <= 50; ms += 10) harness.at(ms).take();
    harness.at(55);
    expect(state()).toEqual([45, 0, 0]);
    for (let ms = 60; ms <= 110; ms += 10) harness.at(ms).take();
    harness.at(115);
    expect(state()).toEqual([105, 1, 95]);
    for (let ms = 120; ms <= 210; ms += 10) harness.at(ms).take();
    harness.at(215);
    expect(state()).toEqual([205, 2, 65.711]);
    expect(harness.signal(0)).toBe(210);
  });

  // Marked packets are sent: packet k begins at 10 k ms throughout. Marks at 110, 210, then due at 280.7 (packet 29 at
  // 290), 338.4 (34 at 340), 388.4 (39 at 390).
  test('packets of ECN-capable senders are marked by the same law, and sent', () => {
    const verdicts = play(standing(60, 120, true), values, { rateBps: 1e6 });
    expect(acted(verdicts, 'M', 5)).toEqual([
      [11, 110],
      [21, 210],
      [29, 290],
      [34, 340],
      [39, 390],
    ]);
    expect(acted(verdicts, 'T', 1)).toEqual([]);
  });

  test('without ECN they are dropped', () => {
    const verdicts = play(standing(40, 120, true), { ...values, ecn: false }, { rateBps: 1e6 });
    expect(acted(verdicts, 'T', 2)).toEqual([
      [11, 110],
      [22, 210],
    ]);
  });

  test('a packet below the target, and one that leaves no more than an MTU behind, ends the interval', () => {
    // Ten packets at 0: packets 1 to 9 are above the target, but packet 8 leaves 1250 bytes and packet 9 none.
    // The next ten come at 105 ms, when the link rests: no packet is above the target for 100 ms.
    const bursts = Array.from({ length: 200 }, (_, index) => ({
      timeNs: Math.floor(index / 10) * 105 * MS,
      bytes: 1250,
      ect: false,
    }));
    expect(play(bursts, values, { rateBps: 1e6 }).every(({ verdict }) => verdict === 'Q')).toBe(true);
    // With room for an MTU of 100,000 bytes a standing queue of 40 packets is never too long.
    const verdicts = play(standing(40, 120), { ...values, mtuBytes: 65_000 }, { rateBps: 1e6 });
    expect(acted(verdicts, 'T', 1)).toEqual([]);
  });

  // Two congestions. In the first the drops at 110, 210, 290 and 340 ms happen; at 390 ms packet 43 is the last one and
  // leaves nothing behind: count stays 4. Re-entered within 16 intervals, the next one begins with count - lastcount =
  // 4 - 1 = 3. After 1,110 ms its second drop is due 100 / sqrt(3) = 57.7 ms later, where a packet begins at 1,170 ms.
  // Later than 16 intervals it begins with 1 again, and is due 100 ms later.
  test('congestion soon after an earlier one begins at its drop rate', () => {
    const first = standing(40, 44);
    const second = standing(40, 80).map((arrival) => ({ ...arrival, timeNs: arrival.timeNs + 1_000 * MS }));
    const times = acted(play([...first, ...second], values, { rateBps: 1e6 }), 'T', 99).map(([, ms]) => ms as number);
    const again = times.filter((ms) => ms >= 1_000);
    expect(again.slice(0, 2)).toEqual([1_110, 1_170]);
    const later = second.map((arrival) => ({ ...arrival, timeNs: arrival.timeNs + 3_000 * MS }));
    const forgot = acted(play([...first, ...later], values, { rateBps: 1e6 }), 'T', 99).map(([, ms]) => ms as number);
    expect(forgot.filter((ms) => ms >= 4_000).slice(0, 2)).toEqual([4_110, 4_210]);
  });
});

/**
 * Worked by hand from Linux's codel_impl.h, which counts in ticks of 1,024 ns, rounded down: interval 97,656, target
 * 4,882. Packet 1 begins at 10 ms, tick 9,765, as the first above the target. So actions begin after tick 9,765 +
 * 97,656 = 107,421. 110 ms is tick 107,421, not after it; 120 ms is 117,187. The estimate of 1/sqrt(1) is 65,535 /
 * 65,536: the next action is due at 117,187 + 97,654 = 214,841, 219.997 ms, so at 220 ms. One step of Newton's method
 * for count 2 gives 32,769: + 48,829 = 263,670, 269.998 ms, so at 270 ms. For count 3 it gives 36,864, which is longer:
 * + 54,931 = 318,601, 326.2 ms, so at 330 ms. A mark is spaced like a drop, from when the last action was due: counted
 * from tick 214,843, as ns-3 does, the third mark would come at 280 ms.
 */
describe('worked by hand from Linux', () => {
  const values = { mtuBytes: 1250, variant: 'linux' };
  const acted = (ect: boolean, letter: string) =>
    play(standing(60, 120, ect), values, { rateBps: 1e6 })
      .flatMap(({ verdict, timeNs }, index) => (verdict === letter ? [[index, timeNs / MS]] : []))
      .slice(0, 4);

  test('drops', () => {
    expect(acted(false, 'T')).toEqual([
      [12, 120],
      [23, 220],
      [29, 270],
      [36, 330],
    ]);
  });

  test('marks', () => {
    expect(acted(true, 'M')).toEqual([
      [12, 120],
      [22, 220],
      [27, 270],
      [33, 330],
    ]);
  });
});

test.each(ns3Runs('codel'))('ns-3.37, arrivals %s, %s: every verdict and every time', (_arrivals, _name, run) => {
  expect(differences(codel, run).slice(0, 3)).toEqual([]);
  expect(run.verdicts.length).toBeGreaterThan(1_500);
});

/**
 * Drops and mean delay (ms) of an independent model of the RFC's pseudocode for the same arrivals. With ns-3's rules
 * that model gave every verdict of ns-3.
 */
test.each([
  ['b1', 50, undefined],
  ['e1', 3019, 279.4],
  ['f1', 174, 36.6],
])('the RFC to the letter, arrivals %s: %i drops', (name, drops, delayMs) => {
  const arrivals = ns3Arrivals(name);
  const verdicts = loggedVerdicts(codel, arrivals, { ecn: false }, { rateBps: name === 'f1' ? 1e6 : 1e7 });
  expect(verdicts.filter(({ verdict }) => verdict === 'T').length).toBe(drops);
  const delaysNs = verdicts.flatMap(({ verdict, timeNs }, index) =>
    verdict === 'Q' ? timeNs - (arrivals.timeNs[index] as number) : [],
  );
  if (delayMs !== undefined)
    expect(delaysNs.reduce((sum, ns) => sum + ns, 0) / delaysNs.length / MS).toBeCloseTo(delayMs, 1);
});

describe("Linux's ce_threshold, by codel_dequeue()", () => {
  // 20.48 ms are 20,000 ticks of 1,024 ns. A packet has to wait longer, by at least a tick. The target is never
  // reached.
  const marksAfter = (ms: number, values: Record<string, ParameterValue>, flags: number = PacketFlag.ect) => {
    const given = { variant: 'linux', targetMs: 10_000, ceThresholdMs: 20.48, ...values };
    const harness = new TimedHarness(codel, given).fill(3, 1500, flags).at(ms).take();
    return harness.harness.later.map(({ reason }) => reason);
  };

  test('marks a packet that waited longer, also if CoDel does not mark', () => {
    expect(marksAfter(20.48, {})).toEqual([]);
    expect(marksAfter(20.481024, {})).toEqual(['late-mark']);
    expect(marksAfter(20.481024, { ecn: false })).toEqual(['late-mark']);
    expect(marksAfter(0.001024, { ceThresholdMs: 0 })).toEqual(['late-mark']);
  });

  test('marks no packet that cannot be marked or is marked already, and is off by default and elsewhere', () => {
    expect(marksAfter(30, {}, 0)).toEqual([]);
    expect(marksAfter(30, {}, PacketFlag.ect | PacketFlag.ce)).toEqual([]);
    expect(marksAfter(30, { ceThresholdMs: 4_294_967 })).toEqual([]);
    for (const variant of ['rfc', 'ns3']) expect(marksAfter(30, { variant })).toEqual([]);
  });

  // As in the first test: CoDel acts on packet 11 at 110 ms, but later than the interval, so on packet 12 in Linux, at
  // 120 ms. Without its ECN, it drops packet 12, and packet 13 is sent: it waited 120 ms, longer than 115, and is
  // marked. With its ECN, packet 12 has its mark, and gets no other.
  test('comes last: it looks at the packet that is sent', () => {
    const values = { variant: 'linux', mtuBytes: 1250, ceThresholdMs: 115 };
    const acted = (ecn: boolean) =>
      play(standing(40, 20, true), { ...values, ecn }, { rateBps: 1e6 })
        .map(({ verdict, timeNs }) => `${verdict} ${timeNs / MS}`)
        .slice(11, 14);
    expect(acted(false)).toEqual(['Q 110', 'T 120', 'M 120']);
    expect(acted(true)).toEqual(['Q 110', 'M 120', 'M 130']);
  });
});
