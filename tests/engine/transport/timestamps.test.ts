/** Timestamps (RFC 7323), and what senders find with them, by hand. The round trip is 100 ms, and a tick 1 ms. */
import { describe, expect, test } from 'vitest';
import { SendRule } from '../../../src/engine/packets/packet.ts';
import type { CountingNewRenoSender } from '../../../src/engine/transport/counting-newreno.ts';
import type { RackSender } from '../../../src/engine/transport/rack-sender.ts';
import { StandardRttEstimator } from '../../../src/engine/transport/rtt-estimator.ts';
import { ticksBetween, timestampAt } from '../../../src/engine/transport/timestamps.ts';
import { type GivenValues, ReceiverHarness, SenderHarness, tcpValues } from './harness.ts';

describe('the clock (section 3)', () => {
  test('whole ticks of 32 bits, which wrap around', () => {
    expect([timestampAt(0, 1), timestampAt(1_999_999, 1), timestampAt(2e6, 1)]).toEqual([0, 1, 2]);
    // At a tick of 1 us, an hour has 3.6e9 of them.
    const [before, after] = [timestampAt(2_147_483_647e3, 0.001), timestampAt(2_147_483_650e3, 0.001)];
    expect(before).toBe(2 ** 31 - 1);
    expect(after).toBe(2 - 2 ** 31);
    expect([ticksBetween(before, after), ticksBetween(after, before)]).toEqual([3, -3]);
  });
});

/** A receiver that has the SYN; segments A to E are 1 to 5, and their timestamps 1 to 5. */
function receiving(given: GivenValues = {}) {
  const harness = new ReceiverHarness({ variant: 'sack', timestamps: true, ...given });
  harness.data(0, 'syn');
  /** Acknowledgement and echo of the ACKs that segments bring. */
  const arrive = (...segments: number[]) =>
    segments.flatMap((segment) => {
      harness.bornMs = segment;
      return harness.data(segment).map(({ sequence, echo }) => [sequence, echo]);
    });
  return { harness, arrive };
}

describe('the receiver returns (section 4.3)', () => {
  test('with delayed ACKs, the time of the first segment that an ACK acknowledges', () => {
    const { arrive } = receiving({ delayedAck: true });
    expect(arrive(1, 2)).toEqual([[2, 1]]);
    expect(arrive(3, 4)).toEqual([[4, 3]]);
  });

  test('at a gap, the time of the segment before it; where a gap is filled, that of the segment that fills it', () => {
    const { arrive } = receiving();
    expect(arrive(1, 3, 2, 5, 4)).toEqual([
      [1, 1],
      [1, 1],
      [3, 2],
      [3, 2],
      [5, 4],
    ]);
  });

  test('no earlier time after a later one: of a segment that came twice', () => {
    const { harness, arrive } = receiving();
    expect(arrive(1, 2)).toEqual([
      [1, 1],
      [2, 2],
    ]);
    harness.bornMs = 1;
    expect(harness.data(1).map(({ echo }) => echo)).toEqual([2]);
  });

  test('three SACK blocks at most beside the option, of headers with 12 bytes more (RFC 2018 section 3)', () => {
    const { harness } = receiving({ variant: 'rack' });
    for (const segment of [2, 4, 6]) harness.data(segment);
    const [ack] = harness.data(8);
    expect(ack?.sack.map(([first]) => first)).toEqual([8, 6, 4]);
    expect(ack?.bytes).toBe(52 + 3 * 8);
    const [duplicate] = harness.data(8);
    expect(duplicate?.sack).toEqual([
      [8, 9],
      [8, 9],
      [6, 7],
    ]);
    // The block that found no room comes again.
    expect(harness.data(10)[0]?.sack.map(([first]) => first)).toEqual([10, 8, 6]);
  });
});

describe('the round trip (section 4)', () => {
  const values = tcpValues({ minRtoMs: 1 });

  test('a sample weighs less where a round trip has many (appendix G)', () => {
    const rtt = new StandardRttEstimator(values);
    rtt.sampleTicks(100, 10);
    expect(rtt.timeoutNs() / 1e6).toBe(300);
    // 10 outstanding segments: 5 samples, so 1/40 and 1/20. RTTVAR = 0.95 * 50 + 0.05 * 40 = 49.5; SRTT = 101.
    rtt.sampleTicks(140, 10);
    expect(rtt.timeoutNs() / 1e6).toBeCloseTo(299, 9);
    expect(rtt.smoothedRttNs / 1e6).toBeCloseTo(101, 9);
  });

  test('less than a tick counts as one', () => {
    const rtt = new StandardRttEstimator(values);
    rtt.sampleTicks(0, 1);
    expect(rtt.lastRttNs).toBe(1e6);
  });

  test.each(['newreno', 'sack', 'rack', 'reno', 'tahoe'] as const)(
    '%s: the ACK of a retransmission ends the backoff, which Karn’s rule keeps without timestamps',
    (variant) => {
      const timeouts = [true, false].map((timestamps) => {
        const harness = new SenderHarness({ variant, timestamps });
        harness.supply(4);
        harness.wait(100);
        harness.ack(0, { echo: 0 });
        while (harness.sender.timeoutCount === 0) harness.wait(10);
        const { timeMs, sequence } = harness.last;
        expect(sequence).toBe(1);
        harness.wait(100);
        harness.ack(1, { echo: timeMs });
        return harness.sender.rtt.timeoutNs() / 1e6;
      });
      expect(timeouts).toEqual([1000, 2000]);
    },
  );
});

/** At 100 ms, segments 1 to 10 are sent. At 200 ms, segments overtake the first one. */
function overtaken(given: GivenValues): SenderHarness {
  const harness = new SenderHarness({
    timestamps: true,
    initialWindow: 10,
    minRtoMs: 200,
    windowPackets: 1000,
    ...given,
  });
  harness.supply(1000);
  harness.wait(100);
  harness.ack(0, { echo: 0 });
  harness.wait(100);
  return harness;
}

const resent = ({ sent }: SenderHarness) =>
  sent.filter(({ rule }) => rule !== SendRule.inOrder).map(({ timeMs, sequence }) => [timeMs, sequence]);

describe('NewReno whose duplicate ACKs adapt', () => {
  const adaptive = { variant: 'newreno', duplicateAcks: 'adaptive' } as const;
  const senderOf = ({ sender }: SenderHarness) => sender as CountingNewRenoSender;

  /** Four segments overtake segment 1: it is sent again on the third duplicate ACK, and comes after the fourth. */
  function late(): SenderHarness {
    const harness = overtaken(adaptive);
    for (let count = 0; count < 4; count++) harness.ack(0, { echo: 0 });
    expect(resent(harness)).toEqual([[200, 1]]);
    expect([harness.threshold, senderOf(harness).isInRecovery]).toEqual([5, true]);
    harness.ack(5, { echo: 100 });
    return harness;
  }

  test('the ACK of a late segment undoes the cut', () => {
    const harness = late();
    expect(senderOf(harness).isInRecovery).toBe(false);
    // Ten segments, and one for the ACK, in slow start.
    expect([harness.window, harness.threshold]).toEqual([11, 1000]);
    expect(senderOf(harness).undoCount).toBe(1);
    expect(senderOf(harness).duplicateThreshold).toBe(5);
    // 11 and 12 left on the first two duplicate ACKs, and the window of 11 from segment 6 on ends at 16.
    expect(harness.sender.highestSent).toBe(16);
  });

  test('then four duplicate ACKs are not enough, and five are', () => {
    const harness = late();
    for (let count = 0; count < 4; count++) harness.ack(5, { echo: 100 });
    expect(resent(harness)).toHaveLength(1);
    harness.ack(5, { echo: 100 });
    expect(resent(harness)).toEqual([
      [200, 1],
      [200, 6],
    ]);
  });

  test('the ACK of a retransmission undoes nothing', () => {
    const harness = overtaken(adaptive);
    for (let count = 0; count < 4; count++) harness.ack(0, { echo: 0 });
    harness.wait(100);
    harness.ack(5, { echo: 200 });
    expect(senderOf(harness).isInRecovery).toBe(true);
    expect(senderOf(harness).undoCount).toBe(0);
    expect(senderOf(harness).duplicateThreshold).toBe(3);
  });

  test('where more segments may have overtaken it, all outstanding ones count', () => {
    const harness = overtaken(adaptive);
    for (let count = 0; count < 6; count++) harness.ack(0, { echo: 0 });
    // Two of those that were reported are beyond another gap.
    harness.ack(5, { echo: 100 });
    expect(senderOf(harness).duplicateThreshold).toBe(12);
  });

  test('a timeout that was needless is undone', () => {
    const harness = overtaken(adaptive);
    harness.wait(300);
    expect(harness.sent.at(-1)?.rule).toBe(SendRule.timeout);
    expect(harness.window).toBe(1);
    harness.ack(1, { echo: 100 });
    expect([harness.window, harness.threshold]).toEqual([11, 1000]);
    // 2 to 10 are in flight, not lost.
    expect(harness.last.sequence).toBe(12);
    expect(senderOf(harness).duplicateThreshold).toBe(3);
  });

  test('a timeout after many duplicate ACKs leaves the number as it is', () => {
    const harness = late();
    for (let count = 0; count < 4; count++) harness.ack(5, { echo: 100 });
    harness.wait(500);
    expect(harness.sent.at(-1)?.rule).toBe(SendRule.timeout);
    expect(senderOf(harness).duplicateThreshold).toBe(5);
  });
});

describe('RACK with timestamps', () => {
  const senderOf = ({ sender }: SenderHarness) => sender as RackSender;

  test('the ACK of a late original undoes the cut, and shows reordering, without a duplicate report', () => {
    const harness = overtaken({ variant: 'rack' });
    for (const end of [3, 4, 5]) harness.ack(0, { sack: [[2, end]], echo: 0 });
    expect(resent(harness)).toEqual([[200, 1]]);
    harness.ack(5, { echo: 100 });
    expect(senderOf(harness).undoCount).toBe(1);
    expect(harness.threshold).toBe(1000);
    // From now on only time counts: three SACKed segments send nothing again.
    for (const end of [8, 9, 10]) harness.ack(5, { sack: [[7, end]], echo: 100 });
    expect(resent(harness)).toHaveLength(1);
  });

  test('an ACK of an original does not stand for its retransmission (RFC 8985 section 6.2, step 2)', () => {
    const newestSegment = (echo: number) => {
      const harness = overtaken({ variant: 'rack' });
      for (const end of [3, 4, 5]) harness.ack(0, { sack: [[2, end]], echo: 0 });
      // Long after the least round trip, so only the timestamp tells.
      harness.wait(150);
      harness.ack(4, { echo });
      return (harness.sender as unknown as { readonly newestSegment: number }).newestSegment;
    };
    expect(newestSegment(200)).toBe(1);
    expect(newestSegment(100)).toBe(4);
  });
});
