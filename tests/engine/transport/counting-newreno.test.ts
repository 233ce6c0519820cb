/**
 * NewReno with F-RTO (RFC 5682, section 2.1), proportional rate reduction (RFC 9937) and its timer (RFC 6582, section
 * 4), worked by hand.
 */
import { describe, expect, test } from 'vitest';
import { SendRule } from '../../../src/engine/packets/packet.ts';
import type { CountingNewRenoSender } from '../../../src/engine/transport/counting-newreno.ts';
import { type GivenValues, SenderHarness } from './harness.ts';

/** Segments 1 to `window` are outstanding at 100 ms. The timeout is 1 s. */
function opened(more: GivenValues, window = 10): SenderHarness {
  const harness = new SenderHarness({ variant: 'newreno', initialWindow: window, windowPackets: 1000, ...more });
  expect(harness.open(1000)).toHaveLength(window);
  return harness;
}

const undone = ({ sender }: SenderHarness) => (sender as CountingNewRenoSender).undoCount;

describe('F-RTO', () => {
  /** The timer runs out at 1100 ms: segment 1 is sent again. */
  function timedOut(more: GivenValues = {}): SenderHarness {
    const harness = opened({ frto: true, ...more });
    expect(harness.wait(1000)).toEqual([1]);
    expect([harness.window, harness.threshold, harness.last.rule]).toEqual([1, 5, SendRule.timeout]);
    return harness;
  }

  test('two new segments leave on the first ACK, and one for what was sent once undoes the timeout', () => {
    const harness = timedOut();
    expect(harness.ack(1)).toEqual([11, 12]);
    expect(harness.window).toBe(2);
    // Ten segments from before the cut, and one for the ACK: 3 to 12 are in flight.
    expect(harness.ack(2)).toEqual([13]);
    expect([harness.window, harness.threshold, undone(harness)]).toEqual([11, 1000, 1]);
    expect(harness.sender.retransmittedSegments).toBe(1);
  });

  test('a duplicate ACK shows that the loss was one: sending again goes on (step 3a)', () => {
    const harness = timedOut();
    expect(harness.ack(1)).toEqual([11, 12]);
    // Segment 11 has arrived, so only 12 is in flight.
    expect(harness.ack(1)).toEqual([2]);
    expect(harness.ack(1)).toEqual([3]);
    // 11 and 12 count as in flight again, with 3 (Linux).
    expect(harness.ack(2)).toEqual([]);
    expect(harness.ack(3)).toEqual([4, 5]);
    expect([harness.threshold, undone(harness)]).toEqual([5, 0]);
  });

  test('a duplicate ACK as the first one ends it (step 2a)', () => {
    const harness = timedOut();
    expect(harness.ack(0)).toEqual([]);
    expect(harness.ack(1)).toEqual([2, 3]);
  });

  test('an ACK of all that was outstanding ends it', () => {
    const harness = timedOut();
    expect(harness.ack(10)).toEqual([11, 12]);
    expect(harness.ack(11)).toEqual([13, 14]);
    expect([harness.threshold, undone(harness)]).toEqual([5, 0]);
  });

  test('not within a recovery, but when the same segment times out again (step 1)', () => {
    const recovering = () => {
      const harness = opened({ frto: true, limitedTransmit: false });
      for (let duplicate = 0; duplicate < 3; duplicate++) harness.ack(0);
      expect(harness.wait(1000)).toEqual([1]);
      return harness;
    };
    const once = recovering();
    expect(once.ack(1)).toEqual([2, 3]);
    const twice = recovering();
    expect(twice.wait(2000)).toEqual([1]);
    expect(twice.ack(1)).toEqual([11, 12]);
  });

  test('without it, the second and third segment are sent again', () => {
    const harness = opened({ frto: false, prr: true });
    harness.wait(1000);
    expect(harness.ack(1)).toEqual([2, 3]);
    expect(harness.ack(2)).toEqual([4, 5]);
  });
});

describe('duplicate ACKs of the last segment of a timeout may answer needless retransmissions', () => {
  test.each([
    [true, [[13], [14], [], [], []]],
    [false, [[], [], [], [], []]],
  ])('limited transmit %s: they make room for two segments at most (RFC 3042)', (limitedTransmit, sent) => {
    const harness = opened({ prr: true, limitedTransmit });
    expect(harness.wait(1000)).toEqual([1]);
    expect(harness.ack(10)).toEqual([11, 12]);
    expect(sent.map(() => harness.ack(10))).toEqual(sent);
    // No loss was shown (RFC 6582, section 3.2, step 2). The next ACK for new data starts the count anew.
    expect(harness.sender).toMatchObject({ isInRecovery: false, retransmittedSegments: 1 });
    expect(harness.ack(12)).toEqual(limitedTransmit ? [15] : [13, 14, 15]);
  });
});

describe('proportional rate reduction', () => {
  test('20 segments, the first is lost: ten for eighteen, and one for one from the threshold on', () => {
    const harness = opened({ prr: true, limitedTransmit: false }, 20);
    const sent = Array.from({ length: 19 }, () => harness.ack(0).length);
    // RecoverFS = 20 - 3 + 1. After k duplicate ACKs, ceil((k - 2) 10 / 18) may have left, while more than 10 are in
    // flight.
    expect(sent).toEqual([0, 0, 1, 1, 0, 1, 0, 1, 0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 1]);
    expect(harness.threshold).toBe(10);
  });

  test('a partial ACK delivers one segment at least, and sends the next lost one', () => {
    const harness = opened({ prr: true, limitedTransmit: false });
    // 1 and 4 are lost; RecoverFS = 8, threshold 5.
    const sent = Array.from({ length: 8 }, () => harness.ack(0));
    expect(sent).toEqual([[], [], [1], [11], [], [], [12], [13]]);
    // Delivered are 6 + 1, and 4 were sent. In flight are 11 to 13: the window of 5 has room for two.
    expect(harness.ack(3)).toEqual([4, 14]);
    expect(harness.window).toBe(5);
    // At the end the threshold: 14 is in flight.
    expect(harness.ack(13)).toEqual([15, 16, 17, 18]);
    expect(harness.window).toBe(5);
  });

  test('without it, the window is the threshold at once', () => {
    const harness = opened({ frto: true, limitedTransmit: false });
    const sent = Array.from({ length: 8 }, () => harness.ack(0));
    expect(sent).toEqual([[], [], [1], [], [], [11], [12], [13]]);
    expect(harness.window).toBe(5);
  });
});

test.each([
  ['first', false, 1],
  ['every', false, 0],
  ['first', true, 1],
  ['every', true, 0],
] as const)('a partial ACK restarts the timer: %s, PRR %s', (partialAckTimer, prr, timeouts) => {
  // 1, 3 and 5 are lost. Partial ACKs at 600 and 1200 ms; the timer of the first runs out at 1600 ms.
  const harness = opened({ partialAckTimer, prr });
  for (let duplicate = 0; duplicate < 3; duplicate++) harness.ack(0);
  harness.wait(500);
  harness.ack(2);
  harness.wait(600);
  harness.ack(4);
  harness.wait(500);
  expect(harness.sender.timeoutCount).toBe(timeouts);
});
