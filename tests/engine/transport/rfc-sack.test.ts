/** RFC 6675 (SACK-based loss recovery), worked by hand. Blocks are [first, one past the last]. */
import { describe, expect, test } from 'vitest';
import { ENDLESS_SUPPLY } from '../../../src/engine/transport/tcp-sender.ts';
import { SenderHarness } from './harness.ts';

/** Segments 1 to 10 are outstanding. */
function opened(segments = ENDLESS_SUPPLY, more: ConstructorParameters<typeof SenderHarness>[0] = {}): SenderHarness {
  const harness = new SenderHarness({ variant: 'sack', initialWindow: 10, ...more });
  harness.open(segments);
  return harness;
}

test('two losses in a window: the pipe governs (section 5)', () => {
  const harness = opened();
  // 1 and 4 are lost. Limited transmit on the first two.
  expect(harness.ack(0, { sack: [[2, 3]] })).toEqual([11]);
  expect(harness.ack(0, { sack: [[2, 4]] })).toEqual([12]);
  // Third: RecoveryPoint 12, ssthresh = cwnd = 10 / 2; pipe = 4, 6 to 12 and the retransmitted 1.
  expect(
    harness.ack(0, {
      sack: [
        [5, 6],
        [2, 4],
      ],
    }),
  ).toEqual([1]);
  expect([harness.threshold, harness.window]).toEqual([5, 5]);
  const arrived = (end: number) => harness.ack(0, { sack: [[5, end]] });
  // 6: pipe 8. 7: now 4 is lost, pipe 6. 8: pipe 5.
  expect([arrived(7), arrived(8), arrived(9)]).toEqual([[], [], []]);
  // 9: pipe = 10, 11, 12 and 1: room for the hole. 10, 11, 12: each makes room for a new segment.
  expect([arrived(10), arrived(11), arrived(12), arrived(13)]).toEqual([[4], [13], [14], [15]]);
  expect(harness.window).toBe(5);
  // Partial ACK: pipe = 13, 14, 15 and the retransmitted 4.
  expect(harness.ack(3)).toEqual([16]);
  // RecoveryPoint: out, cwnd = ssthresh, 13 to 16 outstanding.
  expect(harness.ack(12)).toEqual([17]);
  expect(harness.window).toBe(5);
});

test('three SACKed segments in one ACK are as good as three duplicates: IsLost (section 5, step 2)', () => {
  const harness = opened();
  expect(harness.ack(0, { sack: [[2, 5]] })).toEqual([1]);
  expect(harness.threshold).toBe(5);
});

test('a duplicate is an ACK that SACKs something new (section 2)', () => {
  const harness = opened(ENDLESS_SUPPLY, { limitedTransmit: false });
  for (let repeat = 1; repeat <= 5; repeat++) expect(harness.ack(0, { sack: [[2, 3]] })).toEqual([]);
  expect(harness.ack(0)).toEqual([]);
  expect(harness.ack(0, { sack: [[2, 4]] })).toEqual([]);
  expect(harness.ack(0, { sack: [[2, 5]] })).toEqual([1]);
});

test('an ACK that moves on and SACKs something new is a duplicate too (section 5)', () => {
  const harness = opened();
  harness.ack(1, { sack: [[3, 6]] });
  expect(harness.sender).toMatchObject({ windowCutCount: 1, retransmittedSegments: 1, highestAcked: 1 });
});

test('lost holes first, then new data, then holes that may not be lost (NextSeg, rules 1 to 3)', () => {
  const harness = opened(12, { limitedTransmit: false });
  // 1, 2 and 9 are lost: 3 to 8 arrive.
  harness.ack(0, { sack: [[3, 4]] });
  harness.ack(0, { sack: [[3, 5]] });
  expect(harness.ack(0, { sack: [[3, 6]] })).toEqual([1]);
  expect(harness.ack(0, { sack: [[3, 7]] })).toEqual([]);
  expect(harness.ack(0, { sack: [[3, 8]] })).toEqual([2]);
  expect(harness.ack(0, { sack: [[3, 9]] })).toEqual([11]);
  // 10 arrives: pipe = 9, 11, 1, 2. 9 has one SACKed above it, so new data goes first; then there is none.
  expect(harness.ack(0, { sack: [[10, 11]] })).toEqual([12]);
  // 11 arrives: pipe = 9, 12, 1, 2: now only 9 can be sent.
  expect(harness.ack(0, { sack: [[10, 12]] })).toEqual([9]);
});

describe('the rescue retransmission (NextSeg, rule 4)', () => {
  test('brings back the last segment, once, and saves a timeout', () => {
    const harness = opened(10);
    // 1, 9 and 10 are lost.
    harness.ack(0, { sack: [[2, 3]] });
    harness.ack(0, { sack: [[2, 4]] });
    expect(harness.ack(0, { sack: [[2, 5]] })).toEqual([1]);
    expect([6, 7, 8, 9].map((end) => harness.ack(0, { sack: [[2, end]] }))).toEqual([[], [], [], []]);
    // 1 arrives. 9 and 10 were not SACKed: the last of them is sent.
    expect(harness.ack(8)).toEqual([10]);
    expect(harness.ack(8)).toEqual([]);
    // 10 arrives: 9 is a hole now (HighRxt did not move), rule 3.
    expect(harness.ack(8, { sack: [[10, 11]] })).toEqual([9]);
    expect(harness.ack(10)).toEqual([]);
    expect(harness.sender).toMatchObject({ timeoutCount: 0, isCompleted: true, sentSegments: 14 });
  });

  test('is not sent before HighACK has passed the first retransmission', () => {
    const harness = opened(10);
    // 1 and 2 are lost.
    harness.ack(0, { sack: [[3, 4]] });
    harness.ack(0, { sack: [[3, 5]] });
    expect(harness.ack(0, { sack: [[3, 6]] })).toEqual([1]);
    const after = [7, 8, 9, 10, 11].map((end) => harness.ack(0, { sack: [[3, end]] }));
    expect(after).toEqual([[], [2], [], [], []]);
    // 1 arrives, 2 is on its way: HighACK = RescueRxt = 1.
    expect(harness.ack(1, { sack: [[3, 11]] })).toEqual([]);
  });

  test('is the last segment that is not SACKed', () => {
    const harness = opened(11, { limitedTransmit: false });
    // 1 and 9 are lost; 10 is SACKed, and so is 11, which was sent in recovery.
    for (const end of [3, 4, 5, 6, 7, 8, 9]) harness.ack(0, { sack: [[2, end]] });
    expect(harness.sender.highestSent).toBe(11);
    expect(harness.ack(0, { sack: [[10, 11]] })).toEqual([9]);
    expect(harness.ack(0, { sack: [[10, 12]] })).toEqual([]);
    // 1 arrives. 9 was sent again and may be lost again: only 9 is outstanding, because 10 and 11 are SACKed.
    expect(harness.ack(8, { sack: [[10, 12]] })).toEqual([9]);
  });
});

describe('after a timeout (section 5.1)', () => {
  test('SACKs from before the timeout are forgotten; segments SACKed after it are not sent again', () => {
    const harness = opened(ENDLESS_SUPPLY, { limitedTransmit: false });
    // Only 4 and 5 arrive.
    harness.ack(0, { sack: [[4, 5]] });
    harness.ack(0, { sack: [[4, 6]] });
    expect(harness.wait(1000)).toEqual([1]);
    expect(harness.ack(1, { sack: [[4, 6]] })).toEqual([2, 3]);
    // 4 and 5 are passed over and take no room.
    expect(harness.ack(2, { sack: [[4, 6]] })).toEqual([6, 7]);
    expect(harness.ack(5)).toEqual([8, 9]);
  });

  test('without SACKs everything is sent again', () => {
    const harness = opened(ENDLESS_SUPPLY, { limitedTransmit: false });
    harness.ack(0, { sack: [[4, 6]] });
    expect(harness.wait(1000)).toEqual([1]);
    expect([harness.ack(1), harness.ack(3)]).toEqual([
      [2, 3],
      [4, 5, 6],
    ]);
  });

  test('no new recovery before all that was outstanding is acknowledged', () => {
    const harness = opened(ENDLESS_SUPPLY, { limitedTransmit: false });
    harness.wait(1000);
    harness.ack(1);
    for (const end of [4, 5, 6, 7]) harness.ack(1, { sack: [[3, end]] });
    expect(harness.sender.windowCutCount).toBe(1);
    harness.ack(10);
    const first = harness.sender.highestSent;
    expect(first).toBeGreaterThan(10);
    harness.ack(10, { sack: [[12, 13]] });
    expect(harness.sender.windowCutCount).toBe(1);
  });
});

test('new data in recovery stays within the receiver’s window', () => {
  const harness = opened(ENDLESS_SUPPLY, { windowPackets: 12 });
  for (const end of [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]) harness.ack(0, { sack: [[2, end]] });
  expect(harness.sender.highestSent).toBe(12);
});

describe('segments that recovery sends above a hole do not raise the threshold (RFC 5681 section 4.3)', () => {
  /** 1 is lost, and recovery sends up to segment 24 above it: FlightSize is 24, the threshold 5. */
  function inRecovery(blocks: (end: number) => [number, number][]): SenderHarness {
    const harness = opened();
    for (let end = 3; end <= 5; end++) harness.ack(0, { sack: [[2, end]] });
    expect([harness.threshold, harness.window]).toEqual([5, 5]);
    for (let end = 6; harness.sender.highestSent < 24; end++) harness.ack(0, { sack: blocks(end) });
    return harness;
  }

  test('its copy is lost too: the timeout lowers the threshold once more', () => {
    const harness = inRecovery((end) => [[2, end]]);
    expect(harness.wait(1000)).toEqual([1]);
    expect([harness.threshold, harness.window]).toEqual([2.5, 1]);
  });

  test('a loss among them, known when recovery ends, lowers it once more', () => {
    // 13, the first beyond RecoveryPoint, is lost.
    const harness = inRecovery((end) =>
      end <= 14
        ? [[2, Math.min(end, 13)]]
        : [
            [14, end],
            [2, 13],
          ],
    );
    harness.ack(12, { sack: [[14, 24]] });
    expect([harness.sender.windowCutCount, harness.threshold]).toEqual([2, 2.5]);
  });
});
