/** TCP connections of one class: long-lived ones, or short transfers with pauses between them. */
import { EventPriority } from '../events/clock.ts';
import type { RandomStream } from '../numbers/random.ts';
import { CONSTANT_FIELDS, GROWING_LISTS } from '../state/checkpoint.ts';
import { createSender } from '../transport/create-sender.ts';
import type { ShortTcpValues, TcpSettings } from '../transport/tcp-parameters.ts';
import { TcpReceiver } from '../transport/tcp-receiver.ts';
import { ENDLESS_SUPPLY, type SenderOptions, type TcpSender } from '../transport/tcp-sender.ts';
import { FlowTraffic } from './traffic.ts';

/** The receiving end of a connection. */
export interface Receiver {
  /** Packets of the connection have this serial number or a higher one. */
  readonly firstSerial: number;
  /** Next segment of the data that is expected in order. */
  readonly expectedSegment: number;
  /** Receives a data packet. Returns true if its data is new. */
  onData(packet: number): boolean;
  /** Ends the connection at once: a delayed ACK is not sent. */
  close(): void;
}

/**
 * One connection, or several connections one after the other. Their ends are in `senderByFlow` and `receiverByFlow`.
 */
export class TcpFlow {
  static readonly [CONSTANT_FIELDS] = ['flow', 'index', 'random', 'openTransfers'];
  readonly flow: number;
  readonly index: number;
  readonly random: RandomStream;
  isRunning = false;
  /** True after data was supplied to the present connection. */
  isUsed = false;
  /** Transfers begun so far; with given times, the place of the next one in their list. */
  begunTransferCount = 0;
  /** Short transfers that are not complete, oldest first: start of each, ns, then its last segment. */
  readonly openTransfers: number[] = [];
  /** The pending wake-up: at most one for each flow; NaN before the first. */
  wakeHandle = Number.NaN;

  constructor(flow: number, index: number, random: RandomStream) {
    this.flow = flow;
    this.index = index;
    this.random = random;
  }
}

/** All long-lived connections of one TCP class, with their receivers. */
export class TcpTraffic extends FlowTraffic<TcpSettings, TcpFlow> {
  static override readonly [GROWING_LISTS] = ['memberByFlow'];
  private readonly memberByFlow: TcpFlow[] = [];
  /** The ends of the present connections, so that a packet finds its end without its flow. */
  protected readonly senderByFlow: TcpSender[] = [];
  protected readonly receiverByFlow: Receiver[] = [];

  /** Packets of an earlier connection of the flow are ignored. */
  onReceived(packet: number): boolean {
    const { flow, serial } = this.host.packets;
    const receiver = this.receiverByFlow[flow[packet]];
    return serial[packet] >= receiver.firstSerial && receiver.onData(packet);
  }

  override onAcknowledged(packet: number): void {
    const { flow, serial } = this.host.packets;
    const sender = this.senderByFlow[flow[packet]];
    if (serial[packet] >= sender.firstSerial) sender.onAck(packet);
  }

  /** A flow begins or stops (or, with short transfers, its next transfer begins). */
  onEvent(index: number): void {
    const member = this.members[index];
    if (member.isRunning) this.beginTransfer(member);
  }

  protected beginTransfer(member: TcpFlow): void {
    const stopNs = this.stopNs(member);
    if (this.host.clock.nowNs >= stopNs) {
      this.senderByFlow[member.flow].stop();
      return;
    }
    member.isUsed = true;
    this.senderByFlow[member.flow].supply(ENDLESS_SUPPLY);
    if (stopNs !== Number.POSITIVE_INFINITY) this.wakeAt(member, stopNs);
  }

  /** From this time on the flow sends no new data, ns. */
  protected stopNs(member: TcpFlow): number {
    return Math.round(this.itemOf(this.values.stopSeconds ?? Number.POSITIVE_INFINITY, member.index) * 1e9);
  }

  /** Calls `onEvent` for this flow at `timeNs`. */
  protected wakeAt(member: TcpFlow, timeNs: number): void {
    const { clock } = this.host;
    member.wakeHandle = clock.schedule(
      Math.max(timeNs, clock.nowNs),
      EventPriority.timer,
      this.handlerId,
      member.index,
    );
  }

  /** Start time of a flow that may start from now on, ns; Infinity if it never starts. */
  protected firstNs(member: TcpFlow): number {
    const { startSeconds, startWithinSeconds } = this.values;
    const beginSeconds = Math.max(this.host.clock.nowNs / 1e9, this.itemOf(startSeconds, member.index));
    return Math.round((beginSeconds + member.random.uniform() * startWithinSeconds) * 1e9);
  }

  /** Replaces the connection by a new one. Segments of the old connection that are still in flight are ignored. */
  protected reconnect(member: TcpFlow): void {
    this.senderByFlow[member.flow].close();
    this.receiverByFlow[member.flow].close();
    this.connect(member);
    member.isUsed = false;
    member.openTransfers.length = 0;
  }

  senderOf(flow: number): TcpSender | undefined {
    return this.senderByFlow[flow];
  }

  protected memberOf(flow: number): TcpFlow {
    return this.memberByFlow[flow];
  }

  protected memberOfPacket(packet: number): TcpFlow {
    return this.memberByFlow[this.host.packets.flow[packet]];
  }

  private connect({ flow, random }: TcpFlow): void {
    this.senderByFlow[flow] = this.createSenderOf(flow, random);
    this.receiverByFlow[flow] = this.createReceiverOf(flow);
  }

  beginFlow(member: TcpFlow): void {
    member.isRunning = true;
    if (member.isUsed) this.reconnect(member);
    const firstNs = this.firstNs(member);
    if (firstNs !== Number.POSITIVE_INFINITY) this.wakeAt(member, firstNs);
  }

  endFlow(member: TcpFlow): void {
    member.isRunning = false;
    this.host.clock.cancel(member.wakeHandle);
    this.senderByFlow[member.flow].stop();
  }

  createFlow(index: number): TcpFlow {
    const flow = this.addFlow(index);
    const random = this.host.stream(`${this.name}/${index}`);
    const member = new TcpFlow(flow, index, random);
    this.memberByFlow[flow] = member;
    this.connect(member);
    return member;
  }

  private senderOptions(flow: number): SenderOptions {
    const { host, classIndex, values } = this;
    return { host, flow, classIndex, values };
  }

  protected createSenderOf(flow: number, random: RandomStream): TcpSender {
    return createSender(this.senderOptions(flow), () => random.uniform());
  }

  protected createReceiverOf(flow: number): Receiver {
    return new TcpReceiver(this.senderOptions(flow));
  }
}

/** Transfers of a few segments, with pauses: the "web mice". */
export class ShortTcpTraffic extends TcpTraffic {
  declare protected values: ShortTcpValues;
  /** The last segment of the oldest transfer that is not complete; ENDLESS_SUPPLY without one. */
  private readonly dueSegmentByFlow: number[] = [];

  override createFlow(index: number): TcpFlow {
    const member = super.createFlow(index);
    while (this.dueSegmentByFlow.length <= member.flow) this.dueSegmentByFlow.push(ENDLESS_SUPPLY);
    return member;
  }

  override onAcknowledged(packet: number): void {
    super.onAcknowledged(packet);
    const flow = this.host.packets.flow[packet];
    if (this.senderByFlow[flow].highestAcked >= this.dueSegmentByFlow[flow])
      this.completeTransfers(this.memberOf(flow));
  }

  private completeTransfers({ flow, openTransfers }: TcpFlow): void {
    const sender = this.senderByFlow[flow];
    while (sender.highestAcked >= (openTransfers[1] ?? ENDLESS_SUPPLY)) {
      this.host.countCompleted(this.classIndex, openTransfers.shift() as number);
      openTransfers.shift();
    }
    this.dueSegmentByFlow[flow] = openTransfers[1] ?? ENDLESS_SUPPLY;
  }

  override onTransferDone(flow: number): void {
    const member = this.memberOf(flow);
    if (!member.isRunning || this.values.spacing !== 'afterCompletion') return;
    this.wakeAt(member, this.host.clock.nowNs + this.thinkNs(member));
  }

  /** With given times: the first of them that is not in the past. */
  protected override firstNs(member: TcpFlow): number {
    if (this.values.spacing !== 'atTimes') return super.firstNs(member);
    const { nowNs } = this.host.clock;
    member.begunTransferCount = 0;
    while (this.givenNs(member.begunTransferCount) < nowNs) member.begunTransferCount++;
    return this.givenNs(member.begunTransferCount);
  }

  protected override beginTransfer(member: TcpFlow): void {
    member.begunTransferCount++;
    const { spacing } = this.values;
    if (spacing === 'fixedPeriod') this.wakeAt(member, this.host.clock.nowNs + this.thinkNs(member));
    if (spacing === 'atTimes') {
      const nextNs = this.givenNs(member.begunTransferCount);
      if (nextNs !== Number.POSITIVE_INFINITY) this.wakeAt(member, nextNs);
    }
    if (member.isUsed && !this.values.persistent && this.senderByFlow[member.flow].isCompleted) this.reconnect(member);
    member.isUsed = true;
    const sender = this.senderByFlow[member.flow];
    sender.supply(this.values.transferPackets);
    // Segment 0, the handshake, counts as supplied once it was sent.
    const lastSegment = sender.highestSent < 0 ? sender.endSegment : sender.endSegment - 1;
    member.openTransfers.push(this.host.clock.nowNs, lastSegment);
    this.dueSegmentByFlow[member.flow] = member.openTransfers[1];
  }

  /** Item `index` of the given times, ns; Infinity after the last. */
  private givenNs(index: number): number {
    const { transferTimesSeconds } = this.values;
    const times = typeof transferTimesSeconds === 'number' ? [transferTimesSeconds] : transferTimesSeconds;
    return index < times.length ? Math.round(times[index] * 1e9) : Number.POSITIVE_INFINITY;
  }

  private thinkNs(member: TcpFlow): number {
    const meanNs = this.values.thinkSeconds * 1e9;
    return Math.round(this.values.thinkDistribution === 'constant' ? meanNs : member.random.exponential(meanNs));
  }
}
