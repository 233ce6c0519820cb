/** RFC 6582 (NewReno), worked by hand. */
import { describe, expect, test } from 'vitest';
import { ENDLESS_SUPPLY } from '../../../src/engine/transport/tcp-sender.ts';
import { has, SenderHarness } from './harness.ts';

/** Segments 1 to 10 are outstanding. */
function opened(more: ConstructorParameters<typeof SenderHarness>[0] = {}): SenderHarness {
  const harness = new SenderHarness({ variant: 'newreno', initialWindow: 10, ...more });
  harness.open(ENDLESS_SUPPLY);
  return harness;
}

test('two losses in a window: fast retransmit, inflation, partial ACK, deflation, exit (section 3.2)', () => {
  const harness = opened();
  // 1 and 4 are lost. The first two duplicates: limited transmit.
  expect(harness.ack(0)).toEqual([11]);
  expect(harness.ack(0)).toEqual([12]);
  // Third: ssthresh = 10 / 2, cwnd = ssthresh + 3.
  expect(harness.ack(0)).toEqual([1]);
  expect([harness.threshold, harness.window]).toEqual([5, 8]);
  expect(has(harness.last.flags, 'retransmission')).toBe(true);
  // Five more duplicates (7 to 10 and one of 11): new segments once cwnd exceeds the 12 outstanding.
  expect([4, 5, 6, 7].map(() => harness.ack(0))).toEqual([[], [], [], []]);
  expect(harness.ack(0)).toEqual([13]);
  expect(harness.ack(0)).toEqual([14]);
  expect(harness.ack(0)).toEqual([15]);
  expect(harness.window).toBe(15);
  // Partial ACK: the next hole at once; cwnd = 15 - 3 + 1; one new segment fits.
  expect(harness.ack(3)).toEqual([4, 16]);
  expect(harness.window).toBe(13);
  // Full ACK (12 or beyond): cwnd = min(ssthresh, max(FlightSize, 1) + 1) with 16 outstanding.
  expect(harness.ack(15)).toEqual([17]);
  expect(harness.window).toBe(2);
});

test('a full ACK with much outstanding leaves the threshold as window', () => {
  const harness = opened();
  for (let duplicate = 1; duplicate <= 11; duplicate++) harness.ack(0);
  expect(harness.sender.highestSent).toBe(16);
  harness.ack(12);
  // FlightSize is 4: min(5, 4 + 1).
  expect(harness.window).toBe(5);
});

test('the acknowledgement of exactly `recover` is a full one', () => {
  const harness = opened({ limitedTransmit: false });
  for (let duplicate = 1; duplicate <= 3; duplicate++) harness.ack(0);
  expect(harness.ack(9)).toEqual([10]);
  harness.ack(10);
  expect(harness.window).toBe(2);
});

test('three duplicates start it, two do not', () => {
  const harness = opened({ limitedTransmit: false });
  expect([harness.ack(0), harness.ack(0), harness.ack(0)]).toEqual([[], [], [1]]);
});

test('a segment that an ACK moved past starts the count anew', () => {
  const harness = opened({ limitedTransmit: false, windowPackets: 10 });
  harness.ack(0);
  harness.ack(0);
  harness.ack(1);
  harness.ack(1);
  harness.ack(1);
  expect(harness.sender.retransmittedSegments).toBe(0);
  expect(harness.ack(1)).toEqual([2]);
});

test('one halving for all losses of a window', () => {
  const harness = opened();
  for (let duplicate = 1; duplicate <= 6; duplicate++) harness.ack(0);
  for (const partial of [2, 4, 6, 8]) harness.ack(partial);
  expect(harness.sender).toMatchObject({ windowCutCount: 1, slowStartThreshold: 5, retransmittedSegments: 5 });
});

test('the first partial ACK restarts the timer, the second does not (section 3.2, step 3)', () => {
  const harness = opened({ minRtoMs: 300, limitedTransmit: false, windowPackets: 10 });
  for (let duplicate = 1; duplicate <= 3; duplicate++) harness.ack(0);
  harness.wait(200);
  expect(harness.ack(2)).toEqual([3]);
  harness.wait(200);
  expect(harness.ack(4)).toEqual([5]);
  // 300 ms after the first partial ACK.
  expect(harness.wait(99)).toEqual([]);
  expect(harness.wait(1)).toEqual([5]);
  expect(harness.sender.timeoutCount).toBe(1);
});

describe('after a timeout (section 3.2, step 4)', () => {
  test('duplicates of segments that were outstanding then start no fast retransmit', () => {
    const harness = opened({ limitedTransmit: false });
    expect(harness.wait(1000)).toEqual([1]);
    harness.ack(1);
    for (let duplicate = 1; duplicate <= 5; duplicate++) expect(harness.ack(1)).toEqual([]);
    // Not even when the ACK covers exactly `recover`.
    harness.ack(10);
    for (let duplicate = 1; duplicate <= 5; duplicate++) expect(harness.ack(10)).toEqual([]);
    harness.ack(11);
    // 12 to 15 are outstanding: ssthresh = 2, cwnd = 5.
    expect([1, 2, 3].map(() => harness.ack(11))).toEqual([[], [], [12, 16]]);
  });

  test('a timeout ends a recovery', () => {
    const harness = opened();
    for (let duplicate = 1; duplicate <= 5; duplicate++) harness.ack(0);
    expect(harness.wait(1000)).toEqual([1]);
    // The copy of 1 was lost: the threshold, 5 since the third duplicate, is halved once more (RFC 5681 section 4.3).
    expect([harness.window, harness.threshold]).toEqual([1, 2.5]);
    expect(harness.ack(1)).toEqual([2, 3]);
  });

  test('a timeout after a partial ACK does not count the segments of limited transmit', () => {
    const harness = opened();
    // 11 and 12 are those of limited transmit. The threshold is 5.
    for (let duplicate = 1; duplicate <= 3; duplicate++) harness.ack(0);
    expect(harness.ack(8)).toEqual([9]);
    // 9 to 12 are outstanding: max(2, (4 - 2) / 2).
    expect(harness.wait(1000)).toEqual([9]);
    expect([harness.window, harness.threshold]).toEqual([1, 2]);
  });

  test('a timeout in recovery may find less outstanding than limited transmit has sent', () => {
    const harness = new SenderHarness({ variant: 'newreno', initialWindow: 4 });
    harness.open(6);
    // 1 is lost. Limited transmit sends the last two segments.
    expect([harness.ack(0), harness.ack(0), harness.ack(0)]).toEqual([[5], [6], [1]]);
    expect(harness.ack(5)).toEqual([6]);
    expect(harness.wait(1000)).toEqual([6]);
    expect([harness.window, harness.threshold]).toEqual([1, 2]);
  });
});
