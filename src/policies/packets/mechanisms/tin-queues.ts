/**
 * Queues of flows in tins, as in CAKE. A tin has a share of the link. A tin that has not used up its share is served
 * before all tins of lower rank. Within a tin, the queues take turns. The queues of one host that do not run empty
 * divide one quantum among them, so that hosts get equal shares. Source: Høiland-Jørgensen, Täht & Morton, Piece of
 * CAKE, IEEE LANMAN 2018; Linux, net/sched/sch_cake.c.
 */
import type { PolicyHost } from '../../../engine/contract/policy.ts';
import { TurnList } from '../../../engine/contract/policy-tables.ts';
import type { PacketColumns } from '../../../engine/packets/packet.ts';
import { Fifos } from './fifos.ts';
import { FlowQueues, NEW_QUEUES, NO_QUEUE, OLD_QUEUES, type QueueValues, queueOfFlow } from './flow-queues.ts';

/** Hosts are classes, whose numbers have 8 bits. */
const HOST_COUNT = 256;

/** Queues that also count the packets of each tin. */
class TinFifos extends Fifos {
  readonly tinByQueue: Uint8Array;
  readonly packetsByTin: Int32Array;

  constructor(packets: PacketColumns, queuesPerTin: number, tinCount: number) {
    super(packets, queuesPerTin * tinCount);
    this.tinByQueue = new Uint8Array(queuesPerTin * tinCount);
    for (let tin = 1; tin < tinCount; tin++) this.tinByQueue.fill(tin, tin * queuesPerTin, (tin + 1) * queuesPerTin);
    this.packetsByTin = new Int32Array(tinCount);
  }

  protected override count(queue: number, packets: number, bytes: number): void {
    super.count(queue, packets, bytes);
    const tin = this.tinByQueue[queue];
    this.packetsByTin[tin] = this.packetsByTin[tin] + packets;
  }
}

/** The queues of all tins, in the order of their turns. */
export class TinQueues extends FlowQueues {
  override readonly fifos: TinFifos;
  /** The flows of a host divide its quantum. */
  dividesHosts = true;
  private readonly host: PolicyHost;
  private readonly queuesPerTin: number;
  /** By tin, in the order of their rank, lowest first: its share of the link. */
  private readonly shares: Float64Array;
  /** By tin: the time until which its share of the link is used up, ns. */
  private readonly usedUntilNs: Float64Array;
  /** By tin: the number of queues in its lists. */
  private readonly activeQueuesByTin: Int32Array;
  /** By queue: the host of the flow that made it active. */
  private readonly hostByQueue: Uint8Array;
  /** By queue: 1 if it counts as one of its host's queues that do not run empty. */
  private readonly bulkByQueue: Uint8Array;
  /** By tin and host: the number of these queues, and of all its queues in the lists. */
  private readonly bulkQueuesByHost: Int32Array;
  private readonly activeQueuesByHost: Int32Array;
  /** By tin: the number of hosts with queues in its lists. */
  private readonly activeHostsByTin: Int32Array;

  constructor(host: PolicyHost, { queues, hash }: QueueValues, quantum: number, shares: readonly number[]) {
    const fifos = new TinFifos(host.packets, queues, shares.length);
    const totalQueueCount = queues * shares.length;
    super(host.packets, { queues: totalQueueCount, hash }, quantum, shares.length, fifos);
    this.fifos = fifos;
    this.host = host;
    this.queuesPerTin = queues;
    this.shares = Float64Array.from(shares);
    this.usedUntilNs = new Float64Array(shares.length);
    this.activeQueuesByTin = new Int32Array(shares.length);
    this.hostByQueue = new Uint8Array(totalQueueCount);
    this.bulkByQueue = new Uint8Array(totalQueueCount);
    this.bulkQueuesByHost = new Int32Array(HOST_COUNT * shares.length);
    this.activeQueuesByHost = new Int32Array(HOST_COUNT * shares.length);
    this.activeHostsByTin = new Int32Array(shares.length);
  }

  /** The queue of a flow in a tin. */
  queueIn(tin: number, flow: number): number {
    return tin * this.queuesPerTin + queueOfFlow(flow, this.queuesPerTin, this.hash);
  }

  tinOf(queue: number): number {
    return this.fifos.tinByQueue[queue];
  }

  /**
   * The number of queues that divide the quantum of a host in a tin, at least 1. If a host is alone in the tin, the
   * number is 1: its queues get the same shares, in fewer turns.
   */
  hostLoad(tin: number, host: number): number {
    return this.dividesHosts && this.activeHostsByTin[tin] > 1
      ? Math.max(1, this.bulkQueuesByHost[tin * HOST_COUNT + host])
      : 1;
  }

  /** Called before a packet of a host is put into a queue. */
  activateFor(queue: number, host: number): void {
    const { listByQueue, bulkByQueue, usedUntilNs } = this;
    const tin = this.fifos.tinByQueue[queue];
    // An empty tin does not save its share.
    if (this.fifos.packetsByTin[tin] === 0 && usedUntilNs[tin] < this.host.nowNs) usedUntilNs[tin] = this.host.nowNs;
    if (listByQueue[queue] === TurnList.none) {
      this.hostByQueue[queue] = host;
      this.creditBytes[queue] = this.quantumBytes / this.hostLoad(tin, host);
      this.countActive(tin, host, 1);
      this.append(2 * tin + NEW_QUEUES, queue);
    } else if (listByQueue[queue] === TurnList.old && bulkByQueue[queue] === 0) this.setBulk(queue, tin, 1);
  }

  /** The queue whose turn it is, in the tin whose turn it is; -1 if no queue is in a list. */
  override nextToSend(): number {
    const { head, creditBytes } = this;
    const tin = this.tinInTurn();
    if (tin === NO_QUEUE) return NO_QUEUE;
    for (;;) {
      const list = 2 * tin + (head[2 * tin + NEW_QUEUES] === NO_QUEUE ? OLD_QUEUES : NEW_QUEUES);
      const queue = head[list];
      if (creditBytes[queue] > 0) return queue;
      if (this.bulkByQueue[queue] === 0 && this.fifos.packetCounts[queue] > 0) this.setBulk(queue, tin, 1);
      creditBytes[queue] = creditBytes[queue] + this.quantumBytes / this.hostLoad(tin, this.hostByQueue[queue]);
      this.removeHead(list);
      this.append(2 * tin + OLD_QUEUES, queue);
    }
  }

  /** The queue whose turn it is had nothing to send: it leaves the lists, also if it was a new one. */
  override onEmpty(queue: number): void {
    const tin = this.fifos.tinByQueue[queue];
    this.removeHead(2 * tin + (this.listByQueue[queue] === TurnList.new ? NEW_QUEUES : OLD_QUEUES));
    this.listByQueue[queue] = TurnList.none;
    this.countActive(tin, this.hostByQueue[queue], -1);
    if (this.bulkByQueue[queue] === 1) this.setBulk(queue, tin, 0);
  }

  /** A queue sends a packet: this reduces its deficit and the share of its tin. */
  override charge(queue: number, bytes: number): void {
    const { usedUntilNs, shares } = this;
    const { nowNs, rateBps } = this.host;
    super.charge(queue, bytes);
    const tin = this.fifos.tinByQueue[queue];
    const shareUseNs = (bytes * 8e9) / (rateBps * shares[tin]);
    if (usedUntilNs[tin] < nowNs) usedUntilNs[tin] = usedUntilNs[tin] + shareUseNs;
    else usedUntilNs[tin] = Math.max(usedUntilNs[tin], nowNs + shareUseNs);
  }

  /**
   * The highest tin with queues and unused share, or otherwise the tin whose share is free again first; -1 for no tin.
   */
  tinInTurn(): number {
    const { activeQueuesByTin } = this;
    let onlyTin = NO_QUEUE;
    for (let tin = 0; tin < activeQueuesByTin.length; tin++) {
      if (activeQueuesByTin[tin] === 0) continue;
      if (onlyTin !== NO_QUEUE) return this.tinByShare();
      onlyTin = tin;
    }
    return onlyTin;
  }

  private tinByShare(): number {
    const { usedUntilNs, activeQueuesByTin } = this;
    const { nowNs } = this.host;
    let chosenTin = NO_QUEUE;
    let soonestNs = Number.POSITIVE_INFINITY;
    for (let tin = 0; tin < activeQueuesByTin.length; tin++) {
      if (activeQueuesByTin[tin] === 0) continue;
      const untilNs = usedUntilNs[tin] - nowNs;
      if (untilNs > 0 && untilNs > soonestNs) continue;
      soonestNs = untilNs;
      chosenTin = tin;
    }
    return chosenTin;
  }

  /** The first queue of a list of a tin, or -1. */
  firstIn(tin: number, list: 1 | 2): number {
    return this.head[2 * tin + list - 1];
  }

  private countActive(tin: number, host: number, change: 1 | -1): void {
    const { activeQueuesByTin, activeQueuesByHost, activeHostsByTin } = this;
    const slot = tin * HOST_COUNT + host;
    this.activeCount += change;
    activeQueuesByTin[tin] = activeQueuesByTin[tin] + change;
    activeQueuesByHost[slot] = activeQueuesByHost[slot] + change;
    if (activeQueuesByHost[slot] === (change === 1 ? 1 : 0)) activeHostsByTin[tin] = activeHostsByTin[tin] + change;
  }

  private setBulk(queue: number, tin: number, bulk: 0 | 1): void {
    const slot = tin * HOST_COUNT + this.hostByQueue[queue];
    this.bulkByQueue[queue] = bulk;
    this.bulkQueuesByHost[slot] = this.bulkQueuesByHost[slot] + (bulk === 1 ? 1 : -1);
  }
}
