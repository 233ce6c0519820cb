/** RFC 3168, section 6.1: the reaction of a sender to marks, worked by hand. */
import { describe, expect, test } from 'vitest';
import { Cubic } from '../../../src/engine/transport/congestion/cubic.ts';
import { ENDLESS_SUPPLY } from '../../../src/engine/transport/tcp-sender.ts';
import { applyMark, createConnection } from './congestion/test-connection.ts';
import { has, LoopHarness, SenderHarness } from './harness.ts';

const variants = [['newreno'], ['sack']] as const;

describe.each(variants)('%s', (variant) => {
  function opened(initialWindow = 10): SenderHarness {
    const harness = new SenderHarness({ variant, initialWindow });
    harness.open(ENDLESS_SUPPLY);
    return harness;
  }

  test('a SYN asks for ECN and is not ECN-capable itself; data is (6.1.1, 6.1.2)', () => {
    const harness = opened();
    const [syn, first] = harness.sent;
    expect(has(syn?.flags ?? 0, 'ece')).toBe(true);
    expect(has(syn?.flags ?? 0, 'ect')).toBe(false);
    expect(has(first?.flags ?? 0, 'ect')).toBe(true);
  });

  test('without ECN no segment is ECN-capable, and an echo does nothing', () => {
    const harness = new SenderHarness({ variant, initialWindow: 10, ecn: false });
    harness.open(ENDLESS_SUPPLY);
    harness.ack(1, { ece: true });
    expect(harness.window).toBe(11);
    expect(harness.sent.every(({ flags }) => !has(flags, 'ect') && !has(flags, 'ece'))).toBe(true);
  });

  test('the echo on the answer to the SYN is negotiation, not congestion', () => {
    const harness = new SenderHarness({ variant });
    harness.supply(ENDLESS_SUPPLY);
    harness.wait(100);
    expect(harness.ack(0, { ece: true })).toEqual([1, 2, 3, 4]);
    expect(harness.sender.windowCutCount).toBe(0);
  });

  test('halves window and threshold once a window of data, and does not grow on an echo (6.1.2)', () => {
    const harness = opened();
    expect(harness.ack(1, { ece: true })).toEqual([]);
    expect([harness.window, harness.threshold]).toEqual([5, 5]);
    for (const ack of [2, 5]) harness.ack(ack, { ece: true });
    expect(harness.window).toBe(5);
    // 10 was the highest sent when the window was cut.
    expect(harness.ack(10, { ece: true })).toEqual([11, 12, 13, 14, 15]);
    expect(harness.window).toBe(5);
    harness.ack(11, { ece: true });
    expect(harness.window).toBe(2.5);
    expect(harness.sender.windowCutCount).toBe(2);
  });

  test('the first new segment after the cut says so, and only that one', () => {
    const harness = opened();
    harness.ack(1, { ece: true });
    harness.ack(8, { ece: true });
    expect(harness.sent.slice(-3).map(({ sequence, flags }) => [sequence, has(flags, 'cwr')])).toEqual([
      [11, true],
      [12, false],
      [13, false],
    ]);
  });

  test('retransmissions are not ECN-capable and carry no CWR; the next new segment has both (6.1.5)', () => {
    const harness = opened(4);
    expect(harness.wait(1000)).toEqual([1]);
    expect(has(harness.last.flags, 'retransmission')).toBe(true);
    expect(has(harness.last.flags, 'ect')).toBe(false);
    expect(has(harness.last.flags, 'cwr')).toBe(false);
    expect(harness.ack(4)).toEqual([5, 6]);
    expect(harness.sent.slice(-2).map(({ flags }) => [has(flags, 'cwr'), has(flags, 'ect')])).toEqual([
      [true, true],
      [false, true],
    ]);
  });

  test('an echo of the window that a timeout has cut already does nothing', () => {
    const harness = opened();
    harness.wait(1000);
    expect(harness.threshold).toBe(5);
    harness.ack(5, { ece: true });
    expect([harness.threshold, harness.sender.windowCutCount]).toEqual([5, 1]);
  });

  test('a loss in the window that an echo has cut already is repaired without another cut', () => {
    const harness = opened();
    harness.ack(1, { ece: true });
    for (const end of [4, 5, 6]) harness.ack(1, { sack: [[3, end]], ece: true });
    expect(harness.sender).toMatchObject({ retransmittedSegments: 1, windowCutCount: 1, slowStartThreshold: 5 });
    // A loss beyond it causes a new cut.
    harness.ack(10);
    harness.ack(11);
    const lost = 12;
    for (const end of [14, 15, 16]) harness.ack(lost - 1, { sack: [[13, end]] });
    expect(harness.sender.windowCutCount).toBe(2);
  });

  test('at a window of one segment it waits for the timer (6.1.2)', () => {
    const harness = new SenderHarness({ variant, initialWindow: 1 });
    expect(harness.open(ENDLESS_SUPPLY)).toEqual([1]);
    harness.wait(100);
    expect(harness.ack(1, { ece: true })).toEqual([]);
    expect(harness.window).toBe(1);
    expect(harness.wait(999)).toEqual([]);
    expect(harness.wait(1)).toEqual([2]);
    expect(has(harness.last.flags, 'cwr')).toBe(true);
    expect(harness.sender.timeoutCount).toBe(0);
    harness.wait(100);
    expect(harness.ack(2)).toEqual([3, 4]);
  });

  test('while it waits for the timer, new data does not start it', () => {
    const harness = new SenderHarness({ variant, initialWindow: 1 });
    harness.open(1);
    harness.ack(1, { ece: true });
    expect(harness.done).toBe(1);
    expect(harness.supply(3)).toEqual([]);
    expect(harness.wait(1000)).toEqual([2]);
  });

  test('with its receiver: one mark, one cut, and the echo stops at the CWR', () => {
    const loop = new LoopHarness({ variant }, { data: (ordinal) => (ordinal === 30 ? 'mark' : 'deliver') });
    loop.sender.supply(200);
    loop.run(10);
    expect(loop.done).toBe(1);
    expect(loop.sender).toMatchObject({ windowCutCount: 1, retransmittedSegments: 0 });
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

describe('RFC 8511', () => {
  const opened = (congestion: string, given: object = {}): SenderHarness => {
    const harness = new SenderHarness({ congestion, hystart: false, rfc8511: true, initialWindow: 20, ...given });
    harness.open(ENDLESS_SUPPLY);
    return harness;
  };

  // FlightSize is 20: 0.8 of it (section 3), 0.85 for CUBIC (section 3.1). Without RFC 8511: 0.5 and 0.7. Vegas has
  // none.
  test.each([
    ['newreno', true, 16],
    ['newreno', false, 10],
    ['cubic', true, 17],
    ['cubic', false, 14],
    ['vegas', true, 10],
  ] as const)('%s, %s: after a mark, window and threshold are %d of 20', (congestion, rfc8511, window) => {
    const harness = opened(congestion, { rfc8511 });
    harness.ack(1, { ece: true });
    expect([harness.window, harness.threshold]).toEqual([window, window]);
    // Once a window of data: 20 was the highest segment sent at the cut.
    harness.ack(20, { ece: true });
    expect(harness.sender.windowCutCount).toBe(1);
  });

  test.each([
    ['newreno', 10],
    ['cubic', 14],
  ] as const)('%s: a loss cuts as without it, to %d of 20', (congestion, threshold) => {
    const harness = opened(congestion);
    for (const end of [3, 4, 5]) harness.ack(0, { sack: [[2, end]] });
    expect([harness.sender.retransmittedSegments, harness.threshold]).toEqual([1, threshold]);
    const timedOut = opened(congestion);
    timedOut.wait(1000);
    expect([timedOut.sender.timeoutCount, timedOut.threshold]).toEqual([1, threshold]);
  });

  test('it is a part of FlightSize, not of a window that the application does not fill', () => {
    const harness = new SenderHarness({ rfc8511: true, initialWindow: 20 });
    harness.open(10);
    harness.ack(1, { ece: true });
    expect([harness.window, harness.threshold]).toEqual([8, 8]);
  });

  test('the threshold is at least two segments', () => {
    const harness = opened('newreno', { initialWindow: 2 });
    harness.ack(1, { ece: true });
    expect([harness.window, harness.threshold]).toEqual([1.6, 2]);
  });

  test('CUBIC: the function is flat at the window before the mark, or at 0.85 of it below the last one (RFC 9438, 4.7)', () => {
    const connection = createConnection(20);
    const control = new Cubic(connection, { hystart: false, cubicGrowth: 'rfc', pacing: false, rfc8511: true });
    applyMark(connection, control);
    // K = cbrt((20 - 17) / 0.4)
    expect([control.flatWindow, control.flatSeconds]).toEqual([20, expect.closeTo(1.957434, 6)]);
    connection.flightSize = 17;
    applyMark(connection, control);
    expect(control.flatWindow).toBeCloseTo(17 * 0.85, 12);
    expect(connection.congestionWindow).toBeCloseTo(17 * 0.85, 12);
  });
});

describe('DCTCP', () => {
  // RFC 8257, section 3.5: the SYN carries ECT, so that a switch treats it as other packets; Linux sends
  // retransmissions so, too.
  test.each([
    ['dctcp', true],
    ['newreno', false],
    ['prague', false],
  ] as const)('%s: SYN and retransmissions are capable: %s', (congestion, capable) => {
    const harness = new SenderHarness({ congestion, initialWindow: 4 });
    expect(harness.supply(ENDLESS_SUPPLY)).toEqual([0]);
    expect([has(harness.last.flags, 'ect'), has(harness.last.flags, 'ece')]).toEqual([capable, true]);
    harness.wait(1_100);
    expect([harness.last.sequence, has(harness.last.flags, 'ect')]).toEqual([0, capable]);
    harness.ack(0);
    harness.wait(10_000);
    expect([harness.last.sequence, has(harness.last.flags, 'retransmission')]).toEqual([1, true]);
    expect(has(harness.last.flags, 'ect')).toBe(capable);
  });

  test('without ECN no segment is ECN-capable', () => {
    const harness = new SenderHarness({ congestion: 'dctcp', ecn: false });
    harness.supply(ENDLESS_SUPPLY);
    expect(has(harness.last.flags, 'ect')).toBe(false);
  });

  test('the receiver ignores a mark of the SYN, and no other', () => {
    const loop = new LoopHarness(
      { congestion: 'dctcp', delayedAck: false, initialWindow: 4 },
      { data: (ordinal) => (ordinal === 0 || ordinal === 3 ? 'mark' : 'deliver') },
    );
    loop.sender.supply(4);
    loop.run(2);
    expect(loop.sender.lastCeCount).toBe(1);
    expect(loop.sender.windowCutCount).toBe(1);
    expect(loop.sender.isCompleted).toBe(true);
  });
});
