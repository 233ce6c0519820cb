/**
 * One port without a network. Packets arrive as listed and do not react to drops. The port is that of a run. A
 * departure comes before an arrival of the same instant. After the last arrival the queue drains.
 */

import type { PacketPolicyDefinition, TrafficView, VerdictKind } from '../engine/contract/policy.ts';
import { Clock, type EventHandler, EventPriority } from '../engine/events/clock.ts';
import { type LaterVerdict, Port, type PortObserver } from '../engine/network/port.ts';
import { RandomStream } from '../engine/numbers/random.ts';
import { PacketPool } from '../engine/packets/packet.ts';
import { type Arrivals, ClassArrivals, fillPacket } from '../engine/time-lists/arrivals.ts';
import type { ParameterValue } from '../params/schema.ts';

/** The possible results for a packet. `dropped-overload`: dropped because another packet arrived. */
export const PACKET_OUTCOMES = ['sent', 'marked', 'dropped-enqueue', 'dropped-dequeue', 'dropped-overload'] as const;
export type PacketOutcome = (typeof PACKET_OUTCOMES)[number];

const [SENT, MARKED, AT_ENQUEUE, AT_DEQUEUE, BY_OVERLOAD] = [0, 1, 2, 3, 4] as const;

/** The results for the packets, in order of arrival. */
export interface ReplayResult {
  /** Index into `PACKET_OUTCOMES`. */
  readonly outcome: Uint8Array;
  /** Start of its transmission, or its drop, ns. */
  readonly timeNs: Float64Array;
  /** Index of the policy's reason for its drop; without a drop for its mark; without a mark for its acceptance. */
  readonly reason: Uint8Array;
  /** Digest of all verdicts, as of a run. */
  readonly digest: string;
}

export interface ReplayOptions {
  readonly definition: PacketPolicyDefinition;
  /** All parameters of the policy. */
  readonly values: Readonly<Record<string, ParameterValue>>;
  readonly rateBps: number;
  /** The unit that does not limit may be left out. */
  readonly limitPackets?: number | undefined;
  readonly limitBytes?: number | undefined;
  readonly seed: number;
}

/** Number of events between two checks whether all packets have left. */
const CHECK_EVENTS = 256;

/**
 * Plays the arrivals to a policy.
 * @throws Error if the policy never sends some packets
 */
export function replayArrivals(arrivals: Arrivals, options: ReplayOptions): ReplayResult {
  return new ReplayedRun(arrivals, options).result();
}

class ReplayedRun implements PortObserver, EventHandler {
  private readonly arrivals: Arrivals;
  private readonly clock = new Clock();
  private readonly packets = new PacketPool();
  private readonly random: ListedDraws;
  private readonly port: Port;
  private readonly handlerId: number;
  private readonly outcome: Uint8Array;
  private readonly timeNs: Float64Array;
  private readonly reason: Uint8Array;
  /** The policy decides on an arrival now. */
  private isArriving = false;

  constructor(arrivals: Arrivals, { definition, values, rateBps, limitPackets, limitBytes, seed }: ReplayOptions) {
    const { count } = arrivals;
    this.arrivals = arrivals;
    this.outcome = new Uint8Array(count);
    this.timeNs = new Float64Array(count);
    this.reason = new Uint8Array(count);
    this.random = new ListedDraws(seed, this.packets, arrivals.draws);
    this.port = new Port({
      clock: this.clock,
      packets: this.packets,
      random: this.random,
      reasons: definition.reasons,
      observer: this,
      deliver: (packet) => this.packets.free(packet),
      rateBps,
      limit: { packets: limitPackets ?? Number.POSITIVE_INFINITY, bytes: limitBytes ?? Number.POSITIVE_INFINITY },
      traffic: listedTraffic(arrivals),
    });
    this.port.attach(definition.create(this.port, values), definition.choosesAfterArrivals ?? false);
    this.handlerId = this.clock.register(this);
    this.play();
  }

  result(): ReplayResult {
    const { outcome, timeNs, reason } = this;
    return { outcome, timeNs, reason, digest: this.port.digest.hex() };
  }

  /** The next packet arrives. */
  onEvent(index: number): void {
    const { arrivals, packets, clock } = this;
    const packet = packets.allocate();
    fillPacket(arrivals, index, packets, packet);
    packets.flow[packet] = arrivals.flow[index];
    packets.classIndex[packet] = arrivals.classIndex[index];
    const next = index + 1;
    if (next < arrivals.count) clock.schedule(arrivals.timeNs[next], EventPriority.arrival, this.handlerId, next);
    this.port.arrive(packet);
  }

  onArrival(packet: number): void {
    this.isArriving = true;
    this.random.arrivingPacket = packet;
  }

  onVerdict(packet: number, reason: number, kind: VerdictKind): void {
    this.isArriving = false;
    this.random.arrivingPacket = -1;
    this.recordOutcome(packet, reason, kind === 'accept' ? SENT : kind === 'mark' ? MARKED : AT_ENQUEUE);
  }

  onLaterVerdict(packet: number, reason: number, kind: LaterVerdict): void {
    this.recordOutcome(packet, reason, kind === 'mark' ? MARKED : this.isArriving ? BY_OVERLOAD : AT_DEQUEUE);
  }

  onServiceStart(packet: number): void {
    this.timeNs[this.packets.serial[packet]] = this.clock.nowNs;
  }

  onDeparture(): void {}

  private recordOutcome(packet: number, reason: number, outcome: number): void {
    const index = this.packets.serial[packet];
    this.outcome[index] = outcome;
    this.reason[index] = reason;
    this.timeNs[index] = this.clock.nowNs;
  }

  private play(): void {
    const { arrivals, clock, packets, handlerId } = this;
    if (arrivals.count === 0) return;
    clock.schedule(arrivals.timeNs[0], EventPriority.arrival, handlerId, 0);
    // A policy may wake up again and again, so the replay ends when all packets have left.
    while (packets.allocatedCount < arrivals.count || packets.livePacketCount > 0) {
      const isExhausted = clock.runUntil(Number.POSITIVE_INFINITY, CHECK_EVENTS);
      if (isExhausted && packets.livePacketCount > 0)
        throw new Error(`the policy keeps ${packets.livePacketCount} packets and never sends them`);
    }
  }
}

/** A policy's stream of random numbers. A list can give some of them, each for one packet. */
class ListedDraws extends RandomStream {
  /** The packet of the present decision, or -1. Draws of the policy belong to it. */
  arrivingPacket = -1;
  private readonly packets: PacketPool;
  /** By arrival; NaN if there is no number, or if it was used. */
  private readonly listedDraws: Float64Array | undefined;

  constructor(seed: number, packets: PacketPool, listedDraws: Float64Array | undefined) {
    super(seed, 'policy');
    this.packets = packets;
    this.listedDraws = listedDraws?.slice();
  }

  override drawUniform(): void {
    this.drawUniformFor(this.arrivingPacket);
  }

  override drawUniformFor(packet: number): void {
    const listedDraw = packet < 0 ? Number.NaN : this.take(packet);
    if (Number.isNaN(listedDraw)) super.drawUniform();
    else this.drawn[0] = listedDraw;
  }

  override integer(n: number): number {
    const listedDraw = this.arrivingPacket < 0 ? Number.NaN : this.take(this.arrivingPacket);
    return Number.isNaN(listedDraw) ? super.integer(n) : Math.floor(listedDraw * n);
  }

  private take(packet: number): number {
    const { listedDraws } = this;
    if (listedDraws === undefined) return Number.NaN;
    const index = this.packets.serial[packet];
    const draw = listedDraws[index];
    listedDraws[index] = Number.NaN;
    return draw;
  }
}

/** The traffic of a list as an operator would measure it: flows by class, and their mean rate from the first to the last arrival. */
function listedTraffic(arrivals: Arrivals): TrafficView {
  const classes = arrivals.classes.map((_, index) => new ClassArrivals(arrivals, index));
  return {
    classes: classes.length,
    flowsOf: (index) => classes[index]?.flowCount ?? 0,
    meanRateBpsOf: (index) => classes[index]?.meanRateBps ?? Number.NaN,
  };
}
