/** The shared part of the models without feedback (CBR, Poisson, on/off, ping): flows that send packets of one size. */

import type { ParameterValue, ValuesOf } from '../../params/schema.ts';
import { EventPriority } from '../events/clock.ts';
import { DOUBLE_ZERO } from '../numbers/double-zero.ts';
import type { RandomStream } from '../numbers/random.ts';
import { colourFlag } from '../packets/colour.ts';
import type { datagramParameters } from './datagram-parameters.ts';
import { FlowTraffic, type TrafficHost } from './traffic.ts';

/** The shared parameters; most have a rate too. */
type DatagramValues = Omit<ValuesOf<typeof datagramParameters>, 'rateBps'>;

/** One source of a datagram class. */
export interface DatagramFlow {
  readonly flow: number;
  readonly index: number;
  readonly random: RandomStream;
  sentPackets: number;
  /** Start time, ns, in the past or in the future. */
  startNs: number;
  /** Start of its present sequence of equal intervals, ns, and number of packets sent since then. */
  sinceNs: number;
  count: number;
  stopNs: number;
  isRunning: boolean;
  /**
   * Time of its next packet, ns; Infinity for never. An event at any other time is out of date, because of a change.
   */
  pendingNs: number;
}

/**
 * The models return their result in `pendingNs`, and events carry no handles. Such large numbers would be boxed, and
 * every packet would leave garbage.
 */
export abstract class DatagramTraffic<V extends DatagramValues> extends FlowTraffic<V, DatagramFlow> {
  /** Time between packets at the full rate, ns (not rounded). */
  protected intervalNs: number;

  constructor(host: TrafficHost, classIndex: number, name: string, values: V) {
    super(host, classIndex, name, values);
    this.intervalNs = this.intervalOf(values);
  }

  override configure(values: Readonly<Record<string, ParameterValue>>): void {
    super.configure(values);
    const factor = this.intervalOf(this.values) / this.intervalNs;
    if (factor === 1) return;
    this.intervalNs = this.intervalOf(this.values);
    for (const member of this.members) if (member.isRunning) this.changePace(member, factor);
  }

  /** Every received datagram is useful. */
  onReceived(_packet: number): boolean {
    return true;
  }

  onEvent(index: number): void {
    const member = this.members[index];
    const { nowNs } = this.host.clock;
    if (nowNs !== member.pendingNs) return;
    if (nowNs >= member.stopNs) {
      this.endFlow(member);
      return;
    }
    this.sendPacket(member);
    member.count++;
    this.planNext(member);
    this.awaitPending(member);
  }

  /** Writes the time of the first packet into `pendingNs`, for a flow that begins at `startNs`. */
  protected abstract planFirst(member: DatagramFlow): void;
  /** Writes the time of the next packet into `pendingNs`; `count` packets were sent since `sinceNs`. */
  protected abstract planNext(member: DatagramFlow): void;

  /** Mean time between two packets while it sends, ns. */
  protected abstract intervalOf(values: V): number;

  /** If `pendingNs` is inside a silence, moves it to the end of the silence. */
  protected passSilence(_member: DatagramFlow): void {}

  protected payloadBytes(_member: DatagramFlow): number {
    return this.values.packetBytes;
  }

  protected awaitPending(member: DatagramFlow): void {
    const { queue } = this.host.clock;
    queue.dueNs = member.pendingNs;
    queue.post(EventPriority.timer, this.handlerId, member.index);
  }

  createFlow(index: number): DatagramFlow {
    const flow = this.addFlow(index);
    const random = this.host.stream(`${this.name}/${index}`);
    return {
      flow,
      index,
      random,
      sentPackets: 0,
      startNs: DOUBLE_ZERO,
      sinceNs: DOUBLE_ZERO,
      count: 0,
      stopNs: Math.round(this.itemOf(this.values.stopSeconds, index) * 1e9),
      isRunning: false,
      pendingNs: Number.POSITIVE_INFINITY,
    };
  }

  beginFlow(member: DatagramFlow): void {
    const { nowNs } = this.host.clock;
    if (nowNs >= member.stopNs) return;
    member.startNs = Math.max(nowNs, Math.round(this.itemOf(this.values.startSeconds, member.index) * 1e9));
    member.isRunning = true;
    member.count = 0;
    this.planFirst(member);
    member.sinceNs = member.pendingNs;
    this.awaitPending(member);
  }

  endFlow(member: DatagramFlow): void {
    member.isRunning = false;
    member.pendingNs = Number.POSITIVE_INFINITY;
  }

  /** Stretches the rest of the present interval. A new sequence of equal intervals begins at its end. */
  private changePace(member: DatagramFlow, factor: number): void {
    const anchorNs = Math.max(this.host.clock.nowNs, member.startNs);
    member.pendingNs = anchorNs + Math.round((member.pendingNs - anchorNs) * factor);
    member.sinceNs = member.pendingNs;
    member.count = 0;
    this.passSilence(member);
    this.awaitPending(member);
  }

  private sendPacket(member: DatagramFlow): void {
    const { packets, clock } = this.host;
    const packet = packets.allocate();
    packets.classIndex[packet] = this.classIndex;
    packets.flags[packet] = colourFlag(member.sentPackets, this.values.greenShare);
    packets.sequence[packet] = member.sentPackets++;
    const payloadBytes = this.payloadBytes(member);
    packets.bytes[packet] = payloadBytes + this.values.headerBytes;
    packets.countedBytes[packet] = payloadBytes;
    packets.bornNs[packet] = clock.nowNs;
    this.host.send(member.flow, packet);
  }
}

type RatedValues = ValuesOf<typeof datagramParameters>;

/** The shared part of sources whose interval depends on a rate. */
export abstract class RatedTraffic<V extends RatedValues> extends DatagramTraffic<V> {
  override get meanRateBps(): number {
    const { rateBps, packetBytes, headerBytes } = this.values;
    return (rateBps * (packetBytes + headerBytes)) / packetBytes;
  }

  protected override intervalOf({ packetBytes, rateBps }: V): number {
    return (packetBytes * 8e9) / rateBps;
  }
}
