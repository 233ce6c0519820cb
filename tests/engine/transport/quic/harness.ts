/** A QUIC sender alone, a receiver alone, and both over a scripted network. The harness records their packets. */
import '../../../../src/engine/simulation/all-optional-parts.ts';
import { Clock, type EventHandler, EventPriority } from '../../../../src/engine/events/clock.ts';
import { MAX_SACK_BLOCKS, OPTION_STRIDE, PacketFlag, PacketPool } from '../../../../src/engine/packets/packet.ts';
import { sourceSchemas } from '../../../../src/engine/sources/source-schemas.ts';
import type { CongestionControlDefinition } from '../../../../src/engine/transport/congestion/control.ts';
import { loadedCongestionControl } from '../../../../src/engine/transport/congestion/loaded-controls.ts';
import { AckOption, SEGMENT_OPTION } from '../../../../src/engine/transport/quic/ack-frame.ts';
import {
  type QuicSettings,
  type QuicValues,
  quicSettings,
} from '../../../../src/engine/transport/quic/quic-parameters.ts';
import { QuicReceiver } from '../../../../src/engine/transport/quic/quic-receiver.ts';
import { QuicSender } from '../../../../src/engine/transport/quic/quic-sender.ts';
import type { TransportHost } from '../../../../src/engine/transport/tcp-sender.ts';
import { resolveValues } from '../../../../src/params/schema.ts';

const MS = 1e6;

export type GivenValues = Partial<QuicValues> & { readonly hystart?: boolean };

function settingsOf(given: GivenValues): QuicSettings {
  const values = resolveValues(sourceSchemas.quic, given, { rateBps: 10e6, delayMs: 20, bufferPackets: 100 });
  return quicSettings(values as unknown as QuicValues);
}

/** A data packet: its number, and the segment of the stream that it carries. */
export interface SentPacket {
  readonly timeMs: number;
  readonly number: number;
  readonly segment: number;
  readonly flags: number;
  readonly bytes: number;
  /** `SendRule`. */
  readonly rule: number;
}

/** An ACK frame. */
export interface Ack {
  readonly timeMs: number;
  /** Ranges [first, one past the last], newest first. */
  readonly ranges: readonly (readonly [number, number])[];
  readonly delayUs: number;
  /** Packets that came with CE, and with ECT or CE. */
  readonly ce: number;
  readonly capable: number;
  readonly bytes: number;
}

function readPacket(packets: PacketPool, packet: number, nowNs: number): SentPacket {
  return {
    timeMs: nowNs / MS,
    number: packets.sequence[packet] as number,
    segment: packets.options[packet * OPTION_STRIDE + SEGMENT_OPTION] as number,
    flags: packets.flags[packet] as number,
    bytes: packets.bytes[packet] as number,
    rule: packets.sendRule[packet] as number,
  };
}

function readAck(packets: PacketPool, packet: number, nowNs: number): Ack {
  const base = packet * OPTION_STRIDE;
  const option = (index: number) => packets.options[base + index] as number;
  const ranges: [number, number][] = [[option(AckOption.firstLow), (packets.sequence[packet] as number) + 1]];
  for (let range = 0; range < (packets.sackCount[packet] as number); range++)
    ranges.push([option(2 * range), option(2 * range + 1)]);
  return {
    timeMs: nowNs / MS,
    ranges,
    delayUs: option(AckOption.delay),
    ce: packets.ceCount[packet] as number,
    capable: option(AckOption.capable),
    bytes: packets.bytes[packet] as number,
  };
}

const controlOf = ({ congestion }: QuicSettings) => loadedCongestionControl(congestion) as CongestionControlDefinition;

/** A sender whose ACKs come from the test. Every step returns the numbers of the packets that it sent because of it. */
export class SenderHarness implements TransportHost {
  readonly clock = new Clock();
  readonly packets = new PacketPool();
  readonly sender: QuicSender;
  readonly sent: SentPacket[] = [];
  done = 0;
  timeouts = 0;
  private looked = 0;

  /** Without pacing, if the test does not ask for it. */
  constructor(given: GivenValues = {}) {
    const settings = settingsOf({ pacing: false, ...given });
    this.sender = new QuicSender(this, 0, 0, settings, controlOf(settings), () => 0);
  }

  supply(segments: number): number[] {
    this.sender.supply(segments);
    return this.fresh();
  }

  /** Handshake over a round trip of `roundTripMs`, with `segments` supplied; answers with the first window. */
  open(segments: number, roundTripMs = 100): number[] {
    this.supply(segments);
    this.wait(roundTripMs);
    return this.ack([[0, 1]]);
  }

  /** @param ranges [first, one past the last], newest first */
  ack(
    ranges: readonly (readonly [number, number])[],
    { delayMs = 0, ce = 0, capable = 0 }: { delayMs?: number; ce?: number; capable?: number } = {},
  ): number[] {
    const { packets } = this;
    const packet = packets.allocate();
    const base = packet * OPTION_STRIDE;
    const [[low, high], ...further] = ranges as [readonly [number, number], ...(readonly [number, number])[]];
    packets.flags[packet] = PacketFlag.ack;
    packets.sequence[packet] = high - 1;
    packets.options[base + AckOption.firstLow] = low;
    packets.options[base + AckOption.delay] = delayMs * 1e3;
    packets.options[base + AckOption.capable] = capable;
    packets.ceCount[packet] = ce;
    packets.sackCount[packet] = further.length;
    for (const [index, [from, to]] of further.entries()) {
      packets.options[2 * (packet * MAX_SACK_BLOCKS + index)] = from;
      packets.options[2 * (packet * MAX_SACK_BLOCKS + index) + 1] = to;
    }
    this.sender.onAck(packet);
    packets.free(packet);
    return this.fresh();
  }

  wait(ms: number): number[] {
    this.clock.runUntil(this.clock.nowNs + Math.round(ms * MS));
    return this.fresh();
  }

  get nowMs(): number {
    return this.clock.nowNs / MS;
  }

  send(_flow: number, packet: number): void {
    this.sent.push(readPacket(this.packets, packet, this.clock.nowNs));
    this.packets.free(packet);
  }

  reply(): void {}

  onTimeout(): void {
    this.timeouts++;
  }

  onTransferDone(): void {
    this.done++;
  }

  private fresh(): number[] {
    const fresh = this.sent.slice(this.looked).map(({ number }) => number);
    this.looked = this.sent.length;
    return fresh;
  }
}

/** A receiver whose packets come from the test. Every step returns the ACKs that it sent because of it. */
export class ReceiverHarness implements TransportHost {
  readonly clock = new Clock();
  readonly packets = new PacketPool();
  readonly receiver: QuicReceiver;
  /** Whether the data of the last packet was new. */
  isNew = false;
  private acks: Ack[] = [];

  constructor(given: GivenValues = {}) {
    this.receiver = new QuicReceiver(this, 0, 0, settingsOf(given));
  }

  /** A packet with the segment of its number, or another one. */
  data(number: number, { segment = number, flags = 0 }: { segment?: number; flags?: number } = {}): Ack[] {
    const packet = this.packets.allocate();
    this.packets.sequence[packet] = number;
    this.packets.flags[packet] = flags;
    this.packets.options[packet * OPTION_STRIDE + SEGMENT_OPTION] = segment;
    this.isNew = this.receiver.onData(packet);
    this.packets.free(packet);
    return this.fresh();
  }

  wait(ms: number): Ack[] {
    this.clock.runUntil(this.clock.nowNs + ms * MS);
    return this.fresh();
  }

  send(): void {}
  onTimeout(): void {}
  onTransferDone(): void {}

  reply(_flow: number, packet: number): void {
    this.acks.push(readAck(this.packets, packet, this.clock.nowNs));
    this.packets.free(packet);
  }

  private fresh(): Ack[] {
    const { acks } = this;
    this.acks = [];
    return acks;
  }
}

/** `late`: it arrives `lateMs` after its turn, so behind some that were sent later. `bleach`: the path erases ECN. */
export type Fate = 'deliver' | 'lose' | 'mark' | 'late' | 'bleach';

export interface Script {
  /** The fate of the n-th packet sent, from 0. */
  readonly data: (ordinal: number, packet: SentPacket) => Fate;
  readonly ack?: (ordinal: number) => 'deliver' | 'lose' | 'late';
  /** Extra delay of a late packet, ms. */
  readonly lateMs?: number;
}

const DELAY_MS = 20;
const PACKET_MS = 1;

/** A sender and a receiver over a bottleneck with an endless queue, 1 ms a packet, 20 ms each way. */
export class LoopHarness implements TransportHost, EventHandler {
  readonly clock = new Clock();
  readonly packets = new PacketPool();
  readonly sender: QuicSender;
  readonly receiver: QuicReceiver;
  readonly sent: SentPacket[] = [];
  readonly acks: Ack[] = [];
  /** Segments in the order in which they were new to the receiver. */
  readonly useful: number[] = [];
  done = 0;
  /** Called after every event at the sender. */
  onChange: () => void = () => {};
  private readonly script: Script;
  private readonly target: number;
  private freeNs = 0;

  constructor(given: GivenValues, script: Script) {
    this.script = script;
    this.target = this.clock.register(this);
    const settings = settingsOf(given);
    this.sender = new QuicSender(this, 0, 0, settings, controlOf(settings), () => 0.25);
    this.receiver = new QuicReceiver(this, 0, 0, settings);
  }

  run(seconds: number): this {
    this.clock.runUntil(this.clock.nowNs + seconds * 1e9);
    return this;
  }

  send(_flow: number, packet: number): void {
    const sent = readPacket(this.packets, packet, this.clock.nowNs);
    const fate = this.script.data(this.sent.length, sent);
    this.sent.push(sent);
    const flags = this.packets.flags[packet] as number;
    if (fate === 'mark' && (flags & PacketFlag.ect) !== 0) this.packets.flags[packet] = flags | PacketFlag.ce;
    if (fate === 'bleach') this.packets.flags[packet] = flags & ~PacketFlag.ect;
    this.freeNs = Math.max(this.freeNs, this.clock.nowNs) + PACKET_MS * MS;
    if (fate === 'lose') this.packets.free(packet);
    else this.arriveAt(this.freeNs + this.extraNs(fate), packet);
  }

  reply(_flow: number, packet: number): void {
    const fate = this.script.ack?.(this.acks.length) ?? 'deliver';
    this.acks.push(readAck(this.packets, packet, this.clock.nowNs));
    if (fate === 'lose') this.packets.free(packet);
    else this.arriveAt(this.clock.nowNs + this.extraNs(fate), packet);
  }

  onTimeout(): void {}

  onTransferDone(): void {
    this.done++;
  }

  onEvent(packet: number): void {
    const { packets } = this;
    if (((packets.flags[packet] as number) & PacketFlag.ack) !== 0) this.sender.onAck(packet);
    else {
      const { segment } = readPacket(packets, packet, 0);
      if (this.receiver.onData(packet)) this.useful.push(segment);
    }
    packets.free(packet);
    this.onChange();
  }

  private extraNs(fate: Fate): number {
    return fate === 'late' ? (this.script.lateMs ?? 5) * MS : 0;
  }

  private arriveAt(timeNs: number, packet: number): void {
    this.clock.schedule(timeNs + DELAY_MS * MS, EventPriority.arrival, this.target, packet);
  }
}
