/** RACK-TLP (RFC 8985), by hand: which rule sends a segment again, and when. The round trip is 100 ms, unless said. */
import { describe, expect, test } from 'vitest';
import { SendRule } from '../../../src/engine/packets/packet.ts';
import type { RackSender } from '../../../src/engine/transport/rack-sender.ts';
import { SenderHarness } from './harness.ts';

const setting = { variant: 'rack', initialWindow: 10, minRtoMs: 200, windowPackets: 1000 } as const;

/** At 100 ms, segments 1 to 10 are sent, or as many as are supplied. */
function opened(segments = 1000): SenderHarness {
  const harness = new SenderHarness(setting);
  harness.open(segments);
  return harness;
}

const rack = ({ sender }: SenderHarness) => sender as RackSender;

/** Time, ms, number and rule of each segment sent again so far. */
const resent = ({ sent }: SenderHarness) =>
  sent
    .filter(({ rule }) => rule !== SendRule.inOrder)
    .map(({ timeMs, sequence, rule }) => [timeMs, sequence, rule] as const);

/** At 200, 201 and 202 ms, SACKs of 2, 3 and 4: segment 1 is lost. */
function withLoss(): SenderHarness {
  const harness = opened();
  harness.wait(100);
  for (const end of [3, 4, 5]) {
    harness.ack(0, { sack: [[2, end]] });
    if (end < 5) harness.wait(1);
  }
  return harness;
}

// At 202 ms segment 1 was sent again. Smoothed round trip 100, deviation 37.5 or less: the timeout comes at 452 at the
// latest.
test('the timeout starts again while SACK reports originals that left before the first segment was sent again (as in Linux)', () => {
  const harness = withLoss();
  for (const end of [6, 7]) {
    harness.wait(200);
    harness.ack(0, { sack: [[2, end]] });
  }
  expect(harness.sender.timeoutCount).toBe(0);
  // None comes any more.
  harness.wait(1000);
  expect(harness.sender.timeoutCount).toBeGreaterThan(0);
});

describe('losses by time (section 6.2)', () => {
  test('the third SACKed segment ends the time for reordering, while none was seen', () => {
    const harness = withLoss();
    expect(resent(harness)).toEqual([[202, 1, SendRule.rackTime]]);
    // Half of the 10 segments that may be outstanding; two more left on the first two SACKs.
    expect(harness.threshold).toBe(5);
    expect(harness.last.sequence).toBe(1);
    expect(harness.sender.highestSent).toBe(12);
  });

  test('with fewer, it ends a quarter of the least round trip after the time of the ACK', () => {
    const harness = opened();
    harness.wait(100);
    expect(harness.ack(0, { sack: [[2, 3]] })).toEqual([11]);
    expect(harness.wait(24)).toEqual([]);
    harness.wait(1);
    expect(resent(harness)).toEqual([[225, 1, SendRule.reorderingTimer]]);
  });

  test('after reordering only time counts, however many are SACKed', () => {
    const harness = opened();
    harness.wait(100);
    harness.ack(0, { sack: [[2, 3]] });
    harness.wait(5);
    // Segment 1 comes after 2: the network changes the order.
    harness.ack(2);
    harness.ack(2, { sack: [[4, 9]] });
    expect(resent(harness)).toEqual([]);
    // Sent at 100, a round trip of 105, and 25 ms.
    harness.wait(24.9);
    expect(resent(harness)).toEqual([]);
    harness.wait(0.1);
    expect(resent(harness)).toEqual([[230, 3, SendRule.reorderingTimer]]);
  });

  test('an ACK that moves forward and reports a segment beyond a hole is no reordering (step 3: in order of numbers)', () => {
    const harness = opened();
    harness.wait(100);
    // The ACK of segment 1 was delayed until segment 3 came; 2 is lost.
    harness.ack(1, { sack: [[3, 4]] });
    harness.wait(1);
    harness.ack(1, { sack: [[3, 6]] });
    expect(resent(harness)).toEqual([[201, 2, SendRule.rackTime]]);
  });

  test('a lost retransmission is found by the ACK of a segment that was sent after it', () => {
    const harness = withLoss();
    const next = (afterMs: number, end: number) => {
      harness.wait(afterMs);
      return harness.ack(0, { sack: [[2, end]] });
    };
    // Proportional rate reduction: one segment for two that are delivered, until five are in flight.
    expect([6, 7, 8, 9, 10, 11].map((end) => next(1, end))).toEqual([[], [13], [], [14], [], []]);
    // 11 and 12 were sent at 200 and 201 ms, before segment 1 was sent again.
    next(92, 12);
    next(1, 13);
    expect(resent(harness)).toHaveLength(1);
    // 13 was sent at 204 ms, after it.
    next(3, 14);
    expect(resent(harness).at(-1)).toEqual([304, 1, SendRule.rackTime]);
    expect(harness.sender.windowCutCount).toBe(1);
    expect(harness.sender.timeoutCount).toBe(0);
  });

  test('a duplicate report lengthens the time for reordering once per round trip, and undoes the cut', () => {
    const harness = withLoss();
    expect(harness.threshold).toBe(5);
    harness.wait(100);
    // The original has come late, and so does the retransmission.
    harness.ack(12);
    expect(rack(harness).undoCount).toBe(0);
    harness.wait(8);
    harness.ack(12, { sack: [[1, 2]] });
    expect(rack(harness).undoCount).toBe(1);
    expect(harness.threshold).toBe(1000);
    expect(harness.window).toBeGreaterThanOrEqual(10);
    // Two quarters of 100 ms now.
    const first = 13;
    harness.wait(92);
    harness.ack(12, { sack: [[first + 1, first + 2]] });
    const sentMs = harness.sent.find(({ sequence }) => sequence === first)?.timeMs as number;
    const ackedMs = harness.clock.nowNs / 1e6;
    const laterMs = harness.sent.find(({ sequence }) => sequence === first + 1)?.timeMs as number;
    harness.wait(60);
    expect(resent(harness).at(-1)).toEqual([sentMs + (ackedMs - laterMs) + 50, first, SendRule.reorderingTimer]);
  });
});

describe('a segment that is lost after the beginning of a recovery', () => {
  /** Segment 1 was lost twice: the recovery ends with 12. Segment 13 was sent within it, and 14 has arrived. */
  function withSecondLoss(): SenderHarness {
    const harness = withLoss();
    for (let end = 6; end <= 13; end++) harness.ack(0, { sack: [[2, end]] });
    expect(harness.sender.highestSent).toBeGreaterThanOrEqual(14);
    harness.wait(100);
    harness.ack(0, {
      sack: [
        [14, 15],
        [2, 13],
      ],
    });
    expect(resent(harness).map(([, sequence]) => sequence)).toEqual([1, 1, 13]);
    return harness;
  }

  test('is of the next window of data, so it cuts again when the recovery is over (RFC 5681 section 4.3)', () => {
    const harness = withSecondLoss();
    expect(rack(harness).windowCutCount).toBe(1);
    harness.ack(12, { sack: [[14, 15]] });
    expect(rack(harness).isInRecovery).toBe(true);
    expect(rack(harness).windowCutCount).toBe(2);
    expect(harness.threshold).toBeLessThan(5);
    // Its end is the highest segment sent by then.
    const { highestSent } = harness.sender;
    harness.ack(14);
    expect(rack(harness).isInRecovery).toBe(highestSent > 14);
    harness.ack(highestSent);
    expect(rack(harness).isInRecovery).toBe(false);
    expect(rack(harness).windowCutCount).toBe(2);
  });

  test('cuts nothing if the ACK that ends the recovery acknowledges it too', () => {
    const harness = withSecondLoss();
    harness.ack(14);
    expect(rack(harness).isInRecovery).toBe(false);
    expect(rack(harness).windowCutCount).toBe(1);
  });
});

test('a mark after a recovery is not undone by a report about that recovery', () => {
  const harness = new SenderHarness({ ...setting, ecn: true });
  harness.open(1000);
  harness.wait(100);
  harness.ack(0, { sack: [[2, 5]] });
  harness.wait(100);
  harness.ack(11);
  harness.wait(1);
  expect(harness.threshold).toBe(5);
  harness.ack(12, { ece: true });
  const { window, threshold } = harness;
  expect(window).toBeLessThan(5);
  // The retransmission of segment 1 was needless.
  harness.ack(12, { sack: [[1, 2]], ece: true });
  expect(rack(harness).undoCount).toBe(0);
  expect([harness.window, harness.threshold]).toEqual([window, threshold]);
});

test('a cut that was for nothing shows reordering: the next segment that three overtake is not sent again at once', () => {
  const harness = withLoss();
  harness.wait(10);
  // The original of segment 1 comes late, then the retransmission.
  harness.ack(12);
  harness.wait(92);
  harness.ack(12, { sack: [[1, 2]] });
  expect(rack(harness).undoCount).toBe(1);
  harness.wait(8);
  harness.ack(12, { sack: [[14, 17]] });
  expect(resent(harness)).toHaveLength(1);
  harness.ack(16);
  harness.wait(60);
  expect(resent(harness)).toHaveLength(1);
});

describe('probes (section 7)', () => {
  test('after two round trips without an ACK, the last segment is sent again; its SACK shows what is lost', () => {
    const harness = opened(5);
    expect(harness.wait(199)).toEqual([]);
    expect(harness.wait(1)).toEqual([5]);
    harness.wait(100);
    // Four are lost. One may leave for the one that has arrived.
    expect(harness.ack(0, { sack: [[5, 6]] })).toEqual([1]);
    expect(resent(harness)).toEqual([
      [300, 5, SendRule.probe],
      [400, 1, SendRule.rackTime],
    ]);
    expect(harness.sender.timeoutCount).toBe(0);
  });

  test('new data is sent in place of the last segment, whatever the window', () => {
    const harness = opened();
    expect(harness.wait(200)).toEqual([11]);
    expect(resent(harness)).toEqual([]);
  });

  test('a single segment waits for a delayed ACK too, but not beyond the timeout', () => {
    const harness = opened(5);
    harness.wait(100);
    harness.ack(4);
    // Smoothed round trip 100, deviation 37.5: the timeout is 250 ms, two round trips and 200 ms are longer.
    expect(harness.wait(249)).toEqual([]);
    expect(harness.wait(1)).toEqual([5]);
    expect(resent(harness)).toEqual([[450, 5, SendRule.probe]]);
    expect(harness.sender.timeoutCount).toBe(0);
  });

  test('the same after a pause, when the timer starts with the segment', () => {
    const harness = opened(5);
    harness.wait(100);
    harness.ack(5);
    harness.wait(100);
    harness.supply(1);
    // Smoothed round trip 100, deviation 37.5: the timeout is 250 ms.
    harness.wait(250);
    expect(resent(harness)).toEqual([[550, 6, SendRule.probe]]);
    expect(harness.sender.timeoutCount).toBe(0);
  });

  test('a probe that begins a recovery cuts the window with it, once (section 7.1)', () => {
    const harness = opened(5);
    harness.wait(300);
    // The probe has arrived, 1 to 4 are lost.
    harness.ack(0, { sack: [[5, 6]] });
    expect(harness.sender.windowCutCount).toBe(1);
    const { threshold } = harness;
    harness.wait(100);
    harness.ack(1, { sack: [[5, 6]] });
    harness.wait(100);
    harness.ack(3, { sack: [[5, 6]] });
    harness.wait(100);
    harness.ack(5);
    harness.supply(5);
    harness.wait(100);
    harness.ack(7);
    expect(harness.sender.windowCutCount).toBe(1);
    expect(harness.threshold).toBe(threshold);
  });

  test('no second probe before a round trip was measured (section 7.3): the timer runs out', () => {
    const harness = opened(5);
    harness.wait(100);
    harness.ack(4);
    // The probe at 450 ms and a report that it came twice: its round trip is not known.
    harness.wait(350);
    harness.ack(5, { sack: [[5, 6]] });
    harness.supply(1);
    harness.wait(1000);
    expect(
      resent(harness)
        .slice(0, 2)
        .map(([, sequence, rule]) => [sequence, rule]),
    ).toEqual([
      [5, SendRule.probe],
      [6, SendRule.timeout],
    ]);
  });

  test.each([
    { what: 'a probe that repaired a loss cuts the window', sack: [] as const, cuts: 1 },
    { what: 'a probe that came twice does not', sack: [[5, 6]] as const, cuts: 0 },
  ])('$what', ({ sack, cuts }) => {
    const harness = opened(5);
    harness.wait(100);
    harness.ack(4);
    harness.wait(350);
    harness.ack(5, { sack });
    harness.supply(5);
    harness.wait(100);
    harness.ack(6);
    expect(harness.sender.windowCutCount).toBe(cuts);
  });
});

describe('timeouts', () => {
  test('what SACK has reported stays known, and what may still arrive is not lost (section 6.3)', () => {
    const harness = withLoss();
    // Nothing arrives any more. The timer counts from the retransmission: 100 + 4 x 37.5 ms or more.
    harness.wait(1000);
    const [timeout] = resent(harness).filter(([, , rule]) => rule === SendRule.timeout);
    expect(timeout?.[1]).toBe(1);
    harness.ack(4);
    const again = resent(harness).map(([, sequence]) => sequence);
    expect(again).not.toContain(2);
    expect(again).not.toContain(4);
  });

  test('a needless timeout is noticed by the ACK of an original, and undone (RFC 5682)', () => {
    const harness = opened();
    // The probe at 300 ms is segment 11; the timer starts again with it: 100 + 4 x 50 ms.
    harness.wait(500);
    expect(resent(harness)).toEqual([[600, 1, SendRule.timeout]]);
    expect(harness.window).toBe(1);
    harness.wait(50);
    // The path was only slow. The first ACK lets new segments go in place of what counts as lost ...
    expect(harness.ack(1)).toEqual([12, 13]);
    // ... and that of segment 2, which was sent once, shows that nothing was.
    harness.wait(1);
    harness.ack(2);
    expect(rack(harness).undoCount).toBe(1);
    expect(harness.window).toBeGreaterThanOrEqual(10);
    expect(harness.threshold).toBe(1000);
    harness.wait(5);
    harness.ack(10);
    expect(resent(harness)).toHaveLength(1);
  });

  test('a loss after an undone cut, in the same window of data, cuts the window', () => {
    const harness = opened();
    harness.wait(500);
    harness.ack(1);
    harness.wait(1);
    harness.ack(2);
    expect(rack(harness).undoCount).toBe(1);
    // Segment 3 is lost: SACKs of 4 to 11.
    harness.wait(1);
    harness.ack(2, { sack: [[4, 12]] });
    expect(resent(harness).at(-1)).toEqual([602, 3, SendRule.rackTime]);
    // Ten segments were outstanding ...
    expect(harness.threshold).toBeLessThan(10);
    harness.wait(100);
    harness.ack(harness.sender.highestSent);
    // ... so recovery ends far below the receiver's window.
    expect(harness.window).toBeLessThan(10);
  });

  test('an undo after a second timeout brings back the window before that one', () => {
    const harness = opened();
    // The first timeout is needed: segments 1 to 10 are lost, and the probe is too.
    harness.wait(500);
    harness.wait(100);
    harness.ack(1);
    expect(harness.threshold).toBe(5);
    // Now the path is slow, and the timer runs out again, for segment 2 ...
    harness.wait(2000);
    expect(
      resent(harness)
        .filter(([, , rule]) => rule === SendRule.timeout)
        .map(([, sequence]) => sequence),
    ).toContain(2);
    // ... before the ACK of the new segments comes.
    harness.ack(1, { sack: [[3, 4]] });
    expect(harness.threshold).toBeLessThanOrEqual(5);
  });

  test('a timeout that was needed is not undone', () => {
    const harness = opened();
    harness.wait(600);
    expect(harness.ack(1)).toEqual([12, 13]);
    harness.wait(100);
    // Only the new ones arrive.
    expect(harness.ack(1, { sack: [[12, 13]] })[0]).toBe(2);
    expect(rack(harness).undoCount).toBe(0);
  });
});
