/**
 * The dumbbell: hosts, access links, two routers, one bottleneck (MODEL.md draws it). Each flow has an access link of
 * its own on either side; both serialise, never lose. Data crosses the port of router 1; ACKs come back over the
 * bottleneck's other direction, which serialises too and never loses.
 */
import { type Clock, EventPriority, type EventTarget } from '../clock.ts';
import type { PacketPool } from '../packet.ts';
import { Pipe } from './pipe.ts';

/** Who takes packets at the ends of the network. */
export interface NetworkEnds {
  /** A packet reaches router 1's port to the bottleneck. */
  atPort(packet: number): void;
  /** A data packet reaches its receiver. */
  atReceiver(packet: number): void;
  /** An acknowledgement reaches its sender. */
  atSender(packet: number): void;
}

const MS = 1e6;

export class Dumbbell implements EventTarget {
  /** Rate of the bottleneck, bit/s, and its one-way delay, ns (both live). */
  rateBps: number;
  delayNs: number;
  private readonly clock: Clock;
  private readonly packets: PacketPool;
  private readonly ends: NetworkEnds;
  private readonly target: number;
  /** Time to serialise one byte on an access link, ns. */
  private readonly accessByteNs: number;
  private readonly receiverDelayNs: number;
  private readonly forwardPath: Pipe;
  /** Paths back to the senders, one for each access delay. */
  private readonly returnPaths: { delayNs: number; pipe: Pipe }[] = [];
  private reverseFreeNs = 0;
  /** Per flow: access delay, path back, and when each of its four access links is free. */
  private readonly accessDelayNs: number[] = [];
  private readonly returnPath: Pipe[] = [];
  private readonly upFreeNs: number[] = [];
  private readonly egressFreeNs: number[] = [];
  private readonly ackUpFreeNs: number[] = [];
  private readonly ackEgressFreeNs: number[] = [];

  constructor(clock: Clock, packets: PacketPool, ends: NetworkEnds, link: { rateBps: number; delayMs: number }, access: { rateBps: number; receiverDelayMs: number }) {
    this.clock = clock;
    this.packets = packets;
    this.ends = ends;
    this.target = clock.register(this);
    this.rateBps = link.rateBps;
    this.delayNs = Math.round(link.delayMs * MS);
    this.accessByteNs = 8e9 / access.rateBps;
    this.receiverDelayNs = Math.round(access.receiverDelayMs * MS);
    this.forwardPath = new Pipe(clock, (packet) => ends.atReceiver(packet));
  }

  /** Adds a flow's access links; returns its number. */
  addFlow(accessDelayMs: number): number {
    const delayNs = Math.round(accessDelayMs * MS);
    let path = this.returnPaths.find((known) => known.delayNs === delayNs);
    if (path === undefined) {
      path = { delayNs, pipe: new Pipe(this.clock, (packet) => this.ends.atSender(packet)) };
      this.returnPaths.push(path);
    }
    this.returnPath.push(path.pipe);
    this.upFreeNs.push(0);
    this.egressFreeNs.push(0);
    this.ackUpFreeNs.push(0);
    this.ackEgressFreeNs.push(0);
    return this.accessDelayNs.push(delayNs) - 1;
  }

  /** A sender puts a packet on its access link. */
  send(flow: number, packet: number): void {
    const sentNs = this.serialise(this.upFreeNs, flow, this.clock.nowNs, packet);
    this.clock.schedule(sentNs + (this.accessDelayNs[flow] as number), EventPriority.arrival, this.target, packet);
  }

  onEvent(packet: number): void {
    this.ends.atPort(packet);
  }

  /** The port has put the last bit of a packet on the bottleneck. */
  forward(flow: number, packet: number): void {
    const sentNs = this.serialise(this.egressFreeNs, flow, this.clock.nowNs + this.delayNs, packet);
    this.forwardPath.push(sentNs + this.receiverDelayNs, packet);
  }

  /** A receiver sends an acknowledgement. Its queueing at router 2 is worked out here: all come over equal delays. */
  reply(flow: number, packet: number): void {
    const atRouterNs = this.serialise(this.ackUpFreeNs, flow, this.clock.nowNs, packet) + this.receiverDelayNs;
    const bytes = this.packets.bytes[packet] as number;
    this.reverseFreeNs = Math.max(atRouterNs, this.reverseFreeNs) + Math.round((bytes * 8e9) / this.rateBps);
    const atSenderNs = this.serialise(this.ackEgressFreeNs, flow, this.reverseFreeNs + this.delayNs, packet) + (this.accessDelayNs[flow] as number);
    (this.returnPath[flow] as Pipe).push(atSenderNs, packet);
  }

  /** When an access link that gets the packet at `fromNs` has sent it. */
  private serialise(freeNs: number[], flow: number, fromNs: number, packet: number): number {
    const startNs = Math.max(fromNs, freeNs[flow] as number);
    const endNs = startNs + Math.round((this.packets.bytes[packet] as number) * this.accessByteNs);
    freeNs[flow] = endNs;
    return endNs;
  }
}
