/**
 * SHB, PFB, PFB/AD and ABD: hand-worked traces, a model of the packets that a loss makes useless, and twins that must
 * agree.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NO_PACKET, type PacketPolicyDefinition, type TrafficView } from '../../../src/engine/contract/policy.ts';
import { BUFFER_STRIDE, BufferColumn } from '../../../src/engine/contract/policy-tables.ts';
import { PacketPool, VideoFrameBoundary, VideoFrameKind } from '../../../src/engine/packets/packet.ts';
import type { ParameterValue } from '../../../src/params/schema.ts';
import { abd, abdWeq } from '../../../src/policies/packets/abd.ts';
import { Fifo } from '../../../src/policies/packets/mechanisms/fifo.ts';
import { WeightedRoundRobin } from '../../../src/policies/packets/mechanisms/weighted-round-robin.ts';
import { pfb, pfbWeq } from '../../../src/policies/packets/pfb.ts';
import { pfbAd } from '../../../src/policies/packets/pfb-ad.ts';
import { shb } from '../../../src/policies/packets/shb.ts';
import { amount } from '../../amount.ts';
import { PolicyHarness } from './policy-harness.ts';

/** One packet: its flow and its content. */
interface Offer {
  readonly flow: number;
  readonly classIndex?: number;
  readonly bytes?: number;
  readonly kind?: keyof typeof VideoFrameKind;
  readonly frame?: number;
  readonly first?: boolean;
}

const DATA = 1;
const VIDEO = 0;

class Harness {
  readonly harness: PolicyHarness;

  constructor(
    definition: PacketPolicyDefinition,
    limitBytes: number,
    flows = [1, 0],
    given: Record<string, ParameterValue> = {},
  ) {
    const traffic: TrafficView = { classes: 2, flowsOf: (index) => flows[index] ?? 0, meanRateBpsOf: () => 608e3 };
    this.harness = new PolicyHarness(definition, given, { limitBytes, traffic });
  }

  /** @returns id of the reason */
  offer({ flow, classIndex = VIDEO, bytes = 100, kind = 'none', frame = 0, first = false }: Offer): string {
    const { packets } = this.harness;
    const packet = packets.allocate();
    packets.flow[packet] = flow;
    packets.classIndex[packet] = classIndex;
    packets.frameKind[packet] = VideoFrameKind[kind];
    packets.frame[packet] = frame;
    packets.framePart[packet] = first ? VideoFrameBoundary.first : 0;
    return this.harness.offerPacket(packet, bytes).reason;
  }

  /** Sends the next packet; its flow and bytes. */
  send(): readonly [flow: number, bytes: number] | undefined {
    const { packets } = this.harness;
    const packet = this.harness.policy.dequeue();
    if (packet === NO_PACKET) return undefined;
    packets.free(packet);
    return [packets.flow[packet] as number, packets.bytes[packet] as number];
  }

  sendAll(): void {
    while (this.send() !== undefined);
  }

  row(buffer: number, column: number): number {
    const rows = new Float64Array(8 * BUFFER_STRIDE);
    this.harness.policy.listBuffers?.(rows);
    return rows[buffer * BUFFER_STRIDE + column] as number;
  }
}

const I = { kind: 'intra' } as const;
const P = { kind: 'predicted' } as const;
const B = { kind: 'bidirectional' } as const;

describe('SHB', () => {
  test('takes every packet that fits in the whole buffer, and serves in order', () => {
    const harness = new Harness(shb, 300, [2, 1]);
    expect([0, 1, 2, 0].map((flow) => harness.offer({ flow }))).toEqual(['fits', 'fits', 'fits', 'full']);
    expect([harness.send(), harness.send(), harness.send(), harness.send()]).toEqual([
      [0, 100],
      [1, 100],
      [2, 100],
      undefined,
    ]);
  });
});

describe('PFB', () => {
  test('each flow has its part of the buffer and no more', () => {
    const harness = new Harness(pfb, 600, [2, 1]);
    expect([0, 0, 0, 1].map((flow) => harness.offer({ flow }))).toEqual(['fits', 'fits', 'full', 'fits']);
    expect(harness.row(0, BufferColumn.share)).toBeCloseTo(1 / 3, 12);
    expect([harness.row(0, BufferColumn.fullPackets), harness.row(1, BufferColumn.waitingBytes)]).toEqual([1, 100]);
  });

  test('parts follow the number of flows, and no waiting packet is lost', () => {
    const flows = [1, 0];
    const harness = new Harness(pfb, 600, flows);
    for (let count = 0; count < 6; count++) expect(harness.offer({ flow: 0 })).toBe('fits');
    flows[0] = 3;
    harness.harness.configure({});
    expect(harness.offer({ flow: 0 })).toBe('full');
    expect(harness.harness.policy.waitingPackets()).toBe(6);
    expect(harness.offer({ flow: 1 })).toBe('fits');
  });
});

describe('PFB/AD', () => {
  /** Flow 0 fills its buffer, so that the packet offered next is lost; then the buffer is emptied. */
  function losing(
    definition: PacketPolicyDefinition,
    lost: Offer,
    given: Record<string, ParameterValue> = {},
  ): Harness {
    const harness = new Harness(definition, 400, [2, 0], given);
    const buffer = definition === abd ? 400 : 200;
    for (let held = 0; held < buffer; held += 100) harness.offer({ flow: 0 });
    expect(harness.offer({ ...lost, flow: 0 })).toBe('full');
    harness.sendAll();
    return harness;
  }

  test('a lost I frame closes its flow until the next I frame begins', () => {
    const harness = losing(pfbAd, { ...I, flow: 0, frame: 9 });
    const offers: Offer[] = [
      { ...I, flow: 0 },
      { ...B, flow: 0, first: true },
      { ...P, flow: 0, first: true },
      { ...P, flow: 0 },
    ];
    for (const offer of offers) expect(harness.offer(offer)).toBe('needs-i');
    expect(harness.offer({ ...P, flow: 1, first: true })).toBe('fits');
    expect(harness.offer({ flow: 0 })).toBe('fits');
    expect(harness.offer({ ...I, flow: 0, frame: 18, first: true })).toBe('fits');
    harness.sendAll();
    expect(harness.offer({ ...P, flow: 0, first: true })).toBe('fits');
    expect(harness.row(0, BufferColumn.refusedPackets)).toBe(4);
  });

  test('a lost P frame takes its rest and B frames with it, until the next I or P frame begins', () => {
    const harness = losing(pfbAd, { ...P, flow: 0, frame: 3 });
    expect(harness.offer({ ...P, flow: 0, frame: 3 })).toBe('needs-p');
    expect(harness.offer({ ...B, flow: 0, frame: 4, first: true })).toBe('needs-p');
    expect(harness.offer({ ...P, flow: 0, frame: 6, first: true })).toBe('fits');
    expect(harness.offer({ ...B, flow: 0, frame: 7, first: true })).toBe('fits');
  });

  test('a lost B frame takes nothing with it, or its rest if asked', () => {
    expect(losing(pfbAd, { ...B, flow: 0, frame: 1 }).offer({ ...B, flow: 0, frame: 1 })).toBe('fits');
    const harness = losing(pfbAd, { ...B, flow: 0, frame: 1 }, { dropRestOfB: true });
    expect(harness.offer({ ...B, flow: 0, frame: 1 })).toBe('rest-of-b');
    expect(harness.offer({ ...B, flow: 0, frame: 2, first: true })).toBe('fits');
  });

  test('says which frame caused the drop of a packet', () => {
    const harness = losing(pfbAd, { ...I, flow: 0, frame: 9 });
    harness.offer({ ...P, flow: 0, first: true });
    expect(harness.harness.host.explanation.operands).toMatchObject({ lostFrame: 9, lostFlow: 0 });
  });
});

describe('ABD: the packets that re-open the class', () => {
  /** A place for three packets of 100 bytes; each line is a packet, with its result under each answer. */
  const play = (reopenOn: string, offers: readonly Offer[], given: Record<string, ParameterValue> = {}) => {
    const harness = new Harness(abd, 300, [3, 0], { reopenOn, ...given });
    return offers.map((offer) => {
      // Frame 0 of flow 9 only fills the buffer, so that the next packet is lost; all else finds it empty.
      const reason = harness.offer(offer);
      if (offer.flow !== FILLER) harness.sendAll();
      return reason;
    });
  };
  const FILLER = 9;
  const filled: readonly Offer[] = [1, 2, 3].map(() => ({ flow: FILLER }));
  const column = (reasons: readonly string[]) => reasons.slice(filled.length);

  /** Video 1 is half through its I frame 0 when video 0 loses a packet of its I frame 0; video 2 begins one later. */
  const intra: readonly Offer[] = [
    { ...I, flow: 1, first: true },
    ...filled,
    { ...I, flow: 0, first: true },
    { ...B, flow: 2, frame: 8, first: true },
    { ...I, flow: 0 },
    { ...I, flow: 1 },
    { ...I, flow: 0 },
    { ...I, flow: 2, frame: 9, first: true },
    { ...I, flow: 1 },
    { ...I, flow: 0 },
    { ...P, flow: 0, frame: 3, first: true },
  ];

  test.each([
    ['intactFrame', 'fits fits fits fits full needs-i needs-i fits rest-of-frame fits fits rest-of-frame fits'],
    ['frameStart', 'fits fits fits fits full needs-i needs-i needs-i needs-i fits fits fits fits'],
    ['anyPacket', 'fits fits fits fits full needs-i fits fits fits fits fits fits fits'],
  ])('a lost I frame, by hand: %s', (reopenOn, expected) => {
    // The packet before the fillers has been sent when they come.
    expect(play(reopenOn, intra).join(' ')).toBe(expected);
  });

  /** As before with P frames: an I frame that is half sent makes up for a lost P frame, too. */
  const predicted: readonly Offer[] = [
    ...filled,
    { ...P, flow: 0, frame: 3, first: true },
    { ...B, flow: 1, frame: 1, first: true },
    { ...P, flow: 0, frame: 3 },
    { ...P, flow: 1, frame: 3 },
    { ...P, flow: 0, frame: 3 },
    { ...B, flow: 0, frame: 4, first: true },
  ];

  test.each([
    ['intactFrame', 'full needs-p needs-p fits rest-of-frame fits'],
    ['frameStart', 'full needs-p needs-p needs-p needs-p needs-p'],
    ['anyPacket', 'full needs-p fits fits fits fits'],
  ])('a lost P frame, by hand: %s', (reopenOn, expected) => {
    expect(column(play(reopenOn, predicted)).join(' ')).toBe(expected);
  });

  test('an I frame that is half sent makes up for a lost P frame; a P frame makes up for no I frame', () => {
    const half: readonly Offer[] = [...filled, { ...P, flow: 0, frame: 3, first: true }, { ...I, flow: 1 }];
    expect(column(play('intactFrame', half))).toEqual(['full', 'fits']);
    expect(column(play('frameStart', half))).toEqual(['full', 'needs-p']);
    const lost: readonly Offer[] = [
      ...filled,
      { ...I, flow: 0, first: true },
      { ...P, flow: 1, frame: 3, first: true },
    ];
    for (const reopenOn of ['intactFrame', 'frameStart', 'anyPacket'])
      expect(column(play(reopenOn, lost))).toEqual(['full', 'needs-i']);
  });

  test('a P frame that was refused in part stays refused when an I frame has re-opened the class', () => {
    const offers: readonly Offer[] = [
      ...filled,
      { ...I, flow: 0, first: true },
      { ...P, flow: 1, frame: 3 },
      { ...I, flow: 2, first: true },
      { ...P, flow: 1, frame: 3 },
      { ...P, flow: 1, frame: 6, first: true },
    ];
    expect(column(play('intactFrame', offers))).toEqual(['full', 'needs-i', 'fits', 'rest-of-frame', 'fits']);
  });

  test('a packet of a broken frame names its own frame, and the remembered frames are counted', () => {
    const harness = new Harness(abd, 300, [3, 0]);
    for (const offer of [...filled, { ...I, flow: 0, frame: 9, first: true }]) harness.offer(offer);
    harness.sendAll();
    harness.offer({ ...I, flow: 1, frame: 18, first: true });
    expect(harness.offer({ ...I, flow: 0, frame: 9 })).toBe('rest-of-frame');
    expect(harness.harness.host.explanation.operands).toMatchObject({ lostFrame: 9, lostFlow: 0 });
    const bits = (given: Record<string, ParameterValue>) => {
      const one = new Harness(abd, 300, [3, 0], given);
      for (const offer of [...filled, { ...I, flow: 0, first: true }]) one.offer(offer);
      const signals = new Float64Array(5);
      one.harness.policy.signals(signals);
      return signals[1];
    };
    expect([bits({}), bits({ reopenOn: 'frameStart' })]).toEqual([3, 2]);
  });
});

/** A trace of videos and data in any mix, with service in between. */
const trace = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ flow: fc.nat(2), packets: fc.integer({ min: 1, max: 4 }), gap: fc.nat(3) }) },
    {
      weight: 1,
      arbitrary: fc.record({ flow: fc.constant(3), packets: fc.integer({ min: 1, max: 3 }), gap: fc.nat(2) }),
    },
  ),
  { maxLength: 60 },
);
type Burst = { readonly flow: number; readonly packets: number; readonly gap: number };

const PATTERN = [I, B, B, P, B, B, P, B, B] as const;

/** Plays a trace: frames of flows 0 to 2 in the paper's pattern, packets of data from flow 3. Returns each verdict. */
function play(harness: Harness, bursts: readonly Burst[], oneFlow = false): { offer: Offer; reason: string }[] {
  const frames = [0, 0, 0];
  const verdicts: { offer: Offer; reason: string }[] = [];
  for (const { flow: named, packets, gap } of bursts) {
    const flow = oneFlow ? 0 : named;
    const frame = flow < 3 ? (frames[flow] as number) : 0;
    for (let packet = 0; packet < packets; packet++) {
      const offer: Offer =
        flow < 3
          ? { ...(PATTERN[frame % 9] as typeof I), flow, frame, first: packet === 0, bytes: 100 + 50 * packet }
          : { flow, classIndex: DATA, bytes: 120 };
      verdicts.push({ offer, reason: harness.offer(offer) });
    }
    if (flow < 3) frames[flow] = frame + 1;
    for (let sent = 0; sent < gap; sent++) harness.send();
  }
  return verdicts;
}

describe('over random traces', () => {
  test('PFB/AD never takes a packet whose I or P frame lost one here', () => {
    fc.assert(
      fc.property(trace, fc.integer({ min: 150, max: 900 }), (bursts, limit) => {
        const lost = new Set<string>();
        for (const { offer, reason } of play(new Harness(pfbAd, limit * 4, [3, 1]), bursts)) {
          if (offer.kind === undefined || offer.kind === 'none') continue;
          const frame = offer.frame as number;
          const intra = frame - (frame % 9);
          const place = frame % 9;
          const reference = place < 3 ? intra : intra + 3 * Math.floor(place / 3);
          const needed = offer.kind === 'bidirectional' ? [intra, reference] : [intra, frame];
          const useless = needed.some((one) => lost.has(`${offer.flow}/${one}`));
          if (useless) expect(['needs-i', 'needs-p']).toContain(reason);
          else expect(['fits', 'full']).toContain(reason);
          if (reason === 'full' && offer.kind !== 'bidirectional') lost.add(`${offer.flow}/${frame}`);
        }
      }),
      { numRuns: amount(1_000, 10_000), seed: 11 },
    );
  });

  /** Packets of three videos, their frames interleaved in any way: which video sends its next packet, and service. */
  const interleaved = fc.array(
    fc.record({ flow: fc.nat(2), packets: fc.integer({ min: 1, max: 2 }), gap: fc.nat(2) }),
    {
      maxLength: 80,
    },
  );

  /** Frames of two to four packets, by flow and number. */
  const sizeOf = (flow: number, frame: number) => 2 + ((3 * flow + 5 * frame) % 3);

  test.each(['intactFrame', 'frameStart', 'anyPacket'])('ABD against a model of its sentence: %s', (reopenOn) => {
    fc.assert(
      fc.property(interleaved, fc.integer({ min: 200, max: 900 }), (turns, limit) => {
        const harness = new Harness(abd, limit, [3, 0], { reopenOn });
        const places = [0, 1, 2].map(() => ({ frame: 0, packet: 0 }));
        /** Names of frames of which a packet was lost or refused. */
        const broken = new Set<string>();
        let waitsFor: 'nothing' | 'I' | 'I or P' = 'nothing';
        for (const { flow, packets, gap } of turns) {
          for (let count = 0; count < packets; count++) {
            const place = places[flow] as { frame: number; packet: number };
            const { frame, packet } = place;
            const kind = PATTERN[frame % 9] as (typeof PATTERN)[number];
            const name = `${flow}/${frame}`;
            const first = packet === 0;
            const reason = harness.offer({ ...kind, flow, frame, first, bytes: 100 });
            const counts = reopenOn === 'intactFrame' ? !broken.has(name) : reopenOn === 'frameStart' ? first : true;
            const helps = kind === I || (kind === P && waitsFor === 'I or P');
            if (helps && counts) waitsFor = 'nothing';
            const rest = reopenOn === 'intactFrame' && kind !== B && broken.has(name);
            const refused =
              waitsFor === 'I' ? 'needs-i' : waitsFor === 'I or P' ? 'needs-p' : rest ? 'rest-of-frame' : '';
            if (refused !== '') expect(reason).toBe(refused);
            else expect(['fits', 'full']).toContain(reason);
            if (reason !== 'fits') broken.add(name);
            if (reason === 'full' && kind === I) waitsFor = 'I';
            if (reason === 'full' && kind === P) waitsFor = 'I or P';
            place.packet = packet + 1;
            if (place.packet === sizeOf(flow, frame)) Object.assign(place, { frame: frame + 1, packet: 0 });
          }
          for (let sent = 0; sent < gap; sent++) harness.send();
        }
      }),
      { numRuns: amount(500, 5_000), seed: 12 },
    );
  });

  const reasons = (harness: Harness, bursts: readonly Burst[], oneFlow = false) =>
    play(harness, bursts, oneFlow).map(({ reason }) => reason);

  test('twins: PFB of one flow is SHB; PFB/AD of data is PFB; ABD of one class without frames is SHB', () => {
    fc.assert(
      fc.property(trace, fc.integer({ min: 200, max: 2_000 }), (bursts, limit) => {
        const one = bursts.map((burst) => ({ ...burst, flow: 0 }));
        expect(reasons(new Harness(pfb, limit), one, true)).toEqual(reasons(new Harness(shb, limit), one, true));
        const data = bursts.map((burst) => ({ ...burst, flow: 3 + (burst.flow % 2) }));
        expect(reasons(new Harness(pfbAd, limit, [0, 2]), data)).toEqual(
          reasons(new Harness(pfb, limit, [0, 2]), data),
        );
        expect(reasons(new Harness(abd, limit, [0, 2]), data)).toEqual(reasons(new Harness(shb, limit, [0, 2]), data));
      }),
      { numRuns: amount(1_000, 10_000), seed: 13 },
    );
  });
});

describe('weighted round robin', () => {
  /** Buffers that are never empty, with packets of these sizes; the buffers served, in order. */
  function served(quanta: readonly number[], sizes: readonly number[], turns: number, countsPackets = false): number[] {
    const packets = new PacketPool();
    const fifos = quanta.map(() => new Fifo(packets));
    const scheduler = new WeightedRoundRobin(fifos, countsPackets);
    const fill = (buffer: number) => {
      const packet = packets.allocate();
      packets.bytes[packet] = sizes[buffer] as number;
      (fifos[buffer] as Fifo).push(packet);
    };
    for (const [buffer, quantum] of quanta.entries()) {
      scheduler.setQuantum(buffer, quantum);
      fill(buffer);
      scheduler.activate(buffer);
    }
    return Array.from({ length: turns }, () => {
      const buffer = scheduler.next();
      scheduler.charge(buffer);
      fill(buffer);
      packets.free((fifos[buffer] as Fifo).shift());
      scheduler.onSent(buffer);
      return buffer;
    });
  }

  test('by hand: quanta of 200, 100 and 50 bytes, packets of 100', () => {
    expect(served([200, 100, 50], [100, 100, 100], 14)).toEqual([0, 0, 1, 0, 0, 1, 2, 0, 0, 1, 0, 0, 1, 2]);
  });

  test('in packets the sizes do not matter', () => {
    expect(served([2, 1], [1_000, 10], 6, true)).toEqual([0, 0, 1, 0, 0, 1]);
  });

  test('while all have something to send, shares are the weights to within a quantum and a packet', () => {
    const buffer = fc.record({
      quantum: fc.integer({ min: 60, max: 3_000 }),
      bytes: fc.integer({ min: 40, max: 1_500 }),
    });
    fc.assert(
      fc.property(fc.array(buffer, { minLength: 2, maxLength: 6 }), (buffers) => {
        const quanta = buffers.map(({ quantum }) => quantum);
        const sizes = buffers.map(({ bytes }) => bytes);
        const sent = quanta.map(() => 0);
        for (const one of served(quanta, sizes, 400)) sent[one] = (sent[one] as number) + (sizes[one] as number);
        // Rounds that every buffer has had: each sent its quantum a round, but for what it saved or is in the middle
        // of.
        const rounds = sent.map((bytes, index) => bytes / (quanta[index] as number));
        const slack = Math.max(...buffers.map(({ quantum, bytes }) => 1 + (2 * bytes) / quantum));
        expect(Math.max(...rounds) - Math.min(...rounds)).toBeLessThanOrEqual(slack);
      }),
      { numRuns: 500, seed: 5 },
    );
  });

  test('equal weights give video and data half of the link each, other weights give each its offered share', () => {
    const share = (definition: PacketPolicyDefinition) => {
      const harness = new Harness(definition, 1e6, [9, 1]);
      const sent = [0, 0];
      for (let turn = 0; turn < 1_000; turn++) {
        for (let flow = 0; flow < 4; flow++)
          harness.offer({ flow: flow % 2 === 0 ? 9 : 0, classIndex: flow % 2 === 0 ? DATA : VIDEO });
        const one = harness.send();
        if (one !== undefined) sent[one[0] === 9 ? 1 : 0] = (sent[one[0] === 9 ? 1 : 0] as number) + one[1];
      }
      return (sent[0] as number) / ((sent[0] as number) + (sent[1] as number));
    };
    expect(share(abdWeq)).toBeCloseTo(0.5, 2);
    expect(share(abd)).toBeCloseTo(0.9, 2);
    expect(share(pfbWeq)).toBeCloseTo(0.5, 2);
  });
});
