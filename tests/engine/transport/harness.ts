/** A sender alone, a receiver alone, and both over a scripted network. The harness records their packets. */
import { MAX_SACK_BLOCKS, OPTION_STRIDE, PacketFlag, type PacketPool } from '../../../src/engine/packets/packet.ts';
import { sourceSchemas } from '../../../src/engine/sources/source-schemas.ts';
import { createSender } from '../../../src/engine/transport/create-sender.ts';
import type { TcpValues } from '../../../src/engine/transport/tcp-parameters.ts';
import { TcpReceiver } from '../../../src/engine/transport/tcp-receiver.ts';
import type { TcpSender } from '../../../src/engine/transport/tcp-sender.ts';
import { ECHO_OPTION } from '../../../src/engine/transport/timestamps.ts';
import { resolveValues } from '../../../src/params/schema.ts';
import * as network from './scripted-network.ts';
import { MS } from './scripted-network.ts';

export interface Segment {
  readonly timeMs: number;
  readonly sequence: number;
  readonly flags: number;
  readonly bytes: number;
  /** `SendRule`. */
  readonly rule: number;
}

export interface Ack {
  readonly timeMs: number;
  /** Last segment in order. */
  readonly sequence: number;
  readonly ece: boolean;
  /** Blocks [first, one past the last]. */
  readonly sack: (readonly [number, number])[];
  readonly bytes: number;
  /** The timestamp that it returns. */
  readonly echo: number;
}

/** Values of TCP; `hystart` is CUBIC's own parameter, `bbr1Rules` BBR's. */
export type GivenValues = Partial<TcpValues> & { readonly hystart?: boolean; readonly bbr1Rules?: 'draft' | 'linux' };

export function tcpValues(given: GivenValues): TcpValues {
  return resolveValues(sourceSchemas.tcp, given, { rateBps: 10e6, delayMs: 20, bufferPackets: 100 }) as TcpValues;
}

export function has(flags: number, flag: keyof typeof PacketFlag): boolean {
  return (flags & PacketFlag[flag]) !== 0;
}

function readSegment(packets: PacketPool, packet: number, nowNs: number): Segment {
  return {
    timeMs: nowNs / MS,
    sequence: packets.sequence[packet] as number,
    flags: packets.flags[packet] as number,
    bytes: packets.bytes[packet] as number,
    rule: packets.sendRule[packet] as number,
  };
}

function readAck(packets: PacketPool, packet: number, nowNs: number): Ack {
  const sack: [number, number][] = [];
  for (let block = 0; block < (packets.sackCount[packet] as number); block++) {
    const at = 2 * (packet * MAX_SACK_BLOCKS + block);
    sack.push([packets.options[at] as number, packets.options[at + 1] as number]);
  }
  return {
    timeMs: nowNs / MS,
    sequence: packets.sequence[packet] as number,
    ece: has(packets.flags[packet] as number, 'ece'),
    sack,
    bytes: packets.bytes[packet] as number,
    echo: packets.options[packet * OPTION_STRIDE + ECHO_OPTION] as number,
  };
}

/** A sender whose ACKs come from the test. Every step returns the segments that the sender sent because of it. */
export class SenderHarness extends network.SenderHost<Segment> {
  readonly sender: TcpSender;

  /** @param draw the sender's random number, in [0, 1) */
  constructor(given: GivenValues = {}, draw = 0) {
    super();
    this.sender = createSender({ host: this, flow: 0, classIndex: 0, values: tcpValues(given) }, () => draw);
  }

  /** Handshake over a round trip of `roundTripMs`, with everything supplied; answers with the first window. */
  open(segments: number, roundTripMs = 100): number[] {
    this.supply(segments);
    this.wait(roundTripMs);
    return this.ack(0);
  }

  supply(segments: number): number[] {
    this.sender.supply(segments);
    return this.fresh();
  }

  /** @param more `echo`: the timestamp that the ACK returns */
  ack(
    sequence: number,
    more: { sack?: readonly (readonly [number, number])[]; ece?: boolean; echo?: number } = {},
  ): number[] {
    const { packets } = this;
    const packet = packets.allocate();
    packets.flags[packet] = PacketFlag.ack | (more.ece ? PacketFlag.ece : 0);
    packets.sequence[packet] = sequence;
    const blocks = more.sack ?? [];
    for (const [block, [first, end]] of blocks.entries()) {
      packets.options[2 * (packet * MAX_SACK_BLOCKS + block)] = first;
      packets.options[2 * (packet * MAX_SACK_BLOCKS + block) + 1] = end;
    }
    packets.sackCount[packet] = blocks.length;
    if (more.echo !== undefined) packets.options[packet * OPTION_STRIDE + ECHO_OPTION] = more.echo;
    this.sender.onAck(packet);
    packets.free(packet);
    return this.fresh();
  }

  get window(): number {
    return this.sender.congestionWindow;
  }

  get threshold(): number {
    return this.sender.slowStartThreshold;
  }

  get last(): Segment {
    return this.sent.at(-1) as Segment;
  }

  protected override read(packet: number): Segment {
    return readSegment(this.packets, packet, this.clock.nowNs);
  }

  protected override numberOf({ sequence }: Segment): number {
    return sequence;
  }
}

/** A receiver whose segments come from the test. Every step returns the ACKs that the receiver sent because of it. */
export class ReceiverHarness extends network.ReceiverHost<Ack> {
  readonly receiver: TcpReceiver;
  /** When segments were sent, ms. */
  bornMs = 0;

  constructor(given: GivenValues = {}) {
    super();
    this.receiver = new TcpReceiver({ host: this, flow: 0, classIndex: 0, values: tcpValues(given) });
  }

  data(sequence: number, ...flags: (keyof typeof PacketFlag)[]): Ack[] {
    const packet = this.packets.allocate();
    this.packets.sequence[packet] = sequence;
    this.packets.flags[packet] = flags.reduce((sum, flag) => sum | PacketFlag[flag], 0);
    this.packets.bornNs[packet] = this.bornMs * MS;
    this.receiver.onData(packet);
    this.packets.free(packet);
    return this.fresh();
  }

  protected override readAck(packet: number): Ack {
    return readAck(this.packets, packet, this.clock.nowNs);
  }
}

export type Fate = Exclude<network.Fate, 'bleach'>;
export type Script = network.Script<Segment>;

/**
 * A sender and a receiver over a bottleneck with an endless queue. A script delivers, marks, delays or loses each
 * segment.
 */
export class LoopHarness extends network.ScriptedLoop<Segment, Ack> {
  override readonly sender: TcpSender;
  override readonly receiver: TcpReceiver;

  constructor(given: GivenValues, script: Script) {
    super(script);
    const endpoint = { host: this, flow: 0, classIndex: 0, values: tcpValues(given) };
    this.sender = createSender(endpoint, () => 0);
    this.receiver = new TcpReceiver(endpoint);
  }

  protected override read(packet: number): Segment {
    return readSegment(this.packets, packet, this.clock.nowNs);
  }

  protected override readAck(packet: number): Ack {
    return readAck(this.packets, packet, this.clock.nowNs);
  }

  protected override segmentOf(packet: number): number {
    return this.packets.sequence[packet] as number;
  }
}
