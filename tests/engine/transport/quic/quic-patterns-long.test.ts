/**
 * Random patterns of lost, late and marked packets and of lost and late ACKs: no stall, each segment once to the
 * application, and each packet in flight is acknowledged or lost once.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { congestionOptions } from '../../../../src/engine/transport/congestion/loaded-controls.ts';
import { amount } from '../../../amount.ts';
import { type Fate, LoopHarness } from './harness.ts';

const SEGMENTS = 60;
/** After this time all packets arrive: the time of probes doubles without a bound (RFC 9002, section 6.2.1). */
const PATTERN_NS = 1_000e9;
/** All controls together: 10 000 in `npm run validate`. */
const PATTERNS = amount(1_400, 10_000);

const fates = fc
  .array(
    fc.tuple(
      fc.oneof(
        { arbitrary: fc.constant<Fate>('deliver'), weight: 5 },
        { arbitrary: fc.constant<Fate>('lose'), weight: 3 },
        { arbitrary: fc.constant<Fate>('mark'), weight: 1 },
        { arbitrary: fc.constant<Fate>('bleach'), weight: 1 },
        { arbitrary: fc.constant<Fate>('late'), weight: 3 },
      ),
      fc.integer({ min: 1, max: 12 }),
    ),
    { maxLength: 16 },
  )
  .map((runs) =>
    runs.flatMap(([fate, length]) => new Array<Fate>(fate === 'deliver' ? length : (length + 1) >> 1).fill(fate)),
  );

const ackFates = fc.array(fc.constantFrom('deliver' as const, 'deliver' as const, 'lose' as const, 'late' as const), {
  maxLength: 60,
});

/** Less than a packet's time, a few packets, about a round trip, and longer than a probe's time. */
const lateness = fc.constantFrom(0.5, 3, 12, 45, 400);

const options = fc.record({
  pacing: fc.boolean(),
  ackPackets: fc.constantFrom(1, 2, 10),
  maxAckDelayMs: fc.constantFrom(1, 25, 200),
  windowPackets: fc.constantFrom(1, 2, 3, 10, 1_000),
  initialWindow: fc.constantFrom(1, 2, 10),
  rfc8511: fc.boolean(),
});

/** Private state of a sender. */
interface Inside {
  readonly sent: { readonly first: number; readonly next: number; fateOf(number: number): number };
}

/** What is wrong with the sender now: the packets in flight are those sent whose fate is open. */
function complaintsOf({ sender, sent, receiver, useful }: LoopHarness): readonly string[] {
  const inside = (sender as unknown as Inside).sent;
  let open = 0;
  for (let number = inside.first; number < inside.next; number++) if (inside.fateOf(number) === 0) open++;
  return [
    ...(open === sender.inFlight ? [] : [`${sender.inFlight} in flight, and ${open} open`]),
    ...(inside.next === sent.length ? [] : [`${sent.length} sent, and the next number is ${inside.next}`]),
    ...(sender.congestionWindow >= 1 ? [] : [`a window of ${sender.congestionWindow}`]),
    ...(new Set(useful).size === useful.length ? [] : ['a segment was new twice']),
    ...(sender.deliveredSegments <= receiver.expectedSegment ? [] : ['acknowledged, but not received']),
  ];
}

describe.each(congestionOptions.map(({ value }) => value))('%s', (congestion) => {
  test('any losses, late packets and lost ACKs', () => {
    fc.assert(
      fc.property(fates, ackFates, lateness, options, (script, acks, lateMs, more) => {
        const isOver = () => loop.clock.nowNs > PATTERN_NS;
        const loop: LoopHarness = new LoopHarness(
          { congestion, ...more },
          {
            data: (ordinal) => (isOver() ? 'deliver' : (script[ordinal] ?? 'deliver')),
            ack: (ordinal) => (isOver() ? 'deliver' : (acks[ordinal] ?? 'deliver')),
            lateMs,
          },
        );
        const complaints: string[] = [];
        loop.onChange = () => complaints.push(...complaintsOf(loop));
        loop.sender.supply(SEGMENTS);
        loop.run(20_000);
        expect(complaints).toEqual([]);
        expect(loop.sent.map(({ number }) => number)).toEqual(loop.sent.map((_, ordinal) => ordinal));
        expect(loop.done).toBe(1);
        expect(loop.receiver.expectedSegment).toBe(SEGMENTS + 1);
        expect([...loop.useful].sort((one, other) => one - other)).toEqual(
          Array.from({ length: SEGMENTS + 1 }, (_, segment) => segment),
        );
        expect(loop.sender.inFlight).toBe(0);
        const sent = loop.sent.length;
        loop.run(500);
        expect(loop.sent.length).toBe(sent);
        expect(loop.packets.livePacketCount).toBe(0);
      }),
      { numRuns: Math.ceil(PATTERNS / congestionOptions.length), seed: 1 },
    );
  });

  test('without loss nothing is sent twice, and the window fills the link', () => {
    const loop = new LoopHarness({ congestion, windowPackets: 60 }, { data: () => 'deliver' });
    loop.sender.supply(1_000_000);
    loop.run(11);
    expect(loop.sender).toMatchObject({ timeoutCount: 0, retransmittedSegments: 0 });
    // BBRv3 paces 1 % below the rate, and every 5 s it has half of the product in flight for 0.24 s.
    expect(loop.useful.length).toBeGreaterThan(congestion.startsWith('bbr') ? 10_200 : 10_600);
  });
});

test('data that becomes available in small parts is all delivered', () => {
  const loop = new LoopHarness({}, { data: (ordinal) => (ordinal % 7 === 3 ? 'lose' : 'deliver') });
  for (let supply = 0; supply < 30; supply++) {
    loop.sender.supply(3);
    loop.run(3);
  }
  loop.run(600);
  expect(loop.receiver.expectedSegment).toBe(91);
  expect(loop.sender.isCompleted).toBe(true);
});
