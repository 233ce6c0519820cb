/**
 * The bottleneck's output port: hands each packet to the policy, serves the link, counts, and can explain every
 * verdict. One packet at a time is in transmission and is not interrupted.
 */
import { Explanation } from '../contract/explanation.ts';
import {
  NO_PACKET,
  type Policy,
  type PolicyHost,
  type Reason,
  type TrafficView,
  type VerdictKind,
} from '../contract/policy.ts';
import { type Clock, type EventHandler, EventPriority, Timer } from '../events/clock.ts';
import type { RandomStream } from '../numbers/random.ts';
import { PacketFlag, type PacketPool } from '../packets/packet.ts';
import { Digest, DigestKind, LaterDigestKind } from '../state/digest.ts';

/** The possible events of an accepted packet. */
export type LaterVerdict = Exclude<VerdictKind, 'accept'>;

/** Counts, records or draws the events of the port. Called in the order of the events. */
export interface PortObserver {
  onArrival(packet: number): void;
  /**
   * @param reason index into the policy's reasons
   * @param heldCells the cells in the buffer at the arrival of a packet that travels in cells, and those of its VC
   */
  onVerdict(packet: number, reason: number, kind: VerdictKind, heldCells?: number, heldOfVc?: number): void;
  /** A packet that waits, or that will be sent next, is marked or dropped after its acceptance. */
  onLaterVerdict(packet: number, reason: number, kind: LaterVerdict): void;
  onServiceStart(packet: number): void;
  onDeparture(packet: number): void;
}

/** Read access to the policy of a port, from outside. */
export type PortPolicy = Pick<Policy, 'configure' | 'signals' | 'waitingPackets' | 'waitingBytes' | 'listWaiting'> &
  Partial<Pick<Policy, 'listBuffers' | 'listVirtual' | 'listChoices' | 'deadlineNsOf'>> & {
    /** Ports for cells: writes a row for each VC (columns: `VcColumn`) and returns their number. */
    listVcs?(into: Float64Array): number;
    /** Ports for cells: writes the cells that leave next (bits: `CellBit`) and returns their number. */
    listCells?(into: Uint16Array): number;
  };

/** The bits that a link of varying rate has sent, and could have sent, since time 0. */
export interface VaryingLink {
  capacityBits(): number;
  usedBits(): number;
  /** Its mean rate around the present time, bit/s; above 0. */
  presentBps(): number;
  /** Whether it sends nothing in the time of this mean. */
  pauses(): boolean;
}

/** A bottleneck's output port, for packets or for cells. */
export interface OutputPort {
  readonly packets: PacketPool;
  readonly digest: Digest;
  readonly explanation: Explanation;
  readonly attachedPolicy: PortPolicy;
  /** Rate of the link, bit/s; for a varying link, the rate that policies use. */
  rateBps: number;
  /** The link, if its rate varies. */
  readonly varyingLink?: VaryingLink;
  readonly limitPackets: number;
  readonly limitBytes: number;
  readonly limitCells: number;
  explaining: boolean;
  /** Packet in transmission, or NO_PACKET; the start and end of its transmission, ns. */
  readonly inService: number;
  readonly serviceStartNs: number;
  readonly inServiceEndNs: number;
  /** Packets and bytes that are partly sent. */
  readonly inServicePackets: number;
  readonly inServiceBytes: number;
  /**
   * Time until now in which the link transmitted, ns: a whole number, including the finished part of the present
   * transmission.
   */
  busyNs(): number;
  arrive(packet: number): void;
}

/** Cells of a port's times. */
export const START_NS_SLOT = 0;
export const END_NS_SLOT = 1;
export const CARRY_NS_SLOT = 2;
const BUSY_NS_SLOT = 3;

/** Argument of the event that begins a transmission. The event that ends one has its packet as argument. */
const SERVE_EVENT = -1;

/** The parts of a run that its port uses, and its link. */
export interface PortOptions {
  readonly clock: Clock;
  readonly packets: PacketPool;
  /** The random numbers of the policy. */
  readonly random: RandomStream;
  readonly reasons: readonly Reason[];
  readonly observer: PortObserver;
  /** Takes each packet at the end of its transmission. */
  readonly deliver: (packet: number) => void;
  readonly rateBps: number;
  /** Size of the buffer. */
  readonly limit: { readonly packets: number; readonly bytes: number };
  readonly traffic: TrafficView;
}

/** The output port for packets, and the host of its policy. `arrive` is its only input. */
export class Port implements OutputPort, EventHandler, PolicyHost {
  readonly packets: PacketPool;
  readonly random: RandomStream;
  readonly explanation = new Explanation();
  readonly digest: Digest;
  rateBps: number;
  limitPackets: number;
  limitBytes: number;
  readonly limitCells = Number.POSITIVE_INFINITY;
  inServicePackets = 0;
  inServiceBytes = 0;
  explaining = false;
  /** Packet in transmission, or NO_PACKET. */
  inService = NO_PACKET;
  readonly traffic: TrafficView;
  readonly varyingLink?: VaryingLink;
  private policy: Policy | undefined = undefined;
  /** The policy chooses after all packets of the instant have arrived, so a choice has its own event. */
  private choosesAfterArrivals = false;
  private isChoicePending = false;
  /** The policy's own wake-up. */
  private readonly wakeTimer: Timer;
  private readonly reasons: readonly Reason[];
  /** The kind of the first verdict of each reason, as in the digest. */
  private readonly digestKinds: Uint8Array;
  protected readonly clock: Clock;
  protected readonly observer: PortObserver;
  private readonly deliver: (packet: number) => void;
  protected readonly handlerId: number;
  /**
   * Start and end of the last transmission, the part of a nanosecond by which it was rounded (carried on, so that the
   * rate is exact), and the sum of all finished transmissions. In a table, where numbers are never boxed.
   */
  protected readonly times = new Float64Array(4);

  constructor({ clock, packets, random, reasons, observer, deliver, rateBps, limit, traffic }: PortOptions) {
    this.clock = clock;
    this.packets = packets;
    this.random = random;
    this.reasons = reasons;
    this.digestKinds = Uint8Array.from(reasons, ({ verdict }) => DigestKind[verdict]);
    this.observer = observer;
    this.digest = new Digest(clock);
    this.deliver = deliver;
    this.handlerId = clock.register(this);
    this.wakeTimer = new Timer(clock, () => this.wake());
    this.rateBps = rateBps;
    this.limitPackets = limit.packets;
    this.limitBytes = limit.bytes;
    this.traffic = traffic;
  }

  /** Gives the port its policy: once, before the first packet. */
  attach(policy: Policy, choosesAfterArrivals: boolean): void {
    this.policy = policy;
    this.choosesAfterArrivals = choosesAfterArrivals;
  }

  get attachedPolicy(): Policy {
    return this.policy as Policy;
  }

  get nowNs(): number {
    return this.clock.nowNs;
  }

  /** Start and end of the present transmission, ns. */
  get serviceStartNs(): number {
    return this.times[START_NS_SLOT];
  }

  get inServiceEndNs(): number {
    return this.times[END_NS_SLOT];
  }

  /** Transmissions never overlap, so the busy part of a span is at most the span. */
  busyNs(): number {
    const { times } = this;
    const underWayNs = this.inService === NO_PACKET ? 0 : this.clock.nowNs - times[START_NS_SLOT];
    return times[BUSY_NS_SLOT] + underWayNs;
  }

  arrive(packet: number): void {
    const { packets, reasons } = this;
    packets.arrivedNs[packet] = this.clock.nowNs;
    this.observer.onArrival(packet);
    const reason = this.attachedPolicy.enqueue(packet);
    const kind = reasons[reason].verdict;
    if (kind === 'mark') this.setCe(packet);
    this.digest.add(packets.flow[packet], packets.sequence[packet], this.digestKinds[reason]);
    this.observer.onVerdict(packet, reason, kind);
    if (kind === 'drop') packets.free(packet);
    // It is called after a drop too: `dequeue` tells the policy that the link stays idle, as in ns-2.
    if (this.inService === NO_PACKET) this.beginService();
  }

  mark(packet: number, reason: number): void {
    this.setCe(packet);
    this.reportLaterVerdict(packet, reason, 'mark');
  }

  drop(packet: number, reason: number): void {
    this.reportLaterVerdict(packet, reason, 'drop');
    this.packets.free(packet);
  }

  wakeAt(timeNs: number): void {
    this.wakeTimer.set(timeNs);
  }

  /** The present transmission ends, or a new one begins. */
  onEvent(packet: number): void {
    if (packet === SERVE_EVENT) {
      this.isChoicePending = false;
      this.serve();
      return;
    }
    const { times } = this;
    times[BUSY_NS_SLOT] = times[BUSY_NS_SLOT] + times[END_NS_SLOT] - times[START_NS_SLOT];
    this.inService = NO_PACKET;
    this.inServicePackets = 0;
    this.inServiceBytes = 0;
    this.observer.onDeparture(packet);
    this.deliver(packet);
    this.beginService();
  }

  private reportLaterVerdict(packet: number, reason: number, kind: LaterVerdict): void {
    const { flow, sequence } = this.packets;
    this.digest.add(flow[packet], sequence[packet], LaterDigestKind[kind]);
    this.observer.onLaterVerdict(packet, reason, kind);
  }

  private setCe(packet: number): void {
    const { flags } = this.packets;
    flags[packet] = flags[packet] | PacketFlag.ce;
  }

  private wake(): void {
    this.attachedPolicy.wake?.();
    if (this.inService === NO_PACKET) this.beginService();
  }

  protected beginService(): void {
    if (!this.choosesAfterArrivals) this.serve();
    else if (!this.isChoicePending) {
      this.isChoicePending = true;
      const { queue } = this.clock;
      queue.dueNs = this.clock.nowNs;
      queue.post(EventPriority.service, this.handlerId, SERVE_EVENT);
    }
  }

  protected serve(): void {
    const packet = this.attachedPolicy.dequeue();
    if (packet === NO_PACKET) return;
    const bytes = this.packets.bytes[packet];
    const { times } = this;
    const exactNs = (bytes * 8e9) / this.rateBps + times[CARRY_NS_SLOT];
    const transmissionNs = Math.round(exactNs);
    times[CARRY_NS_SLOT] = exactNs - transmissionNs;
    this.inService = packet;
    this.inServicePackets = 1;
    this.inServiceBytes = bytes;
    times[START_NS_SLOT] = this.clock.nowNs;
    times[END_NS_SLOT] = this.clock.nowNs + transmissionNs;
    this.observer.onServiceStart(packet);
    const { queue } = this.clock;
    queue.dueNs = times[END_NS_SLOT];
    queue.post(EventPriority.departure, this.handlerId, packet);
  }
}
