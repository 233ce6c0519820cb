/** Properties that hold under any losses and reordering, for every sender: the standard ones and ns-2's. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amount } from '../../amount.ts';
import { LoopHarness } from './harness.ts';
import { expectAllArrives, options, senders, Watch } from './loss-patterns.ts';

describe.each(senders)('$variant, $conformance, $congestion', (setting) => {
  test('everything arrives, in order, with any losses and late packets; then no more segments are sent', () =>
    expectAllArrives(setting, amount(200, 300), 1));

  test('without loss nothing is sent twice and no timer runs out', () => {
    fc.assert(
      fc.property(options, fc.integer({ min: 1, max: 300 }), (more, segments) => {
        const values = { ...more, ...setting, minRtoMs: 1000, clockGranularityMs: 1, windowPackets: 40 };
        const loop = new LoopHarness(values, { data: () => 'deliver' });
        const watch = new Watch(loop, values);
        loop.sender.supply(segments);
        loop.run(60);
        expect(watch.complaints).toEqual([]);
        expect(loop.sent.map(({ sequence }) => sequence)).toEqual(
          Array.from({ length: segments + 1 }, (_, sequence) => sequence),
        );
        expect(loop.sender).toMatchObject({ timeoutCount: 0, retransmittedSegments: 0, isCompleted: true });
      }),
      { numRuns: 20, seed: 1 },
    );
  });

  test('fills a link when the window covers its round trip', () => {
    // 1 ms a segment and 41 ms of round trip: 41 segments.
    const loop = new LoopHarness({ ...setting, windowPackets: 50 }, { data: () => 'deliver' });
    loop.sender.supply(1_000_000);
    loop.run(11);
    // BBRv3 paces 1 % below the rate, and every 5 s it has half of the product in flight for 0.24 s.
    expect(loop.useful.length).toBeGreaterThan(setting.congestion === 'bbr3' ? 10_400 : 10_600);
  });

  test('data that becomes available in small parts is all delivered', () => {
    const loop = new LoopHarness(
      { ...setting, minRtoMs: 200 },
      { data: (ordinal) => (ordinal % 7 === 3 ? 'lose' : 'deliver') },
    );
    for (let supply = 0; supply < 30; supply++) {
      loop.sender.supply(3);
      loop.run(3);
    }
    loop.run(600);
    expect(loop.receiver.expectedSegment).toBe(91);
    expect(loop.done).toBeGreaterThan(0);
    expect(loop.sender.isCompleted).toBe(true);
  });
});

test.each(['newreno', 'sack'] as const)(
  '%s: one cut for a window with many losses, two for losses a window apart',
  (variant) => {
    const cuts = (lost: readonly number[]) => {
      const loop = new LoopHarness(
        { variant, windowPackets: 20 },
        { data: (n) => (lost.includes(n) ? 'lose' : 'deliver') },
      );
      loop.sender.supply(400);
      loop.run(60);
      expect(loop.sender.timeoutCount).toBe(0);
      return loop.sender.windowCutCount;
    };
    expect(cuts([100])).toBe(1);
    expect(cuts([100, 103, 105, 108])).toBe(1);
    expect(cuts([100, 160])).toBe(2);
  },
);

test("ns-2's NewReno sends no segment that the application has not supplied, after duplicates at the end", () => {
  // Three segments come 300 ms late, after they were sent again: three duplicate ACKs of the last segment.
  const loop = new LoopHarness(
    {
      variant: 'newreno',
      conformance: 'ns2',
      initialWindow: 4,
      limitedTransmit: false,
      windowPackets: 1000,
      minRtoMs: 1,
      clockGranularityMs: 1,
    },
    { data: (ordinal) => (ordinal >= 7 && ordinal < 10 ? 'late' : 'deliver'), lateMs: 300 },
  );
  loop.sender.supply(60);
  loop.run(10);
  expect(Math.max(...loop.sent.map(({ sequence }) => sequence))).toBe(60);
  expect(loop.receiver.expectedSegment).toBe(61);
});

test('BBR over NewReno never counts less than nothing in flight, after a timeout that was not needed', () => {
  const loop = new LoopHarness(
    { variant: 'newreno', congestion: 'bbr1', initialWindow: 10, minRtoMs: 1, clockGranularityMs: 1 },
    { data: (ordinal) => (ordinal === 6 ? 'late' : 'deliver'), lateMs: 12 },
  );
  let least = 0;
  loop.onChange = () => {
    least = Math.min(least, loop.sender.inFlight);
  };
  loop.sender.supply(60);
  loop.run(10);
  expect(least).toBe(0);
  expect(loop.receiver.expectedSegment).toBe(61);
});
