/**
 * Random patterns of losses and late packets for one sender: it never stalls, no data is lost or delivered twice, and
 * every window keeps its bounds.
 */
import fc from 'fast-check';
import { expect } from 'vitest';
import { congestionOptions } from '../../../src/engine/transport/congestion/loaded-controls.ts';
import '../../../src/engine/sources/control-registry.ts';
import type { TcpValues } from '../../../src/engine/transport/tcp-parameters.ts';
import { type Fate, has, LoopHarness, type Segment } from './harness.ts';

export type Setting = Pick<TcpValues, 'variant' | 'conformance' | 'congestion'> &
  Partial<Pick<TcpValues, 'timestamps' | 'duplicateAcks' | 'prr' | 'frto' | 'partialAckTimer'>>;

/** The standard senders and ns-2's. */
export const senders: readonly Setting[] = [
  { variant: 'newreno', conformance: 'rfc', congestion: 'newreno' },
  { variant: 'sack', conformance: 'rfc', congestion: 'newreno' },
  { variant: 'rack', conformance: 'rfc', congestion: 'newreno' },
  { variant: 'reno', conformance: 'rfc', congestion: 'newreno' },
  { variant: 'tahoe', conformance: 'rfc', congestion: 'newreno' },
  ...congestionOptions.slice(1).flatMap(({ value }) =>
    (['newreno', 'sack', 'rack'] as const).map((variant) => ({
      variant,
      conformance: 'rfc' as const,
      congestion: value,
    })),
  ),
  ...(['newreno', 'cubic', 'bbr1'] as const).map((congestion) => ({
    ...({ variant: 'newreno', conformance: 'rfc', timestamps: true, duplicateAcks: 'adaptive' } as const),
    ...({ prr: true, frto: true, partialAckTimer: 'every' } as const),
    congestion,
  })),
  { variant: 'newreno', conformance: 'rfc', congestion: 'newreno', frto: true },
  { variant: 'newreno', conformance: 'rfc', congestion: 'newreno', timestamps: true, duplicateAcks: 'adaptive' },
  { variant: 'newreno', conformance: 'ns2', congestion: 'newreno', timestamps: false },
  { variant: 'sack', conformance: 'ns2', congestion: 'newreno', timestamps: false },
];

const SEGMENTS = 60;

/** The fate of the first transmissions; later ones are delivered. Runs of losses are as likely as single ones. */
const fates = fc
  .array(
    fc.tuple(
      fc.oneof(
        { arbitrary: fc.constant<Fate>('deliver'), weight: 5 },
        { arbitrary: fc.constant<Fate>('lose'), weight: 2 },
        { arbitrary: fc.constant<Fate>('mark'), weight: 1 },
        { arbitrary: fc.constant<Fate>('late'), weight: 2 },
      ),
      fc.integer({ min: 1, max: 12 }),
    ),
    { maxLength: 16 },
  )
  .map((runs) =>
    runs.flatMap(([fate, length]) => new Array<Fate>(fate === 'deliver' ? length : (length + 2) >> 2).fill(fate)),
  );

const ackFates = fc.array(fc.constantFrom('deliver' as const, 'deliver' as const, 'lose' as const, 'late' as const), {
  maxLength: 60,
});

/** Less than a segment's time, a few segments, about a round trip, and longer than a timeout. */
const lateness = fc.constantFrom(0.5, 3, 12, 45, 300);

export const options = fc.record({
  delayedAck: fc.boolean(),
  limitedTransmit: fc.boolean(),
  windowPackets: fc.constantFrom(1, 2, 3, 10, 1000),
  initialWindow: fc.constantFrom(1, 2, 4, 10),
  minRtoMs: fc.constantFrom(1, 200, 1000),
  pacing: fc.boolean(),
  pacingBurst: fc.constantFrom(1, 3),
  timestamps: fc.boolean(),
  prr: fc.boolean(),
  rfc8511: fc.boolean(),
  growthPer: fc.constantFrom('ack', 'segment'),
});

/** Private state of a standard sender. */
interface Inside {
  readonly duplicateThreshold?: number;
  readonly isInRecovery: boolean;
  readonly highestSentAtRecovery: number;
  readonly sackedRanges?: { readonly segmentCount: number };
  readonly highestSentAtProbe?: number;
}

/** The invariants at every segment and every acknowledgement. */
export class Watch {
  readonly complaints: string[] = [];
  private readonly loop: LoopHarness;
  private readonly values: Pick<
    TcpValues,
    'variant' | 'windowPackets' | 'initialWindow' | 'limitedTransmit' | 'conformance' | 'congestion'
  > &
    Partial<Pick<TcpValues, 'prr' | 'frto' | 'duplicateAcks'>>;

  constructor(loop: LoopHarness, values: Watch['values']) {
    this.loop = loop;
    this.values = values;
    loop.onSend = (segment) => this.onSend(segment);
    loop.onChange = () => this.onChange();
  }

  /** Highest segment that was seen so far. */
  private seen = -1;
  private timeouts = 0;
  private readonly resentSinceTimeout = new Set<number>();

  private onSend(segment: Segment): void {
    const { sender } = this.loop;
    const { sequence, flags } = segment;
    const isNew = sequence > this.seen;
    const outstanding = sequence - 1 - sender.highestAcked;
    if (sequence >= sender.endSegment) this.complain(`sends ${sequence} of ${sender.endSegment}`);
    if (isNew && sequence !== this.seen + 1) this.complain(`skips to ${sequence}`);
    this.seen = Math.max(this.seen, sequence);
    if (sender.timeoutCount > this.timeouts) this.resentSinceTimeout.clear();
    this.timeouts = sender.timeoutCount;
    if (!isNew) this.resentSinceTimeout.add(sequence);
    if (sender.highestSent !== this.seen) this.complain(`has sent ${this.seen}, and counts ${sender.highestSent}`);
    if (sequence <= sender.highestAcked) this.complain(`sends ${sequence}, which was acknowledged`);
    if (sequence > 0 && outstanding >= this.values.windowPackets)
      this.complain(`${outstanding} outstanding, the receiver takes ${this.values.windowPackets}`);
    if (has(flags, 'retransmission') === isNew) this.complain('says wrongly whether it is a retransmission');
    if (this.values.conformance !== 'rfc') return;
    const { duplicateThreshold = 3 } = sender as unknown as Inside;
    const extra = this.values.limitedTransmit ? Math.min(duplicateThreshold - 1, sender.duplicateAckCount) : 0;
    const { isInRecovery, highestSentAtProbe } = sender as unknown as Inside;
    const window = Math.trunc(sender.congestionWindow);
    if (this.values.variant === 'rack') {
      // A probe leaves whatever the window is (RFC 8985 section 7.3).
      if (highestSentAtProbe !== sequence && sender.inFlight > window)
        this.complain(`${sender.inFlight} in flight in a window of ${sender.congestionWindow}`);
    } else {
      if (isNew && !isInRecovery && outstanding >= window + this.roomBesideWindow(extra))
        this.complain(`${outstanding} outstanding in a window of ${sender.congestionWindow} + ${extra}`);
    }
    // DCTCP's retransmissions are capable, as in Linux.
    if (!isNew && has(flags, 'ect') && this.values.congestion !== 'dctcp')
      this.complain('a retransmission is ECN-capable');
    if (!isNew && has(flags, 'cwr')) this.complain('a retransmission carries CWR');
  }

  /**
   * Outstanding segments that may be there besides the window's: `limited` ones of limited transmit, and after a
   * timeout those that arrived by SACK (RFC 6675 section 5.1). NewReno that counts what is in flight sends new segments
   * before those that timed out (RFC 5682 section 2.1, step 2b), so those that wait take no room. Nor do new ones that
   * duplicate ACKs report.
   */
  private roomBesideWindow(limited: number): number {
    const { sender } = this.loop;
    const { highestSentAtRecovery, sackedRanges } = sender as unknown as Inside;
    const { variant, prr, frto, duplicateAcks } = this.values;
    if (sender.highestAcked >= highestSentAtRecovery) return limited;
    if (variant !== 'newreno' || !(prr || frto || duplicateAcks === 'adaptive'))
      return limited + (sackedRanges?.segmentCount ?? 0);
    let waiting = 0;
    for (let sequence = sender.highestAcked + 1; sequence <= highestSentAtRecovery; sequence++)
      if (!this.resentSinceTimeout.has(sequence)) waiting++;
    return waiting + Math.min(sender.duplicateAckCount, sender.highestSent - highestSentAtRecovery);
  }

  private onChange(): void {
    const { sender, receiver, useful } = this.loop;
    if (sender.congestionWindow < (this.values.conformance === 'rfc' ? 1 : 0)) this.complain('no window');
    // Slow start grows by a segment for each that is delivered; BBR's least window is 4. NewReno's recovery adds one
    // for each duplicate ACK.
    const grown = useful.length + (this.values.variant === 'newreno' ? this.loop.acks.length : 0);
    if (
      this.values.conformance === 'rfc' &&
      !this.values.congestion.startsWith('bbr') &&
      sender.congestionWindow > this.values.initialWindow + grown
    )
      this.complain(`a window of ${sender.congestionWindow} after ${grown} segments`);
    if (sender.slowStartThreshold < Math.min(2, this.values.windowPackets)) this.complain('threshold below two');
    if (sender.highestAcked > sender.highestSent) this.complain('more acknowledged than sent');
    if (sender.nextSegment <= sender.highestAcked) this.complain('next segment was acknowledged');
    if (sender.nextSegment > sender.highestSent + 1) this.complain('next segment leaves a gap');
    if (sender.highestAcked >= receiver.expectedSegment) this.complain('acknowledged, but not received');
    if (new Set(useful).size !== useful.length) this.complain('received as new twice');
  }

  private complain(what: string): void {
    this.complaints.push(`${this.loop.clock.nowNs / 1e6} ms: ${what}`);
  }
}

/** Everything arrives, in order, with any losses and any reordering; then nothing more is sent. */
export function expectAllArrives(setting: Setting, patterns: number, seed: number): void {
  fc.assert(
    fc.property(fates, ackFates, lateness, options, (script, acks, lateMs, more) => {
      const values = { ...more, ...setting, clockGranularityMs: 1 };
      const loop = new LoopHarness(values, {
        data: (ordinal) => script[ordinal] ?? 'deliver',
        ack: (ordinal) => acks[ordinal] ?? 'deliver',
        lateMs,
      });
      const watch = new Watch(loop, values);
      loop.sender.supply(SEGMENTS);
      loop.run(2_000);
      expect(watch.complaints).toEqual([]);
      expect(loop.done).toBe(1);
      expect(loop.receiver.expectedSegment).toBe(SEGMENTS + 1);
      expect([...loop.useful].sort((one, other) => one - other)).toEqual(
        Array.from({ length: SEGMENTS + 1 }, (_, sequence) => sequence),
      );
      const sent = loop.sent.length;
      loop.run(500);
      expect(loop.sent.length).toBe(sent);
      expect(loop.packets.livePacketCount).toBe(0);
    }),
    { numRuns: patterns, seed },
  );
}
