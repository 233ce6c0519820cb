/** A sender alone, a receiver alone, and both over a scripted network. The harness records their packets. */
import '../../../src/engine/simulation/all-optional-parts.ts';
import { Clock, type EventHandler, EventPriority } from '../../../src/engine/events/clock.ts';
import { MAX_SACK_BLOCKS, OPTION_STRIDE, PacketFlag, PacketPool } from '../../../src/engine/packets/packet.ts';
import { sourceSchemas } from '../../../src/engine/sources/source-schemas.ts';
import { createSender } from '../../../src/engine/transport/create-sender.ts';
import type { TcpValues } from '../../../src/engine/transport/tcp-parameters.ts';
import { TcpReceiver } from '../../../src/engine/transport/tcp-receiver.ts';
import type { TcpSender, TransportHost } from '../../../src/engine/transport/tcp-sender.ts';
import { ECHO_OPTION } from '../../../src/engine/transport/timestamps.ts';
import { resolveValues } from '../../../src/params/schema.ts';

const MS = 1e6;

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
export class SenderHarness implements TransportHost {
  readonly clock = new Clock();
  readonly packets = new PacketPool();
  readonly sender: TcpSender;
  readonly sent: Segment[] = [];
  done = 0;
  private looked = 0;

  /** @param draw the sender's random number, in [0, 1) */
  constructor(given: GivenValues = {}, draw = 0) {
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

  wait(ms: number): number[] {
    this.clock.runUntil(this.clock.nowNs + Math.round(ms * MS));
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

  send(_flow: number, packet: number): void {
    this.sent.push(readSegment(this.packets, packet, this.clock.nowNs));
    this.packets.free(packet);
  }

  reply(): void {}

  onTimeout(): void {}

  onTransferDone(): void {
    this.done++;
  }

  private fresh(): number[] {
    const fresh = this.sent.slice(this.looked).map(({ sequence }) => sequence);
    this.looked = this.sent.length;
    return fresh;
  }
}

/** A receiver whose segments come from the test. Every step returns the ACKs that the receiver sent because of it. */
export class ReceiverHarness implements TransportHost {
  readonly clock = new Clock();
  readonly packets = new PacketPool();
  readonly receiver: TcpReceiver;
  /** When segments were sent, ms. */
  bornMs = 0;
  private acks: Ack[] = [];

  constructor(given: GivenValues = {}) {
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

/** `late`: it arrives `lateMs` after its turn, so behind some that were sent later. */
export type Fate = 'deliver' | 'lose' | 'mark' | 'late';

export interface Script {
  /** The fate of the n-th segment sent, from 0. */
  readonly data: (ordinal: number, segment: Segment) => Fate;
  readonly ack?: (ordinal: number) => 'deliver' | 'lose' | 'late';
  /** Extra delay of a late packet, ms. */
  readonly lateMs?: number;
  /** One-way delay, and the time that the bottleneck takes for a segment, ms. */
  readonly delayMs?: number;
  readonly segmentMs?: number;
}

/** A sender and a receiver over a bottleneck with an endless queue. A script delivers, marks, delays or loses each segment. */
export class LoopHarness implements TransportHost, EventHandler {
  readonly clock = new Clock();
  readonly packets = new PacketPool();
  readonly sender: TcpSender;
  readonly receiver: TcpReceiver;
  readonly sent: Segment[] = [];
  readonly acks: Ack[] = [];
  /** Segments in the order in which they were new to the receiver. */
  readonly useful: number[] = [];
  done = 0;
  /** Called before every send, with the segment. */
  onSend: (segment: Segment) => void = () => {};
  /** Called after every event at the sender. */
  onChange: () => void = () => {};
  private readonly script: Script;
  private readonly target: number;
  private freeNs = 0;

  constructor(given: GivenValues, script: Script) {
    this.script = script;
    this.target = this.clock.register(this);
    const values = tcpValues(given);
    const endpoint = { host: this, flow: 0, classIndex: 0, values };
    this.sender = createSender(endpoint, () => 0);
    this.receiver = new TcpReceiver(endpoint);
  }

  run(seconds: number): this {
    this.clock.runUntil(this.clock.nowNs + seconds * 1e9);
    return this;
  }

  send(_flow: number, packet: number): void {
    const segment = readSegment(this.packets, packet, this.clock.nowNs);
    this.onSend(segment);
    const fate = this.script.data(this.sent.length, segment);
    this.sent.push(segment);
    if (fate === 'mark' && has(segment.flags, 'ect'))
      this.packets.flags[packet] = (this.packets.flags[packet] as number) | PacketFlag.ce;
    this.freeNs = Math.max(this.freeNs, this.clock.nowNs) + (this.script.segmentMs ?? 1) * MS;
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
    if (has(packets.flags[packet] as number, 'ack')) this.sender.onAck(packet);
    else if (this.receiver.onData(packet)) this.useful.push(packets.sequence[packet] as number);
    packets.free(packet);
    this.onChange();
  }

  private extraNs(fate: Fate): number {
    return fate === 'late' ? (this.script.lateMs ?? 5) * MS : 0;
  }

  private arriveAt(timeNs: number, packet: number): void {
    this.clock.schedule(timeNs + (this.script.delayMs ?? 20) * MS, EventPriority.arrival, this.target, packet);
  }
}
