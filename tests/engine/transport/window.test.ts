/** RFC 5681 (slow start, congestion avoidance, idle restart) and RFC 3042 (limited transmit), worked by hand. */
import { describe, expect, test } from 'vitest';
import { ENDLESS } from '../../../src/engine/transport/tcp-sender.ts';
import { has, SenderBench } from './bench.ts';

const variants = [['newreno'], ['sack']] as const;

describe.each(variants)('%s', (variant) => {
  test('the handshake comes first, then the initial window (RFC 5681 section 3.1)', () => {
    const bench = new SenderBench({ variant });
    expect(bench.supply(ENDLESS)).toEqual([0]);
    expect(has(bench.last.flags, 'syn')).toBe(true);
    expect(bench.last.bytes).toBe(40);
    bench.wait(100);
    expect(bench.ack(0)).toEqual([1, 2, 3, 4]);
    expect(bench.last.bytes).toBe(1040);
  });

  test.each([1, 2, 10])('an initial window of %i segments', (initialWindow) => {
    expect(new SenderBench({ variant, initialWindow }).open(ENDLESS)).toHaveLength(initialWindow);
  });

  test('a lost SYN leaves an initial window of one segment (RFC 5681 section 3.1)', () => {
    const bench = new SenderBench({ variant });
    bench.supply(ENDLESS);
    expect(bench.wait(1000)).toEqual([0]);
    bench.wait(100);
    expect(bench.ack(0)).toEqual([1]);
  });

  test('slow start: a segment more for each ACK, however much it acknowledges (equation 2)', () => {
    const bench = new SenderBench({ variant });
    bench.open(ENDLESS);
    expect(bench.ack(1)).toEqual([5, 6]);
    expect(bench.ack(2)).toEqual([7, 8]);
    expect(bench.window).toBe(6);
    expect(bench.ack(4)).toEqual([9, 10, 11]);
    expect(bench.window).toBe(7);
  });

  test('congestion avoidance: 1 / cwnd more for each ACK (equation 3)', () => {
    const bench = new SenderBench({ variant, initialWindow: 8 });
    bench.open(ENDLESS);
    bench.wait(1000);
    expect([bench.window, bench.threshold]).toEqual([1, 4]);
    for (const [ack, window] of [
      [1, 2],
      [2, 3],
      [3, 4],
      [4, 4.25],
      [5, 4.25 + 1 / 4.25],
    ] as const) {
      bench.ack(ack);
      expect(bench.window).toBe(window);
    }
  });

  test('never more outstanding than the receiver’s window', () => {
    const bench = new SenderBench({ variant, windowPackets: 6 });
    bench.open(ENDLESS);
    for (let ack = 1; ack <= 100; ack++) {
      bench.ack(ack);
      expect(bench.sender.highestSent).toBeLessThanOrEqual(ack + 6);
    }
    expect(bench.sender.highestSent).toBe(106);
    expect(bench.window).toBe(6);
  });

  test('on a timeout half of what was outstanding, at least two (equation 4)', () => {
    const many = new SenderBench({ variant, initialWindow: 9 });
    many.open(ENDLESS);
    many.wait(1000);
    expect(many.threshold).toBe(4.5);
    const few = new SenderBench({ variant, initialWindow: 9 });
    few.open(3);
    few.wait(1000);
    expect(few.threshold).toBe(2);
  });

  test('the threshold stays when the same segment times out again (section 3.1)', () => {
    const bench = new SenderBench({ variant, initialWindow: 20 });
    bench.open(ENDLESS);
    expect(bench.wait(1000)).toEqual([1]);
    expect(bench.threshold).toBe(10);
    expect(bench.wait(2000)).toEqual([1]);
    expect(bench.threshold).toBe(10);
    expect(bench.sender).toMatchObject({ timeouts: 2, windowCuts: 1 });
  });

  test('after a timeout all that is outstanding goes out again in slow start', () => {
    const bench = new SenderBench({ variant, initialWindow: 4 });
    bench.open(ENDLESS);
    expect(bench.wait(1000)).toEqual([1]);
    expect(bench.ack(1)).toEqual([2, 3]);
    expect(bench.ack(2)).toEqual([4]);
    // The threshold is 2: from here on by a part of a segment.
    expect(bench.window).toBe(2.5);
    expect(bench.ack(4)).toEqual([5, 6]);
  });

  test('after a timeout, ACKs of what had arrived after all move on at once', () => {
    const bench = new SenderBench({ variant, initialWindow: 4 });
    bench.open(ENDLESS);
    bench.wait(1000);
    expect(bench.ack(4)).toEqual([5, 6]);
  });

  describe('restart after idle (section 4.1)', () => {
    const grown = (idleRestart: boolean) => {
      const bench = new SenderBench({ variant, idleRestart });
      bench.open(10);
      for (let ack = 1; ack <= 10; ack++) bench.ack(ack);
      expect(bench.window).toBe(14);
      return bench;
    };

    test('from the initial window when nothing was sent for longer than the timeout', () => {
      const bench = grown(true);
      bench.wait(1001);
      expect(bench.supply(20)).toEqual([11, 12, 13, 14]);
    });

    test('not after a shorter pause', () => {
      const bench = grown(true);
      bench.wait(1000);
      expect(bench.supply(20)).toHaveLength(14);
    });

    test('not where it is switched off', () => {
      const bench = grown(false);
      bench.wait(5000);
      expect(bench.supply(20)).toHaveLength(14);
    });

    test('never to a larger window than before', () => {
      const bench = new SenderBench({ variant, initialWindow: 8 });
      bench.open(2);
      bench.wait(1000);
      bench.ack(2);
      expect(bench.window).toBe(2);
      bench.wait(60_000);
      expect(bench.supply(20)).toHaveLength(2);
    });
  });
});

describe('limited transmit (RFC 3042)', () => {
  const two = [
    [0, [[2, 3]]],
    [0, [[2, 4]]],
  ] as const;

  test.each(variants)('%s: a new segment on each of the first two duplicates; the window stays', (variant) => {
    const bench = new SenderBench({ variant });
    bench.open(ENDLESS);
    expect(two.map(([ack, sack]) => bench.ack(ack, { sack }))).toEqual([[5], [6]]);
    expect(bench.window).toBe(4);
  });

  test.each(variants)('%s: not where it is switched off', (variant) => {
    const bench = new SenderBench({ variant, limitedTransmit: false });
    bench.open(ENDLESS);
    expect(two.map(([ack, sack]) => bench.ack(ack, { sack }))).toEqual([[], []]);
  });

  test.each(variants)('%s: not beyond the receiver’s window', (variant) => {
    const bench = new SenderBench({ variant, windowPackets: 5 });
    bench.open(ENDLESS);
    expect(two.map(([ack, sack]) => bench.ack(ack, { sack }))).toEqual([[5], []]);
  });

  test.each(variants)('%s: new segments only, no retransmission', (variant) => {
    const bench = new SenderBench({ variant });
    bench.open(ENDLESS);
    bench.wait(1000);
    expect(bench.ack(0)).toEqual([]);
    expect(bench.ack(0)).toEqual([]);
  });

  test.each(variants)('%s: what it sent does not count when the window is halved (RFC 5681 section 3.2)', (variant) => {
    const bench = new SenderBench({ variant, initialWindow: 10 });
    bench.open(ENDLESS);
    for (const [ack, sack] of two) bench.ack(ack, { sack });
    expect(bench.sender.highestSent).toBe(12);
    bench.ack(0, { sack: [[2, 5]] });
    expect(bench.threshold).toBe(5);
  });
});
