/** RFC 3168, section 6.1: the reaction of a sender to marks, worked by hand. */
import { describe, expect, test } from 'vitest';
import { ENDLESS } from '../../../src/engine/transport/tcp-sender.ts';
import { has, LoopBench, SenderBench } from './bench.ts';

const variants = [['newreno'], ['sack']] as const;

describe.each(variants)('%s', (variant) => {
  function opened(initialWindow = 10): SenderBench {
    const bench = new SenderBench({ variant, initialWindow });
    bench.open(ENDLESS);
    return bench;
  }

  test('a SYN asks for ECN and is not ECN-capable itself; data is (6.1.1, 6.1.2)', () => {
    const bench = opened();
    const [syn, first] = bench.sent;
    expect(has(syn?.flags ?? 0, 'ece')).toBe(true);
    expect(has(syn?.flags ?? 0, 'ect')).toBe(false);
    expect(has(first?.flags ?? 0, 'ect')).toBe(true);
  });

  test('without ECN no segment is ECN-capable, and an echo does nothing', () => {
    const bench = new SenderBench({ variant, initialWindow: 10, ecn: false });
    bench.open(ENDLESS);
    bench.ack(1, { ece: true });
    expect(bench.window).toBe(11);
    expect(bench.sent.every(({ flags }) => !has(flags, 'ect') && !has(flags, 'ece'))).toBe(true);
  });

  test('the echo on the answer to the SYN is negotiation, not congestion', () => {
    const bench = new SenderBench({ variant });
    bench.supply(ENDLESS);
    bench.wait(100);
    expect(bench.ack(0, { ece: true })).toEqual([1, 2, 3, 4]);
    expect(bench.sender.windowCuts).toBe(0);
  });

  test('halves window and threshold once a window of data, and does not grow on an echo (6.1.2)', () => {
    const bench = opened();
    expect(bench.ack(1, { ece: true })).toEqual([]);
    expect([bench.window, bench.threshold]).toEqual([5, 5]);
    for (const ack of [2, 5]) bench.ack(ack, { ece: true });
    expect(bench.window).toBe(5);
    // 10 was the highest sent when the window was cut.
    expect(bench.ack(10, { ece: true })).toEqual([11, 12, 13, 14, 15]);
    expect(bench.window).toBe(5);
    bench.ack(11, { ece: true });
    expect(bench.window).toBe(2.5);
    expect(bench.sender.windowCuts).toBe(2);
  });

  test('the first new segment after the cut says so, and only that one', () => {
    const bench = opened();
    bench.ack(1, { ece: true });
    bench.ack(8, { ece: true });
    expect(bench.sent.slice(-3).map(({ sequence, flags }) => [sequence, has(flags, 'cwr')])).toEqual([
      [11, true],
      [12, false],
      [13, false],
    ]);
  });

  test('retransmissions are not ECN-capable and carry no CWR; the next new segment has both (6.1.5)', () => {
    const bench = opened(4);
    expect(bench.wait(1000)).toEqual([1]);
    expect(has(bench.last.flags, 'retransmission')).toBe(true);
    expect(has(bench.last.flags, 'ect')).toBe(false);
    expect(has(bench.last.flags, 'cwr')).toBe(false);
    expect(bench.ack(4)).toEqual([5, 6]);
    expect(bench.sent.slice(-2).map(({ flags }) => [has(flags, 'cwr'), has(flags, 'ect')])).toEqual([
      [true, true],
      [false, true],
    ]);
  });

  test('an echo of the window that a timeout has cut already does nothing', () => {
    const bench = opened();
    bench.wait(1000);
    expect(bench.threshold).toBe(5);
    bench.ack(5, { ece: true });
    expect([bench.threshold, bench.sender.windowCuts]).toEqual([5, 1]);
  });

  test('a loss in the window that an echo has cut already is repaired without another cut', () => {
    const bench = opened();
    bench.ack(1, { ece: true });
    for (const end of [4, 5, 6]) bench.ack(1, { sack: [[3, end]], ece: true });
    expect(bench.sender).toMatchObject({ retransmittedSegments: 1, windowCuts: 1, slowStartThreshold: 5 });
    // A loss beyond it causes a new cut.
    bench.ack(10);
    bench.ack(11);
    const lost = 12;
    for (const end of [14, 15, 16]) bench.ack(lost - 1, { sack: [[13, end]] });
    expect(bench.sender.windowCuts).toBe(2);
  });

  test('at a window of one segment it waits for the timer (6.1.2)', () => {
    const bench = new SenderBench({ variant, initialWindow: 1 });
    expect(bench.open(ENDLESS)).toEqual([1]);
    bench.wait(100);
    expect(bench.ack(1, { ece: true })).toEqual([]);
    expect(bench.window).toBe(1);
    expect(bench.wait(999)).toEqual([]);
    expect(bench.wait(1)).toEqual([2]);
    expect(has(bench.last.flags, 'cwr')).toBe(true);
    expect(bench.sender.timeouts).toBe(0);
    bench.wait(100);
    expect(bench.ack(2)).toEqual([3, 4]);
  });

  test('while it waits for the timer, new data does not start it', () => {
    const bench = new SenderBench({ variant, initialWindow: 1 });
    bench.open(1);
    bench.ack(1, { ece: true });
    expect(bench.done).toBe(1);
    expect(bench.supply(3)).toEqual([]);
    expect(bench.wait(1000)).toEqual([2]);
  });

  test('with its receiver: one mark, one cut, and the echo stops at the CWR', () => {
    const loop = new LoopBench({ variant }, { data: (ordinal) => (ordinal === 30 ? 'mark' : 'deliver') });
    loop.sender.supply(200);
    loop.run(10);
    expect(loop.done).toBe(1);
    expect(loop.sender).toMatchObject({ windowCuts: 1, retransmittedSegments: 0 });
    const marked = loop.sent[30]?.sequence ?? 0;
    const reported = loop.sent.find(({ flags }) => has(flags, 'cwr'))?.sequence ?? 0;
    expect(reported).toBeGreaterThan(marked);
    // The answer to the SYN carries one too.
    expect(loop.acks.filter(({ ece }) => ece).map(({ sequence }) => sequence)).toEqual([
      0,
      ...Array.from({ length: reported - marked }, (_, index) => marked + index),
    ]);
  });
});

describe('DCTCP', () => {
  // RFC 8257, section 3.5: the SYN carries ECT, so that a switch treats it as other packets; Linux sends retransmissions so, too.
  test.each([
    ['dctcp', true],
    ['newreno', false],
    ['prague', false],
  ] as const)('%s: SYN and retransmissions are capable: %s', (congestion, capable) => {
    const bench = new SenderBench({ congestion, initialWindow: 4 });
    expect(bench.supply(ENDLESS)).toEqual([0]);
    expect([has(bench.last.flags, 'ect'), has(bench.last.flags, 'ece')]).toEqual([capable, true]);
    bench.wait(1_100);
    expect([bench.last.sequence, has(bench.last.flags, 'ect')]).toEqual([0, capable]);
    bench.ack(0);
    bench.wait(10_000);
    expect([bench.last.sequence, has(bench.last.flags, 'retransmission')]).toEqual([1, true]);
    expect(has(bench.last.flags, 'ect')).toBe(capable);
  });

  test('without ECN no segment is ECN-capable', () => {
    const bench = new SenderBench({ congestion: 'dctcp', ecn: false });
    bench.supply(ENDLESS);
    expect(has(bench.last.flags, 'ect')).toBe(false);
  });

  test('the receiver ignores a mark of the SYN, and no other', () => {
    const loop = new LoopBench(
      { congestion: 'dctcp', delayedAck: false, initialWindow: 4 },
      { data: (ordinal) => (ordinal === 0 || ordinal === 3 ? 'mark' : 'deliver') },
    );
    loop.sender.supply(4);
    loop.run(2);
    expect(loop.sender.markedBefore).toBe(1);
    expect(loop.sender.windowCuts).toBe(1);
    expect(loop.sender.completed).toBe(true);
  });
});
