/**
 * FQ-CoDel against traces worked by hand from RFC 8290, sections 4.1 and 4.2, and packet by packet against ns-3.37's
 * queue disc (tests/golden/fixtures/README.md).
 */
import { describe, expect, test } from 'vitest';
import type { ParameterValue } from '../../../src/params/schema.ts';
import { fqCodel } from '../../../src/policies/packets/fq-codel.ts';
import { queueOfFlow } from '../../../src/policies/packets/mechanisms/flow-queues.ts';
import { differences, loggedVerdicts, ns3Runs } from './ns3-logs.ts';
import { PolicyHarness } from './policy-harness.ts';

const MS = 1e6;
type Listed = readonly [name: string, ms: number, bytes: number];

/** Plays packets on 12 Mb/s, where 1,500 bytes take 1 ms; their names begin with the letter of their flow. */
function play(
  list: readonly Listed[],
  values: Record<string, ParameterValue> = {},
  limitPackets?: number,
  ect = 0,
): string[] {
  const arrivals = {
    count: list.length,
    timeNs: Float64Array.from(list, ([, ms]) => Math.round(ms * MS)),
    flow: Int32Array.from(list, ([name]) => name.charCodeAt(0) - 97),
    bytes: Int32Array.from(list, ([, , bytes]) => bytes),
    ect: new Uint8Array(list.length).fill(ect),
    classIndex: new Uint8Array(list.length),
    classes: ['all'],
  };
  const verdicts = loggedVerdicts(fqCodel, arrivals, values, { rateBps: 12e6, limitPackets });
  return list
    .map(([name], index) => ({ name, ...(verdicts[index] as (typeof verdicts)[number]) }))
    .sort((one, other) => one.timeNs - other.timeNs)
    .map(({ name, verdict, timeNs }) => `${name} ${verdict} ${timeNs / MS}`);
}

const burst = (flow: string, ms: number, packets: number, bytes = 1500): Listed[] =>
  Array.from({ length: packets }, (_, index) => [`${flow}${index}`, ms, bytes]);

describe('worked by hand from RFC 8290', () => {
  // 0: a0 is sent; A is in the new list with 1500 - 1500 = 0 credits. B and C come behind it with 1500 each.
  // 1: A has none: + 1500, to the old list. b0 is sent, B has 0.
  // 2: B: + 1500, old list A B. c0 is sent, C has 750. 2.5: c1 is sent, C has 0.
  // 3: C: + 1500, old list A B C, no new ones. a1 is sent, A has 0.
  // 4: A: + 1500, old list B C A. B is empty and old: it leaves the lists. c2 is sent, C has 750.
  // 4.2: b1 comes: B is new again, with 1500. 4.3: d0 comes: D is new, behind B.
  // 4.5: new before old: b1 is sent, B has 0.
  // 5.5: B: + 1500, old list C A B. d0 is sent, D has 750.
  // 6: D is empty, but new: it goes to the old list, C A B D. C is empty and leaves. a2 is sent, A has 0.
  // 6.1: d1 comes: D stays where it is.
  // 7: A: + 1500, old list B D A. B is empty and leaves. d1 is sent, D has 0.
  // 7.5: D: + 1500, old list A D. a3 is sent. 8.5: A: + 1500, old list D A. D is empty and leaves. a4 is sent.
  test('new queues go first, old queues take turns, and no queue can stay new by sending little', () => {
    const list: Listed[] = [
      ...burst('a', 0, 5),
      ...burst('b', 0, 1),
      ...burst('c', 0, 3, 750),
      ['b1', 4.2, 1500],
      ['d0', 4.3, 750],
      ['d1', 6.1, 750],
    ];
    expect(play(list)).toEqual([
      'a0 Q 0',
      'b0 Q 1',
      'c0 Q 2',
      'c1 Q 2.5',
      'a1 Q 3',
      'c2 Q 4',
      'b1 Q 4.5',
      'd0 Q 5.5',
      'a2 Q 6',
      'd1 Q 7',
      'a3 Q 7.5',
      'a4 Q 8.5',
    ]);
  });

  // Linux: D is empty while the old list is not, so that it goes there too: the same order. Alone, a new queue that is
  // empty leaves at once. So b1 of the second burst below finds B new again in Linux, but old by the RFC. While no
  // other flow sends, this is the same.
  test('Linux keeps the same order', () => {
    const list: Listed[] = [...burst('a', 0, 5), ...burst('b', 0, 1), ...burst('c', 0, 3, 750), ['b1', 4.2, 1500]];
    expect(play(list, { variant: 'linux' })).toEqual(play(list));
  });

  // Four packets may wait. a0 is sent at once; a1, a2, a3 and b0 fill the buffer.
  // b1: five wait; A holds 4500 bytes, the most: a1, at its head, goes. Four wait: a2 a3 b0 b1.
  // b2: five wait; B holds 4500 bytes: b0 goes.
  const overload: Listed[] = [...burst('a', 0, 4), ...burst('b', 0, 3)];
  test('a full buffer loses the head of its longest queue', () => {
    const verdicts = play(overload, {}, 4);
    expect(verdicts.filter((verdict) => verdict.includes('O'))).toEqual(['a1 O 0', 'b0 O 0']);
    // A has used its credits, so that B is first.
    expect(verdicts.filter((verdict) => verdict.includes('Q'))).toEqual([
      'a0 Q 0',
      'b1 Q 1',
      'a2 Q 2',
      'b2 Q 3',
      'a3 Q 4',
    ]);
  });

  // Linux and ns-3 go on until half of the queue's bytes are gone, 2250: a1 and a2. Then b2 fits.
  test.each(['linux', 'ns3'])('%s drops half of the longest queue', (variant) => {
    expect(play(overload, { variant }, 4).filter((verdict) => verdict.includes('O'))).toEqual(['a1 O 0', 'a2 O 0']);
  });

  // Ten packets may wait. a0 is sent; a1 to a10 wait, and b0 is one too many. A holds 15,000 bytes, half of them are
  // 7,500. At most 3 at once: a1, a2, a3. At most 64: the fifth, a5, brings the sum to 7,500.
  test.each(['linux', 'ns3'])('%s drops at most the given number at once', (variant) => {
    const dropped = (dropBatch: number) =>
      play([...burst('a', 0, 11), ...burst('b', 0, 1)], { variant, dropBatch }, 10)
        .filter((verdict) => verdict.includes('O'))
        .map((verdict) => verdict.split(' ')[0]);
    expect(dropped(3)).toEqual(['a1', 'a2', 'a3']);
    expect(dropped(1)).toEqual(['a1']);
    expect(dropped(64)).toEqual(['a1', 'a2', 'a3', 'a4', 'a5']);
  });

  test('a packet whose queue is emptied at its arrival is dropped too', () => {
    // One packet may wait: a1 does, b0 comes and holds more bytes.
    const list: Listed[] = [...burst('a', 0, 2, 700), ['b0', 0.1, 1500]];
    expect(play(list, {}, 1)).toEqual(['a0 Q 0', 'b0 L 0.1', `a1 Q ${Math.round((700 / 1500) * MS) / MS}`]);
  });

  // CoDel looks at each queue by itself. A flow of 1.2 Mb/s beside one of 15 Mb/s on 12 Mb/s never waits longer than a
  // packet.
  test('a sparse flow loses nothing beside a greedy one', () => {
    const list: Listed[] = [];
    for (let ms = 0; ms < 3_000; ms += 0.8) list.push([`a${ms}`, ms, 1500]);
    for (let ms = 0.3; ms < 3_000; ms += 10) list.push([`b${ms}`, ms, 1500]);
    list.sort((one, other) => one[1] - other[1]);
    const verdicts = play(list, { ecn: false }).map((verdict) => verdict.split(' ') as [string, string, string]);
    const sparse = verdicts.filter(([name]) => name.startsWith('b'));
    expect(sparse.every(([, verdict]) => verdict === 'Q')).toBe(true);
    const waits = sparse.map(([name, , ms]) => Number(ms) - Number(name.slice(1)));
    expect(Math.max(...waits)).toBeLessThanOrEqual(1 + 1e-6);
    expect(verdicts.filter(([name, verdict]) => name.startsWith('a') && verdict === 'T').length).toBeGreaterThan(100);
  });
});

// a0 is sent at 0, then b0, a1, b1, ... each ms: the ones behind wait for 1, 2, 3, ... ms. 2.5 ms are 2,441 ticks of
// 1,024 ns.
test('Linux: ce_threshold marks the packets that waited longer, in any queue', () => {
  const list = [...burst('a', 0, 3), ...burst('b', 0, 3)];
  const marked = (values: Record<string, ParameterValue>) =>
    play(list, { variant: 'linux', ecn: false, ceThresholdMs: 2.5, ...values }, undefined, 1)
      .filter((verdict) => verdict.includes('M'))
      .map((verdict) => verdict.split(' ')[0]);
  expect(marked({})).toEqual(['b1', 'a2', 'b2']);
  expect(marked({ variant: 'rfc' })).toEqual([]);
});

describe('flows to queues', () => {
  test('with as many flows as queues, no two flows share a queue by number, and some do by hash', () => {
    const met = (hash: 'number' | 'mixed') =>
      1024 - new Set(Array.from({ length: 1024 }, (_, flow) => queueOfFlow(flow, 1024, hash))).size;
    expect(met('number')).toBe(0);
    // Of 1024 balls in 1024 bins 1024 / e = 377 bins stay empty on average, with a standard deviation of 10.
    expect(met('mixed')).toBeGreaterThan(377 - 40);
    expect(met('mixed')).toBeLessThan(377 + 40);
  });
});

test.each(ns3Runs('fq-codel'))('ns-3.37, arrivals %s, %s: every verdict and every time', (_arrivals, _name, run) => {
  expect(differences(fqCodel, run).slice(0, 3)).toEqual([]);
  expect(run.verdicts.length).toBeGreaterThan(1_500);
});

// A packet of up to 1664 bytes takes 2304 bytes: sch_cake.c counts so in the logs of the kernel, with packets of 1000
// bytes.
describe('the limit on memory of Linux', () => {
  const list = [...burst('a', 0, 9), ...burst('b', 0, 4, 500), ...burst('a', 3.5, 3)];

  test('is a limit of so many packets, whatever their sizes', () => {
    for (const packets of [4, 5, 8]) {
      const limited = play(list, { variant: 'linux' }, packets);
      expect(limited.some((line) => line.includes(' O '))).toBe(true);
      for (const rest of [0, 2303])
        expect(play(list, { variant: 'linux', memoryLimitBytes: 2304 * packets + rest }, 1000)).toEqual(limited);
    }
  });

  test('binds in no other variant, and by default only above 14 563 packets', () => {
    const free = play(list, { variant: 'linux' }, 1000);
    expect(free.some((line) => line.includes(' O '))).toBe(false);
    expect(play(list, { variant: 'rfc', memoryLimitBytes: 0 }, 1000)).toEqual(play(list, { variant: 'rfc' }, 1000));
  });

  test('explains its drops with the memory', () => {
    const harness = new PolicyHarness(fqCodel, { variant: 'linux', memoryLimitBytes: 5000 }, { limitPackets: 100 });
    harness.host.explaining = true;
    for (let index = 0; index < 3; index++) harness.offer(1000);
    // Half of its 3000 bytes: two packets.
    const drop = ['overload', ['memory > memoryLimitBytes'], 3 * 2304];
    expect(harness.later.map(({ reason, steps, operands }) => [reason, steps, operands.memory])).toEqual([drop, drop]);
  });
});
