/**
 * Arrivals of a list: each packet reaches the queue at its time, without an access link in front of it. Packets of one
 * instant arrive in the order of the list, for all classes together.
 */

import { EventPriority } from '../events/clock.ts';
import { type ClassArrivals, fillPacket } from '../time-lists/arrivals.ts';
import type { ArrivalsValues } from './arrivals-parameters.ts';
import { FlowTraffic, type TrafficHost } from './traffic.ts';

interface ListedFlow {
  readonly flow: number;
  isRunning: boolean;
}

/**
 * Sequence number of row 0 among simultaneous events: all rows come before events that are scheduled during the run.
 */
const FIRST_SEQUENCE = -(2 ** 48);

/** The packets of one class of a list. */
export class ArrivalsTraffic extends FlowTraffic<ArrivalsValues, ListedFlow> {
  private readonly listedArrivals: ClassArrivals;

  constructor(
    host: TrafficHost,
    classIndex: number,
    name: string,
    values: ArrivalsValues,
    listedArrivals: ClassArrivals,
  ) {
    super(host, classIndex, name, { ...values, flows: Math.min(values.flows, listedArrivals.flowCount) });
    this.listedArrivals = listedArrivals;
  }

  override get meanRateBps(): number {
    return this.listedArrivals.meanRateBps;
  }

  override start(): void {
    super.start();
    this.scheduleNextArrival(0);
  }

  /** @param index place among the rows of this class */
  onEvent(index: number): void {
    const { host, listedArrivals } = this;
    this.scheduleNextArrival(index + 1);
    const member = this.members[listedArrivals.flow[index]];
    if (member === undefined || !member.isRunning) return;
    const { packets, clock } = host;
    const packet = packets.allocate();
    fillPacket(listedArrivals.list, listedArrivals.rows[index], packets, packet);
    packets.countedBytes[packet] = packets.bytes[packet];
    packets.classIndex[packet] = this.classIndex;
    packets.bornNs[packet] = clock.nowNs;
    host.arrive(member.flow, packet);
  }

  /** Every datagram is useful to its receiver. */
  onReceived(_packet: number): boolean {
    return true;
  }

  protected override onValuesChange(): void {
    this.values = { ...this.values, flows: Math.min(this.values.flows, this.listedArrivals.flowCount) };
  }

  createFlow(index: number): ListedFlow {
    return { flow: this.addFlow(index), isRunning: false };
  }

  beginFlow(member: ListedFlow): void {
    member.isRunning = true;
  }

  endFlow(member: ListedFlow): void {
    member.isRunning = false;
  }

  /** Schedules the next row of this class, if there is one. */
  private scheduleNextArrival(index: number): void {
    const { rows, list } = this.listedArrivals;
    if (index === rows.length) return;
    const { queue } = this.host.clock;
    queue.dueNs = list.timeNs[rows[index]];
    queue.dueSequence = FIRST_SEQUENCE + rows[index];
    queue.postReserved(EventPriority.arrival, this.handlerId, index);
  }
}
