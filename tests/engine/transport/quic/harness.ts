/** A QUIC sender alone, a receiver alone, and both over a scripted network. The harness records their packets. */
import { MAX_SACK_BLOCKS, OPTION_STRIDE, PacketFlag, type PacketPool } from '../../../../src/engine/packets/packet.ts';
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
import { resolveValues } from '../../../../src/params/schema.ts';
import * as network from '../scripted-network.ts';
import { MS } from '../scripted-network.ts';

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
export class SenderHarness extends network.SenderHost<SentPacket> {
  readonly sender: QuicSender;

  /** Without pacing, if the test does not ask for it. */
  constructor(given: GivenValues = {}) {
    super();
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

  get nowMs(): number {
    return this.clock.nowNs / MS;
  }

  protected override read(packet: number): SentPacket {
    return readPacket(this.packets, packet, this.clock.nowNs);
  }

  protected override numberOf({ number }: SentPacket): number {
    return number;
  }
}

/** A receiver whose packets come from the test. Every step returns the ACKs that it sent because of it. */
export class ReceiverHarness extends network.ReceiverHost<Ack> {
  readonly receiver: QuicReceiver;
  /** Whether the data of the last packet was new. */
  isNew = false;

  constructor(given: GivenValues = {}) {
    super();
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

  protected override readAck(packet: number): Ack {
    return readAck(this.packets, packet, this.clock.nowNs);
  }
}

export type Fate = network.Fate;
export type Script = network.Script<SentPacket>;

/** A sender and a receiver over a bottleneck with an endless queue, 1 ms a packet, 20 ms each way. */
export class LoopHarness extends network.ScriptedLoop<SentPacket, Ack> {
  override readonly sender: QuicSender;
  override readonly receiver: QuicReceiver;

  constructor(given: GivenValues, script: Script) {
    super(script);
    const settings = settingsOf(given);
    this.sender = new QuicSender(this, 0, 0, settings, controlOf(settings), () => 0.25);
    this.receiver = new QuicReceiver(this, 0, 0, settings);
  }

  protected override read(packet: number): SentPacket {
    return readPacket(this.packets, packet, this.clock.nowNs);
  }

  protected override readAck(packet: number): Ack {
    return readAck(this.packets, packet, this.clock.nowNs);
  }

  protected override segmentOf(packet: number): number {
    return this.read(packet).segment;
  }
}
