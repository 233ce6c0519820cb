/**
 * One port without a network. Packets arrive as listed and do not react to drops. The port is that of a run. A
 * departure comes before an arrival of the same instant. After the last arrival the queue drains.
 */

import type { PacketLabels, PacketPolicyDefinition, TrafficView, VerdictKind } from '../engine/contract/policy.ts';
import { Clock, type EventHandler, EventPriority } from '../engine/events/clock.ts';
import { type LaterVerdict, Port, type PortObserver } from '../engine/network/port.ts';
import { WholeNsPort } from '../engine/network/whole-ns-port.ts';
import { RandomStream } from '../engine/numbers/random.ts';
import { PacketPool } from '../engine/packets/packet.ts';
import { type Arrivals, ClassArrivals, type DrawWords, fillPacket } from '../engine/time-lists/arrivals.ts';
import type { ParameterValue } from '../params/schema.ts';

/** The possible results for a packet. `dropped-overload`: dropped because another packet arrived. */
export const PACKET_OUTCOMES = ['sent', 'marked', 'dropped-enqueue', 'dropped-dequeue', 'dropped-overload'] as const;
/** What became of a replayed packet. */
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
  /** Each transmission takes a whole number of ns, rounded, as in Linux. By default the parts of ns add up. */
  readonly roundsEach?: boolean;
}

const TWO_32 = 2 ** 32;

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

  constructor(arrivals: Arrivals, options: ReplayOptions) {
    const { definition, values, rateBps, limitPackets, limitBytes, seed } = options;
    const { count } = arrivals;
    this.arrivals = arrivals;
    this.outcome = new Uint8Array(count);
    this.timeNs = new Float64Array(count);
    this.reason = new Uint8Array(count);
    this.random = new ListedDraws(seed, this.packets, arrivals);
    this.port = new (options.roundsEach ? WholeNsPort : Port)({
      clock: this.clock,
      packets: this.packets,
      random: this.random,
      reasons: definition.reasons,
      observer: this,
      deliver: (packet) => this.packets.free(packet),
      rateBps,
      limit: { packets: limitPackets ?? Number.POSITIVE_INFINITY, bytes: limitBytes ?? Number.POSITIVE_INFINITY },
      traffic: listedTraffic(arrivals, this.packets),
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

/**
 * A policy's stream of random numbers. A list can give some of them, each for one packet: a decimal number for its
 * first decision, or words for its decisions in their order. A word of n bits is the number word / 2^n, and the
 * reverse.
 */
class ListedDraws extends RandomStream {
  /** The packet of the present decision, or -1. Draws of the policy belong to it. */
  arrivingPacket = -1;
  private readonly packets: PacketPool;
  /** By arrival; NaN if there is no number, or if it was used. */
  private readonly listedDraws: Float64Array | undefined;
  private readonly words: DrawWords | undefined;
  /** By arrival: the index of its next word. */
  private readonly nextWord: Int32Array | undefined;

  constructor(seed: number, packets: PacketPool, { draws, drawWords }: Arrivals) {
    super(seed, 'policy');
    this.packets = packets;
    this.listedDraws = draws?.slice();
    this.words = drawWords;
    this.nextWord = drawWords?.firstWord.slice();
  }

  override drawUniform(): void {
    this.drawUniformFor(this.arrivingPacket);
  }

  override drawUniformFor(packet: number): void {
    if (!this.takeFor(packet)) super.drawUniform();
  }

  override integer(n: number): number {
    return this.takeFor(this.arrivingPacket) ? Math.floor(this.drawn[0] * n) : super.integer(n);
  }

  override drawWord32(): void {
    if (this.takeFor(this.arrivingPacket)) this.drawn[0] = Math.floor(this.drawn[0] * TWO_32);
    else super.drawWord32();
  }

  override drawWord64(): void {
    const { drawn } = this;
    if (this.takeWordFor(this.arrivingPacket)) return;
    if (!this.takeFor(this.arrivingPacket)) {
      super.drawWord64();
      return;
    }
    const scaledDraw = drawn[0] * TWO_32;
    drawn[0] = Math.floor(scaledDraw);
    drawn[1] = Math.floor((scaledDraw - drawn[0]) * TWO_32);
  }

  /** Writes the listed number of a packet, in [0, 1), into `drawn[0]`; false if it has none. */
  private takeFor(packet: number): boolean {
    const { drawn, listedDraws } = this;
    // Of a word of 64 bits, a number keeps 53.
    if (this.takeWordFor(packet)) drawn[0] = (drawn[0] * 2 ** 21 + Math.floor(drawn[1] / 2 ** 11)) / 2 ** 53;
    else {
      if (listedDraws === undefined || packet < 0) return false;
      const index = this.packets.serial[packet];
      drawn[0] = listedDraws[index];
      listedDraws[index] = Number.NaN;
    }
    return !Number.isNaN(drawn[0]);
  }

  /** Writes both halves of the next word of a packet into `drawn`; false if it has none. */
  private takeWordFor(packet: number): boolean {
    const { words, nextWord, drawn } = this;
    if (words === undefined || nextWord === undefined || packet < 0) return false;
    const arrival = this.packets.serial[packet];
    const index = nextWord[arrival];
    if (index === words.firstWord[arrival + 1]) return false;
    nextWord[arrival] = index + 1;
    drawn[0] = words.upper[index];
    drawn[1] = words.lower[index];
    return true;
  }
}

/**
 * The traffic of a list as an operator would measure it: flows by class, and their mean rate from the first to the last
 * arrival.
 */
function listedTraffic(arrivals: Arrivals, packets: PacketPool): TrafficView {
  const classes = arrivals.classes.map((_, index) => new ClassArrivals(arrivals, index));
  return {
    labels: listedLabels(arrivals, packets),
    classes: classes.length,
    flowsOf: (index) => classes[index]?.flowCount ?? 0,
    meanRateBpsOf: (index) => classes[index]?.meanRateBps ?? Number.NaN,
  };
}

/** Each packet has the labels of its row. Without columns, a class is a host of its own. */
function listedLabels({ codePoint, sourceHost, destinationHost }: Arrivals, packets: PacketPool): PacketLabels {
  return {
    codePointOf: (packet) => codePoint?.[packets.sequence[packet]] ?? 0,
    sourceHostOf: (packet) => sourceHost?.[packets.sequence[packet]] ?? packets.classIndex[packet],
    destinationHostOf: (packet) => destinationHost?.[packets.sequence[packet]] ?? packets.classIndex[packet],
  };
}
