/**
 * The dumbbell: hosts, access links, two routers, one bottleneck (MODEL.md draws it). Each flow has its own access link
 * on either side. Access links serialise and never lose packets. Data crosses the port of router 1. ACKs return over
 * the other direction of the bottleneck, which also serialises and never loses packets.
 */
import type { Clock } from '../events/clock.ts';
import { DOUBLE_ZERO } from '../numbers/double-zero.ts';
import { copyIntoGrown } from '../numbers/grown-array.ts';
import type { PacketPool } from '../packets/packet.ts';
import { CONSTANT_FIELDS, GROWING_LISTS } from '../state/checkpoint.ts';
import { Pipe } from './pipe.ts';

/** The receivers of packets at the ends of the network. */
export interface NetworkEnds {
  /** A packet reaches router 1's port to the bottleneck. */
  onPortArrival(packet: number): void;
  /** A data packet reaches its receiver. */
  onReceiverArrival(packet: number): void;
  /** An acknowledgement reaches its sender. */
  onSenderArrival(packet: number): void;
}

export interface DumbbellOptions {
  readonly clock: Clock;
  readonly packets: PacketPool;
  readonly ends: NetworkEnds;
  /** The bottleneck, and the access links. */
  readonly link: { readonly rateBps: number; readonly delayMs: number };
  readonly access: { readonly rateBps: number; readonly receiverDelayMs: number };
}

const NS_PER_MS = 1e6;

/** A flow's access links: the times at which each of the four is free, ns. */
export const AccessColumn = { senderOut: 0, receiverIn: 1, receiverOut: 2, senderIn: 3 } as const;
const ACCESS_STRIDE = 4;

/** Where the packets of a path arrive. */
export const PathEnd = { port: 0, receiver: 1, sender: 2 } as const;

/** All paths are of one class, because nearly all events are theirs: so the clock calls few classes. */
export class Path extends Pipe {
  static readonly [CONSTANT_FIELDS] = ['ends', 'end'];
  private readonly ends: NetworkEnds;
  private readonly end: number;

  constructor(clock: Clock, ends: NetworkEnds, end: number) {
    super(clock);
    this.ends = ends;
    this.end = end;
  }

  protected override deliver(packet: number): void {
    const { ends, end } = this;
    if (end === PathEnd.port) ends.onPortArrival(packet);
    else if (end === PathEnd.receiver) ends.onReceiverArrival(packet);
    else ends.onSenderArrival(packet);
  }
}

/** The paths between router 1 and the senders with one access delay. */
export interface AccessPaths {
  readonly delayNs: number;
  readonly fromSenders: Path;
  readonly toSenders: Path;
}

/** The network of a run with one queue. It hands each packet to its ends at the time of its arrival. */
export class Dumbbell {
  static readonly [GROWING_LISTS]: readonly string[] = ['accessPaths', 'pathsOfFlow'];
  /** Rate of the bottleneck, bit/s, and its one-way delay, ns (both live). */
  rateBps: number;
  delayNs: number;
  protected readonly clock: Clock;
  private readonly packets: PacketPool;
  protected readonly ends: NetworkEnds;
  /** Time to serialise one byte on an access link, ns. */
  private readonly accessByteNs: number;
  protected readonly receiverDelayNs: number;
  protected readonly forwardPath: Path;
  /** One for each access delay. */
  protected readonly accessPaths: AccessPaths[] = [];
  /** Time from which the other direction of the bottleneck is free, ns; -Infinity before the first reply. */
  private reverseFreeNs = Number.NEGATIVE_INFINITY;
  /** For each flow: its paths, and a row of its access links (`AccessColumn`). */
  protected readonly pathsOfFlow: AccessPaths[] = [];
  private access = new Float64Array(16 * ACCESS_STRIDE);
  /** Time at which the last reply passes router 1 on its way to its sender, ns; -Infinity before the first one. */
  replyPassesNs = Number.NEGATIVE_INFINITY;
  /** Time of the packet that is being passed on. It is a field, so that the number is not boxed between functions. */
  protected passTimeNs = DOUBLE_ZERO;

  constructor({ clock, packets, ends, link, access }: DumbbellOptions) {
    this.clock = clock;
    this.packets = packets;
    this.ends = ends;
    this.rateBps = link.rateBps;
    this.delayNs = Math.round(link.delayMs * NS_PER_MS);
    this.accessByteNs = 8e9 / access.rateBps;
    this.receiverDelayNs = Math.round(access.receiverDelayMs * NS_PER_MS);
    this.forwardPath = new Path(clock, ends, PathEnd.receiver);
  }

  /** Adds a flow's access links; returns its number. */
  addFlow(accessDelayMs: number, _sendsUp?: boolean): number {
    return this.addFlowTo(this.accessPaths, this.ends, accessDelayMs);
  }

  /** @param list the paths of the flows of one direction */
  protected addFlowTo(list: AccessPaths[], ends: NetworkEnds, accessDelayMs: number): number {
    const delayNs = Math.round(accessDelayMs * NS_PER_MS);
    let paths = list.find((candidate) => candidate.delayNs === delayNs);
    if (paths === undefined) {
      const path = (end: number) => new Path(this.clock, ends, end);
      paths = { delayNs, fromSenders: path(PathEnd.port), toSenders: path(PathEnd.sender) };
      list.push(paths);
    }
    const flow = this.pathsOfFlow.push(paths) - 1;
    if (flow * ACCESS_STRIDE === this.access.length)
      this.access = copyIntoGrown(this.access, new Float64Array(2 * this.access.length));
    return flow;
  }

  /** A sender puts a packet on its access link. */
  send(flow: number, packet: number): void {
    this.passTimeNs = this.clock.nowNs;
    this.serialise(flow, AccessColumn.senderOut, packet);
    const { fromSenders, delayNs } = this.pathsOfFlow[flow];
    fromSenders.push(this.passTimeNs + delayNs, packet);
  }

  /** The port has put the last bit of a packet on the bottleneck, and the wire carries it. */
  forward(flow: number, packet: number): void {
    this.passTimeNs = this.clock.nowNs + this.delayNs;
    this.serialise(flow, AccessColumn.receiverIn, packet);
    this.forwardPath.push(this.passTimeNs + this.receiverDelayNs, packet);
  }

  /**
   * A receiver sends an acknowledgement. Its queueing at router 2 is computed here, because all ACKs arrive over equal
   * delays.
   * @param isLost the bottleneck loses it behind router 2, and the caller frees it
   */
  reply(flow: number, packet: number, isLost: boolean): void {
    this.passTimeNs = this.clock.nowNs;
    this.serialise(flow, AccessColumn.receiverOut, packet);
    const transmissionNs = Math.round((this.packets.bytes[packet] * 8e9) / this.rateBps);
    const arrivedNs = this.passTimeNs + this.receiverDelayNs;
    if (this.reverseFreeNs < arrivedNs) this.reverseFreeNs = arrivedNs;
    this.reverseFreeNs += transmissionNs;
    this.replyPassesNs = this.reverseFreeNs + this.delayNs;
    if (isLost) return;
    this.passTimeNs = this.replyPassesNs;
    this.serialise(flow, AccessColumn.senderIn, packet);
    const { toSenders, delayNs } = this.pathsOfFlow[flow];
    toSenders.push(this.passTimeNs + delayNs, packet);
  }

  /** Moves `passTimeNs` from the time when an access link gets the packet to the time when the link has sent it. */
  protected serialise(flow: number, column: number, packet: number): void {
    const { access } = this;
    const slot = flow * ACCESS_STRIDE + column;
    if (this.passTimeNs < access[slot]) this.passTimeNs = access[slot];
    this.passTimeNs += Math.round(this.packets.bytes[packet] * this.accessByteNs);
    access[slot] = this.passTimeNs;
  }
}
