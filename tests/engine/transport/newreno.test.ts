/** RFC 6582 (NewReno), worked by hand. */
import { describe, expect, test } from 'vitest';
import { ENDLESS } from '../../../src/engine/transport/tcp-sender.ts';
import { has, SenderBench } from './bench.ts';

/** Segments 1 to 10 are outstanding. */
function opened(more: ConstructorParameters<typeof SenderBench>[0] = {}): SenderBench {
  const bench = new SenderBench({ variant: 'newreno', initialWindow: 10, ...more });
  bench.open(ENDLESS);
  return bench;
}

test('two losses in a window: fast retransmit, inflation, partial ACK, deflation, exit (section 3.2)', () => {
  const bench = opened();
  // 1 and 4 are lost. The first two duplicates: limited transmit.
  expect(bench.ack(0)).toEqual([11]);
  expect(bench.ack(0)).toEqual([12]);
  // Third: ssthresh = 10 / 2, cwnd = ssthresh + 3.
  expect(bench.ack(0)).toEqual([1]);
  expect([bench.threshold, bench.window]).toEqual([5, 8]);
  expect(has(bench.last.flags, 'retransmission')).toBe(true);
  // Five more duplicates (7 to 10 and one of 11): new segments once cwnd exceeds the 12 outstanding.
  expect([4, 5, 6, 7].map(() => bench.ack(0))).toEqual([[], [], [], []]);
  expect(bench.ack(0)).toEqual([13]);
  expect(bench.ack(0)).toEqual([14]);
  expect(bench.ack(0)).toEqual([15]);
  expect(bench.window).toBe(15);
  // Partial ACK: the next hole at once; cwnd = 15 - 3 + 1; one new segment fits.
  expect(bench.ack(3)).toEqual([4, 16]);
  expect(bench.window).toBe(13);
  // Full ACK (12 or beyond): cwnd = min(ssthresh, max(FlightSize, 1) + 1) with 16 outstanding.
  expect(bench.ack(15)).toEqual([17]);
  expect(bench.window).toBe(2);
});

test('a full ACK with much outstanding leaves the threshold as window', () => {
  const bench = opened();
  for (let duplicate = 1; duplicate <= 11; duplicate++) bench.ack(0);
  expect(bench.sender.highestSent).toBe(16);
  bench.ack(12);
  // FlightSize is 4: min(5, 4 + 1).
  expect(bench.window).toBe(5);
});

test('the acknowledgement of exactly `recover` is a full one', () => {
  const bench = opened({ limitedTransmit: false });
  for (let duplicate = 1; duplicate <= 3; duplicate++) bench.ack(0);
  expect(bench.ack(9)).toEqual([10]);
  bench.ack(10);
  expect(bench.window).toBe(2);
});

test('three duplicates start it, two do not', () => {
  const bench = opened({ limitedTransmit: false });
  expect([bench.ack(0), bench.ack(0), bench.ack(0)]).toEqual([[], [], [1]]);
});

test('a segment that an ACK moved past starts the count anew', () => {
  const bench = opened({ limitedTransmit: false, windowPackets: 10 });
  bench.ack(0);
  bench.ack(0);
  bench.ack(1);
  bench.ack(1);
  bench.ack(1);
  expect(bench.sender.retransmittedSegments).toBe(0);
  expect(bench.ack(1)).toEqual([2]);
});

test('one halving for all losses of a window', () => {
  const bench = opened();
  for (let duplicate = 1; duplicate <= 6; duplicate++) bench.ack(0);
  for (const partial of [2, 4, 6, 8]) bench.ack(partial);
  expect(bench.sender).toMatchObject({ windowCuts: 1, slowStartThreshold: 5, retransmittedSegments: 5 });
});

test('the first partial ACK restarts the timer, the second does not (section 3.2, step 3)', () => {
  const bench = opened({ minRtoMs: 300, limitedTransmit: false, windowPackets: 10 });
  for (let duplicate = 1; duplicate <= 3; duplicate++) bench.ack(0);
  bench.wait(200);
  expect(bench.ack(2)).toEqual([3]);
  bench.wait(200);
  expect(bench.ack(4)).toEqual([5]);
  // 300 ms after the first partial ACK.
  expect(bench.wait(99)).toEqual([]);
  expect(bench.wait(1)).toEqual([5]);
  expect(bench.sender.timeouts).toBe(1);
});

describe('after a timeout (section 3.2, step 4)', () => {
  test('duplicates of what was outstanding then start no fast retransmit', () => {
    const bench = opened({ limitedTransmit: false });
    expect(bench.wait(1000)).toEqual([1]);
    bench.ack(1);
    for (let duplicate = 1; duplicate <= 5; duplicate++) expect(bench.ack(1)).toEqual([]);
    // Not even when the ACK covers exactly `recover`.
    bench.ack(10);
    for (let duplicate = 1; duplicate <= 5; duplicate++) expect(bench.ack(10)).toEqual([]);
    bench.ack(11);
    // 12 to 15 are outstanding: ssthresh = 2, cwnd = 5.
    expect([1, 2, 3].map(() => bench.ack(11))).toEqual([[], [], [12, 16]]);
  });

  test('a timeout ends a recovery', () => {
    const bench = opened();
    for (let duplicate = 1; duplicate <= 5; duplicate++) bench.ack(0);
    expect(bench.wait(1000)).toEqual([1]);
    // The copy of 1 was lost: the threshold, 5 since the third duplicate, is halved once more (RFC 5681 section 4.3).
    expect([bench.window, bench.threshold]).toEqual([1, 2.5]);
    expect(bench.ack(1)).toEqual([2, 3]);
  });
});
