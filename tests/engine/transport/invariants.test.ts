/** What must hold whatever is lost, for every sender: the standard ones and ns-2's. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { congestionChoices } from '../../../src/engine/transport/congestion/choices.ts';
import '../../../src/engine/transport/congestion/registry.ts';
import type { TcpValues } from '../../../src/engine/transport/parameters.ts';
import { type Fate, has, LoopBench, type Segment } from './bench.ts';

type Setting = Pick<TcpValues, 'variant' | 'conformance' | 'congestion'>;

const senders: readonly Setting[] = [
  { variant: 'newreno', conformance: 'rfc', congestion: 'newreno' },
  { variant: 'sack', conformance: 'rfc', congestion: 'newreno' },
  ...congestionChoices
    .slice(1)
    .flatMap(({ value }) =>
      (['newreno', 'sack'] as const).map((variant) => ({ variant, conformance: 'rfc' as const, congestion: value })),
    ),
  { variant: 'newreno', conformance: 'ns2', congestion: 'newreno' },
  { variant: 'sack', conformance: 'ns2', congestion: 'newreno' },
];

const SEGMENTS = 60;

/** What becomes of the first transmissions; the rest is delivered. Runs of losses are as likely as single ones. */
const fates = fc
  .array(
    fc.tuple(
      fc.oneof(
        { arbitrary: fc.constant<Fate>('deliver'), weight: 5 },
        { arbitrary: fc.constant<Fate>('lose'), weight: 2 },
        { arbitrary: fc.constant<Fate>('mark'), weight: 1 },
      ),
      fc.integer({ min: 1, max: 12 }),
    ),
    { maxLength: 16 },
  )
  .map((runs) =>
    runs.flatMap(([fate, length]) => new Array<Fate>(fate === 'deliver' ? length : (length + 2) >> 2).fill(fate)),
  );

const lostAcks = fc.array(fc.boolean(), { maxLength: 60 });

const options = fc.record({
  delayedAck: fc.boolean(),
  limitedTransmit: fc.boolean(),
  windowPackets: fc.constantFrom(1, 2, 3, 10, 1000),
  initialWindow: fc.constantFrom(1, 2, 4, 10),
  minRtoMs: fc.constantFrom(1, 200, 1000),
  pacing: fc.boolean(),
  prr: fc.boolean(),
});

/** What a standard sender keeps to itself. */
interface Inside {
  readonly inRecovery: boolean;
  readonly recoveryPoint: number;
  readonly sacked?: { readonly total: number };
}

class Watch {
  readonly complaints: string[] = [];
  private readonly loop: LoopBench;
  private readonly values: Pick<TcpValues, 'windowPackets' | 'limitedTransmit' | 'conformance'>;

  constructor(loop: LoopBench, values: Watch['values']) {
    this.loop = loop;
    this.values = values;
    loop.onSend = (segment) => this.onSend(segment);
    loop.onChange = () => this.onChange();
  }

  /** Highest segment that was seen so far. */
  private seen = -1;

  private onSend(segment: Segment): void {
    const { sender } = this.loop;
    const { sequence, flags } = segment;
    const isNew = sequence > this.seen;
    const outstanding = sequence - 1 - sender.highestAcked;
    if (sequence >= sender.supplied) this.complain(`sends ${sequence} of ${sender.supplied}`);
    if (isNew && sequence !== this.seen + 1) this.complain(`skips to ${sequence}`);
    this.seen = Math.max(this.seen, sequence);
    if (sender.highestSent !== this.seen) this.complain(`has sent ${this.seen}, and counts ${sender.highestSent}`);
    if (sequence <= sender.highestAcked) this.complain(`sends ${sequence}, which was acknowledged`);
    if (sequence > 0 && outstanding >= this.values.windowPackets)
      this.complain(`${outstanding} outstanding, the receiver takes ${this.values.windowPackets}`);
    if (has(flags, 'retransmission') === isNew) this.complain('says wrongly whether it is a retransmission');
    if (this.values.conformance !== 'rfc') return;
    const extra = this.values.limitedTransmit ? Math.min(2, sender.duplicateAcks) : 0;
    const { inRecovery, recoveryPoint, sacked } = sender as unknown as Inside;
    // After a timeout, SACKed segments take no room in the window (RFC 6675 section 5.1).
    const arrived = sender.highestAcked < recoveryPoint ? (sacked?.total ?? 0) : 0;
    if (isNew && !inRecovery && outstanding - arrived >= Math.trunc(sender.congestionWindow) + extra)
      this.complain(`${outstanding} outstanding in a window of ${sender.congestionWindow} + ${extra}`);
    if (!isNew && has(flags, 'ect')) this.complain('a retransmission is ECN-capable');
    if (!isNew && has(flags, 'cwr')) this.complain('a retransmission carries CWR');
  }

  private onChange(): void {
    const { sender, receiver, useful } = this.loop;
    if (sender.congestionWindow < (this.values.conformance === 'rfc' ? 1 : 0)) this.complain('no window');
    if (sender.slowStartThreshold < Math.min(2, this.values.windowPackets)) this.complain('threshold below two');
    if (sender.highestAcked > sender.highestSent) this.complain('more acknowledged than sent');
    if (sender.nextSequence <= sender.highestAcked) this.complain('next segment was acknowledged');
    if (sender.nextSequence > sender.highestSent + 1) this.complain('next segment leaves a gap');
    if (sender.highestAcked >= receiver.expected) this.complain('acknowledged, but not received');
    if (new Set(useful).size !== useful.length) this.complain('received as new twice');
  }

  private complain(what: string): void {
    this.complaints.push(`${this.loop.clock.nowNs / 1e6} ms: ${what}`);
  }
}

describe.each(senders)('$variant, $conformance, $congestion', (setting) => {
  test('everything arrives, in order, whatever is lost; then silence', () => {
    fc.assert(
      fc.property(fates, lostAcks, options, (script, acks, more) => {
        const values = { ...setting, ...more, clockGranularityMs: 1 };
        const loop = new LoopBench(values, {
          data: (ordinal) => script[ordinal] ?? 'deliver',
          ack: (ordinal) => (acks[ordinal] ? 'lose' : 'deliver'),
        });
        const watch = new Watch(loop, values);
        loop.sender.supply(SEGMENTS);
        loop.run(2_000);
        expect(watch.complaints).toEqual([]);
        expect(loop.done).toBe(1);
        expect(loop.receiver.expected).toBe(SEGMENTS + 1);
        expect([...loop.useful].sort((one, other) => one - other)).toEqual(
          Array.from({ length: SEGMENTS + 1 }, (_, sequence) => sequence),
        );
        const sent = loop.sent.length;
        loop.run(500);
        expect(loop.sent.length).toBe(sent);
        expect(loop.packets.live).toBe(0);
      }),
      { numRuns: 300, seed: 1 },
    );
  });

  test('without loss nothing is sent twice and no timer runs out', () => {
    fc.assert(
      fc.property(options, fc.integer({ min: 1, max: 300 }), (more, segments) => {
        const values = { ...setting, ...more, minRtoMs: 1000, clockGranularityMs: 1, windowPackets: 40 };
        const loop = new LoopBench(values, { data: () => 'deliver' });
        const watch = new Watch(loop, values);
        loop.sender.supply(segments);
        loop.run(60);
        expect(watch.complaints).toEqual([]);
        expect(loop.sent.map(({ sequence }) => sequence)).toEqual(
          Array.from({ length: segments + 1 }, (_, sequence) => sequence),
        );
        expect(loop.sender).toMatchObject({ timeouts: 0, retransmittedSegments: 0, completed: true });
      }),
      { numRuns: 20, seed: 1 },
    );
  });

  test('fills a link when the window covers its round trip', () => {
    // 1 ms a segment and 41 ms of round trip: 41 segments.
    const loop = new LoopBench({ ...setting, windowPackets: 50 }, { data: () => 'deliver' });
    loop.sender.supply(1_000_000);
    loop.run(11);
    expect(loop.useful.length).toBeGreaterThan(10_600);
  });

  test('supplies that come one by one are all delivered', () => {
    const loop = new LoopBench(
      { ...setting, minRtoMs: 200 },
      { data: (ordinal) => (ordinal % 7 === 3 ? 'lose' : 'deliver') },
    );
    for (let supply = 0; supply < 30; supply++) {
      loop.sender.supply(3);
      loop.run(3);
    }
    loop.run(600);
    expect(loop.receiver.expected).toBe(91);
    expect(loop.done).toBeGreaterThan(0);
    expect(loop.sender.completed).toBe(true);
  });
});

test.each(['newreno', 'sack'] as const)(
  '%s: one cut for a window with many losses, two for losses a window apart',
  (variant) => {
    const cuts = (lost: readonly number[]) => {
      const loop = new LoopBench(
        { variant, windowPackets: 20 },
        { data: (n) => (lost.includes(n) ? 'lose' : 'deliver') },
      );
      loop.sender.supply(400);
      loop.run(60);
      expect(loop.sender.timeouts).toBe(0);
      return loop.sender.windowCuts;
    };
    expect(cuts([100])).toBe(1);
    expect(cuts([100, 103, 105, 108])).toBe(1);
    expect(cuts([100, 160])).toBe(2);
  },
);
