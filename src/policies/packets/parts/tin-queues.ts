/**
 * Queues of flows in tins, as in CAKE. A tin has a share of the link. A tin that has not used up its share goes before all tins of
 * lower rank. In a tin the queues have turns. The queues of one host that do not run empty divide one quantum among them, so that
 * hosts get equal shares.
 * Source: Høiland-Jørgensen, Täht & Morton, Piece of CAKE, IEEE LANMAN 2018; Linux, net/sched/sch_cake.c.
 */
import type { PacketPool } from '../../../engine/packet.ts';
import { type PolicyHost, TurnList } from '../../../engine/policy.ts';
import { Fifos } from './fifos.ts';
import { FlowQueues, FRESH, NONE, OLD, type QueueValues, queueOfFlow } from './flow-queues.ts';

/** Hosts are classes, whose numbers have 8 bits. */
const HOSTS = 256;

/** Counts the packets of each tin, too. */
class TinFifos extends Fifos {
  readonly tinOf: Uint8Array;
  readonly packetsIn: Int32Array;

  constructor(packets: PacketPool, queuesPerTin: number, tins: number) {
    super(packets, queuesPerTin * tins);
    this.tinOf = Uint8Array.from({ length: queuesPerTin * tins }, (_, queue) => Math.floor(queue / queuesPerTin));
    this.packetsIn = new Int32Array(tins);
  }

  protected override count(queue: number, packets: number, bytes: number): void {
    super.count(queue, packets, bytes);
    const tin = this.tinOf[queue];
    this.packetsIn[tin] = this.packetsIn[tin] + packets;
  }
}

export class TinQueues extends FlowQueues {
  override readonly fifos: TinFifos;
  /** The flows of a host divide its quantum. */
  dividesHosts = true;
  private readonly host: PolicyHost;
  private readonly queuesPerTin: number;
  /** By tin, in the order of their rank, lowest first: its share of the link. */
  private readonly shares: readonly number[];
  /** By tin: until when its share of the link is used up, ns. */
  private readonly usedUntilNs: Float64Array;
  /** By tin: queues in its lists. */
  private readonly activeIn: Int32Array;
  /** By queue: the host of the flow that made it active. */
  private readonly hostOf: Uint8Array;
  /** By queue: 1 if it counts as one of its host's queues that do not run empty. */
  private readonly isBulk: Uint8Array;
  /** By tin and host: the number of these queues, and of all its queues in the lists. */
  private readonly bulkOf: Int32Array;
  private readonly activeOf: Int32Array;
  /** By tin: hosts with queues in its lists. */
  private readonly hostsIn: Int32Array;

  constructor(host: PolicyHost, { queues, hash }: QueueValues, quantum: number, shares: readonly number[]) {
    const fifos = new TinFifos(host.packets, queues, shares.length);
    const all = queues * shares.length;
    super(host.packets, { queues: all, hash }, quantum, shares.length, fifos);
    this.fifos = fifos;
    this.host = host;
    this.queuesPerTin = queues;
    this.shares = shares;
    this.usedUntilNs = new Float64Array(shares.length);
    this.activeIn = new Int32Array(shares.length);
    this.hostOf = new Uint8Array(all);
    this.isBulk = new Uint8Array(all);
    this.bulkOf = new Int32Array(HOSTS * shares.length);
    this.activeOf = new Int32Array(HOSTS * shares.length);
    this.hostsIn = new Int32Array(shares.length);
  }

  /** The queue of a flow in a tin. */
  queueIn(tin: number, flow: number): number {
    return tin * this.queuesPerTin + queueOfFlow(flow, this.queuesPerTin, this.hash);
  }

  tinOf(queue: number): number {
    return this.fifos.tinOf[queue];
  }

  /**
   * The number of queues that divide the quantum of a host in a tin, at least 1. A host that has the tin to itself divides nothing: its
   * queues get the same either way, and in fewer turns.
   */
  loadOf(tin: number, host: number): number {
    return this.dividesHosts && this.hostsIn[tin] > 1 ? Math.max(1, this.bulkOf[tin * HOSTS + host]) : 1;
  }

  /** A packet of a host is about to be put into a queue. */
  activateFor(queue: number, host: number): void {
    const { listOf, isBulk, usedUntilNs } = this;
    const tin = this.fifos.tinOf[queue];
    // A tin saves nothing while it is empty.
    if (this.fifos.packetsIn[tin] === 0 && usedUntilNs[tin] < this.host.nowNs) usedUntilNs[tin] = this.host.nowNs;
    if (listOf[queue] === TurnList.none) {
      this.hostOf[queue] = host;
      this.deficit[queue] = this.quantum / this.loadOf(tin, host);
      this.countActive(tin, host, 1);
      this.append(2 * tin + FRESH, queue);
    } else if (listOf[queue] === TurnList.old && isBulk[queue] === 0) this.setBulk(queue, tin, 1);
  }

  /** The queue whose turn it is, in the tin whose turn it is; -1 where no queue is in a list. */
  override next(): number {
    const { head, deficit } = this;
    const tin = this.tinInTurn();
    if (tin === NONE) return NONE;
    for (;;) {
      const list = 2 * tin + (head[2 * tin + FRESH] === NONE ? OLD : FRESH);
      const queue = head[list];
      if (deficit[queue] > 0) return queue;
      if (this.isBulk[queue] === 0 && this.fifos.packetsOf[queue] > 0) this.setBulk(queue, tin, 1);
      deficit[queue] = deficit[queue] + this.quantum / this.loadOf(tin, this.hostOf[queue]);
      this.removeHead(list);
      this.append(2 * tin + OLD, queue);
    }
  }

  /** The queue whose turn it is had nothing to send: it leaves the lists, also if it was a new one. */
  override wasEmpty(queue: number): void {
    const tin = this.fifos.tinOf[queue];
    this.removeHead(2 * tin + (this.listOf[queue] === TurnList.fresh ? FRESH : OLD));
    this.listOf[queue] = TurnList.none;
    this.countActive(tin, this.hostOf[queue], -1);
    if (this.isBulk[queue] === 1) this.setBulk(queue, tin, 0);
  }

  /** A queue sends a packet: it takes from its deficit, and from the share of its tin. */
  override charge(queue: number, bytes: number): void {
    const { usedUntilNs, host, shares } = this;
    super.charge(queue, bytes);
    const tin = this.fifos.tinOf[queue];
    const longNs = (bytes * 8e9) / (host.rateBps * shares[tin]!);
    if (usedUntilNs[tin] < host.nowNs) usedUntilNs[tin] = usedUntilNs[tin] + longNs;
    else usedUntilNs[tin] = Math.max(usedUntilNs[tin], host.nowNs + longNs);
  }

  /** Of the tins with queues the highest that has share left, or else the one that has share again first. */
  tinInTurn(): number {
    const { usedUntilNs, activeIn, host } = this;
    let chosen = NONE;
    let soonestNs = Number.POSITIVE_INFINITY;
    for (let tin = 0; tin < activeIn.length; tin++) {
      if (activeIn[tin] === 0) continue;
      const untilNs = usedUntilNs[tin] - host.nowNs;
      if (untilNs > 0 && untilNs > soonestNs) continue;
      soonestNs = untilNs;
      chosen = tin;
    }
    return chosen;
  }

  /** The first queue of a list of a tin, or -1. */
  firstIn(tin: number, list: 1 | 2): number {
    return this.head[2 * tin + list - 1];
  }

  private countActive(tin: number, host: number, by: 1 | -1): void {
    const { activeIn, activeOf, hostsIn } = this;
    const at = tin * HOSTS + host;
    this.activeCount += by;
    activeIn[tin] = activeIn[tin] + by;
    activeOf[at] = activeOf[at] + by;
    if (activeOf[at] === (by === 1 ? 1 : 0)) hostsIn[tin] = hostsIn[tin] + by;
  }

  private setBulk(queue: number, tin: number, bulk: 0 | 1): void {
    const at = tin * HOSTS + this.hostOf[queue];
    this.isBulk[queue] = bulk;
    this.bulkOf[at] = this.bulkOf[at] + (bulk === 1 ? 1 : -1);
  }
}
