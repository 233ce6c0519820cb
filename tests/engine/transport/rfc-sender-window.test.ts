/** RFC 5681 (slow start, congestion avoidance, idle restart) and RFC 3042 (limited transmit), worked by hand. */
import { describe, expect, test } from 'vitest';
import { ENDLESS_SUPPLY } from '../../../src/engine/transport/tcp-sender.ts';
import { has, SenderHarness } from './harness.ts';

const variants = [['newreno'], ['sack']] as const;

describe.each(variants)('%s', (variant) => {
  test('the handshake comes first, then the initial window (RFC 5681 section 3.1)', () => {
    const harness = new SenderHarness({ variant });
    expect(harness.supply(ENDLESS_SUPPLY)).toEqual([0]);
    expect(has(harness.last.flags, 'syn')).toBe(true);
    expect(harness.last.bytes).toBe(40);
    harness.wait(100);
    expect(harness.ack(0)).toEqual([1, 2, 3, 4]);
    expect(harness.last.bytes).toBe(1040);
  });

  test.each([1, 2, 10])('an initial window of %i segments', (initialWindow) => {
    expect(new SenderHarness({ variant, initialWindow }).open(ENDLESS_SUPPLY)).toHaveLength(initialWindow);
  });

  test('a lost SYN leaves an initial window of one segment (RFC 5681 section 3.1)', () => {
    const harness = new SenderHarness({ variant });
    harness.supply(ENDLESS_SUPPLY);
    expect(harness.wait(1000)).toEqual([0]);
    harness.wait(100);
    expect(harness.ack(0)).toEqual([1]);
  });

  test('slow start: a segment more for each ACK, however much it acknowledges (equation 2)', () => {
    const harness = new SenderHarness({ variant });
    harness.open(ENDLESS_SUPPLY);
    expect(harness.ack(1)).toEqual([5, 6]);
    expect(harness.ack(2)).toEqual([7, 8]);
    expect(harness.window).toBe(6);
    expect(harness.ack(4)).toEqual([9, 10, 11]);
    expect(harness.window).toBe(7);
  });

  test('congestion avoidance: 1 / cwnd more for each ACK (equation 3)', () => {
    const harness = new SenderHarness({ variant, initialWindow: 8 });
    harness.open(ENDLESS_SUPPLY);
    harness.wait(1000);
    expect([harness.window, harness.threshold]).toEqual([1, 4]);
    for (const [ack, window] of [
      [1, 2],
      [2, 3],
      [3, 4],
      [4, 4.25],
      [5, 4.25 + 1 / 4.25],
    ] as const) {
      harness.ack(ack);
      expect(harness.window).toBe(window);
    }
  });

  test('never more outstanding than the receiver’s window', () => {
    const harness = new SenderHarness({ variant, windowPackets: 6 });
    harness.open(ENDLESS_SUPPLY);
    for (let ack = 1; ack <= 100; ack++) {
      harness.ack(ack);
      expect(harness.sender.highestSent).toBeLessThanOrEqual(ack + 6);
    }
    expect(harness.sender.highestSent).toBe(106);
    expect(harness.window).toBe(6);
  });

  test('on a timeout half of the outstanding segments, at least two (equation 4)', () => {
    const many = new SenderHarness({ variant, initialWindow: 9 });
    many.open(ENDLESS_SUPPLY);
    many.wait(1000);
    expect(many.threshold).toBe(4.5);
    const few = new SenderHarness({ variant, initialWindow: 9 });
    few.open(3);
    few.wait(1000);
    expect(few.threshold).toBe(2);
  });

  test('the threshold stays when the same segment times out again (section 3.1)', () => {
    const harness = new SenderHarness({ variant, initialWindow: 20 });
    harness.open(ENDLESS_SUPPLY);
    expect(harness.wait(1000)).toEqual([1]);
    expect(harness.threshold).toBe(10);
    expect(harness.wait(2000)).toEqual([1]);
    expect(harness.threshold).toBe(10);
    expect(harness.sender).toMatchObject({ timeoutCount: 2, windowCutCount: 1 });
  });

  test('after a timeout all that is outstanding goes out again in slow start', () => {
    const harness = new SenderHarness({ variant, initialWindow: 4 });
    harness.open(ENDLESS_SUPPLY);
    expect(harness.wait(1000)).toEqual([1]);
    expect(harness.ack(1)).toEqual([2, 3]);
    expect(harness.ack(2)).toEqual([4]);
    // The threshold is 2: from here on by a part of a segment.
    expect(harness.window).toBe(2.5);
    expect(harness.ack(4)).toEqual([5, 6]);
  });

  test('after a timeout, ACKs of segments that had arrived move on at once', () => {
    const harness = new SenderHarness({ variant, initialWindow: 4 });
    harness.open(ENDLESS_SUPPLY);
    harness.wait(1000);
    expect(harness.ack(4)).toEqual([5, 6]);
  });

  describe('restart after idle (section 4.1)', () => {
    const grown = (idleRestart: boolean) => {
      const harness = new SenderHarness({ variant, idleRestart });
      harness.open(10);
      for (let ack = 1; ack <= 10; ack++) harness.ack(ack);
      expect(harness.window).toBe(14);
      return harness;
    };

    test('from the initial window when nothing was sent for longer than the timeout', () => {
      const harness = grown(true);
      harness.wait(1001);
      expect(harness.supply(20)).toEqual([11, 12, 13, 14]);
    });

    test('not after a shorter pause', () => {
      const harness = grown(true);
      harness.wait(1000);
      expect(harness.supply(20)).toHaveLength(14);
    });

    test('not where it is switched off', () => {
      const harness = grown(false);
      harness.wait(5000);
      expect(harness.supply(20)).toHaveLength(14);
    });

    test('never to a larger window than before', () => {
      const harness = new SenderHarness({ variant, initialWindow: 8 });
      harness.open(2);
      harness.wait(1000);
      harness.ack(2);
      expect(harness.window).toBe(2);
      harness.wait(60_000);
      expect(harness.supply(20)).toHaveLength(2);
    });
  });
});

describe('limited transmit (RFC 3042)', () => {
  const two = [
    [0, [[2, 3]]],
    [0, [[2, 4]]],
  ] as const;

  test.each(variants)('%s: a new segment on each of the first two duplicates; the window stays', (variant) => {
    const harness = new SenderHarness({ variant });
    harness.open(ENDLESS_SUPPLY);
    expect(two.map(([ack, sack]) => harness.ack(ack, { sack }))).toEqual([[5], [6]]);
    expect(harness.window).toBe(4);
  });

  test.each(variants)('%s: not where it is switched off', (variant) => {
    const harness = new SenderHarness({ variant, limitedTransmit: false });
    harness.open(ENDLESS_SUPPLY);
    expect(two.map(([ack, sack]) => harness.ack(ack, { sack }))).toEqual([[], []]);
  });

  test.each(variants)('%s: not beyond the receiver’s window', (variant) => {
    const harness = new SenderHarness({ variant, windowPackets: 5 });
    harness.open(ENDLESS_SUPPLY);
    expect(two.map(([ack, sack]) => harness.ack(ack, { sack }))).toEqual([[5], []]);
  });

  test.each(variants)('%s: new segments only, no retransmission', (variant) => {
    const harness = new SenderHarness({ variant });
    harness.open(ENDLESS_SUPPLY);
    harness.wait(1000);
    expect(harness.ack(0)).toEqual([]);
    expect(harness.ack(0)).toEqual([]);
  });

  test.each(variants)('%s: what it sent does not count when the window is halved (RFC 5681 section 3.2)', (variant) => {
    const harness = new SenderHarness({ variant, initialWindow: 10 });
    harness.open(ENDLESS_SUPPLY);
    for (const [ack, sack] of two) harness.ack(ack, { sack });
    expect(harness.sender.highestSent).toBe(12);
    harness.ack(0, { sack: [[2, 5]] });
    expect(harness.threshold).toBe(5);
  });
});
