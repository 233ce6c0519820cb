/** What the harnesses of TCP and QUIC share: a sender alone, a receiver alone, and both over a scripted network. */
import '../../../src/engine/simulation/all-optional-parts.ts';
import { Clock, type EventHandler, EventPriority } from '../../../src/engine/events/clock.ts';
import { PacketFlag, PacketPool } from '../../../src/engine/packets/packet.ts';
import type { TransportHost } from '../../../src/engine/transport/tcp-sender.ts';

export const MS = 1e6;

/** The network of a sender whose ACKs come from the test. It records what the sender sends. */
export abstract class SenderHost<Sent> implements TransportHost {
  readonly clock = new Clock();
  readonly packets = new PacketPool();
  readonly sent: Sent[] = [];
  done = 0;
  timeouts = 0;
  private looked = 0;

  protected abstract read(packet: number): Sent;

  wait(ms: number): number[] {
    this.clock.runUntil(this.clock.nowNs + Math.round(ms * MS));
    return this.fresh();
  }

  send(_flow: number, packet: number): void {
    this.sent.push(this.read(packet));
    this.packets.free(packet);
  }

  reply(): void {}

  onTimeout(): void {
    this.timeouts++;
  }

  onTransferDone(): void {
    this.done++;
  }

  protected abstract numberOf(sent: Sent): number;

  /** Numbers of what was sent since the last call. */
  protected fresh(): number[] {
    const fresh = this.sent.slice(this.looked).map((sent) => this.numberOf(sent));
    this.looked = this.sent.length;
    return fresh;
  }
}

/** The network of a receiver whose packets come from the test. */
export abstract class ReceiverHost<Ack> implements TransportHost {
  readonly clock = new Clock();
  readonly packets = new PacketPool();
  private acks: Ack[] = [];

  protected abstract readAck(packet: number): Ack;

  wait(ms: number): Ack[] {
    this.clock.runUntil(this.clock.nowNs + ms * MS);
    return this.fresh();
  }

  send(): void {}
  onTimeout(): void {}
  onTransferDone(): void {}

  reply(_flow: number, packet: number): void {
    this.acks.push(this.readAck(packet));
    this.packets.free(packet);
  }

  /** ACKs since the last call. */
  protected fresh(): Ack[] {
    const { acks } = this;
    this.acks = [];
    return acks;
  }
}

/** `late`: it arrives `lateMs` after its turn, so behind some that were sent later. `bleach`: the path erases ECN. */
export type Fate = 'deliver' | 'lose' | 'mark' | 'late' | 'bleach';

export interface Script<Sent> {
  /** The fate of the n-th packet sent, from 0. */
  readonly data: (ordinal: number, sent: Sent) => Fate;
  readonly ack?: (ordinal: number) => 'deliver' | 'lose' | 'late';
  /** Extra delay of a late packet, ms. */
  readonly lateMs?: number;
  /** One-way delay, and the time that the bottleneck takes for a packet, ms. */
  readonly delayMs?: number;
  readonly segmentMs?: number;
}

/** Both ends over a bottleneck with an endless queue. A script delivers, marks, delays or loses each packet. */
export abstract class ScriptedLoop<Sent, Ack> implements TransportHost, EventHandler {
  readonly clock = new Clock();
  readonly packets = new PacketPool();
  readonly sent: Sent[] = [];
  readonly acks: Ack[] = [];
  /** Segments in the order in which they were new to the receiver. */
  readonly useful: number[] = [];
  done = 0;
  abstract readonly sender: { onAck(packet: number): void };
  abstract readonly receiver: { onData(packet: number): boolean };
  /** Called before every send, with what is sent. */
  onSend: (sent: Sent) => void = () => {};
  /** Called after every event at the sender. */
  onChange: () => void = () => {};
  private readonly script: Script<Sent>;
  private readonly target: number;
  private freeNs = 0;

  constructor(script: Script<Sent>) {
    this.script = script;
    this.target = this.clock.register(this);
  }

  protected abstract read(packet: number): Sent;
  protected abstract readAck(packet: number): Ack;
  /** The segment of the data that a packet carries. */
  protected abstract segmentOf(packet: number): number;

  run(seconds: number): this {
    this.clock.runUntil(this.clock.nowNs + seconds * 1e9);
    return this;
  }

  send(_flow: number, packet: number): void {
    const sent = this.read(packet);
    this.onSend(sent);
    const fate = this.script.data(this.sent.length, sent);
    this.sent.push(sent);
    const flags = this.packets.flags[packet] as number;
    if (fate === 'mark' && (flags & PacketFlag.ect) !== 0) this.packets.flags[packet] = flags | PacketFlag.ce;
    if (fate === 'bleach') this.packets.flags[packet] = flags & ~PacketFlag.ect;
    this.freeNs = Math.max(this.freeNs, this.clock.nowNs) + (this.script.segmentMs ?? 1) * MS;
    if (fate === 'lose') this.packets.free(packet);
    else this.arriveAt(this.freeNs + this.extraNs(fate), packet);
  }

  reply(_flow: number, packet: number): void {
    const fate = this.script.ack?.(this.acks.length) ?? 'deliver';
    this.acks.push(this.readAck(packet));
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
      const segment = this.segmentOf(packet);
      if (this.receiver.onData(packet)) this.useful.push(segment);
    }
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
