/**
 * The turns of CAKE: which tin sends, and which of its queues. Source: Linux 7.2, net/sched/sch_cake.c (cake_dequeue,
 * cake_enqueue).
 */
import type { PolicyHost } from '../../../../engine/contract/policy.ts';
import { Fifos } from '../fifos.ts';
import { CakeHash, QUEUES_PER_TIN, QueueSet } from './cake-hash.ts';
import { CakeList, CakeLists } from './cake-lists.ts';
import type { TinRate } from './cake-rates.ts';
import type { CakeShaper } from './cake-shaper.ts';

const NO_QUEUE = -1;
/** Parts of a byte: a quantum that hosts divide is rounded to a whole byte at random. */
const PARTS = 65_536;

/** The tin that a queue belongs to. */
export const tinOfQueue = (queue: number) => Math.floor(queue / QUEUES_PER_TIN);

/** Also counts the packets of each tin. */
class TinFifos extends Fifos {
  readonly packetsByTin: Int32Array;

  constructor(host: PolicyHost, tinCount: number) {
    super(host.packets, tinCount * QUEUES_PER_TIN);
    this.packetsByTin = new Int32Array(tinCount);
  }

  protected override count(queue: number, packets: number, bytes: number): void {
    super.count(queue, packets, bytes);
    const tin = tinOfQueue(queue);
    this.packetsByTin[tin] = this.packetsByTin[tin] + packets;
  }
}

export class CakeTurns {
  readonly fifos: TinFifos;
  readonly hash: CakeHash;
  readonly lists: CakeLists;
  /** By queue: bytes that it may still send in its turn; in debt if this is at most 0. */
  readonly creditBytes: Int32Array;
  /** By tin: queues that are new, and queues that have used up a quantum. */
  readonly sparseCount: Int32Array;
  readonly bulkCount: Int32Array;
  /** Set by the policy: the rates of its tins. */
  rates: readonly TinRate[] = [];
  private readonly host: PolicyHost;
  private readonly shaper: CakeShaper;
  private readonly tinCount: number;
  /** Without a rate, tins take turns too: by tin, its bytes in a turn, and what is left of them. */
  private readonly tinQuantum: Int32Array;
  private readonly tinCredit: Float64Array;
  private presentTin = 0;

  constructor(host: PolicyHost, shaper: CakeShaper, tinQuanta: readonly number[]) {
    const tinCount = tinQuanta.length;
    const queueCount = tinCount * QUEUES_PER_TIN;
    this.host = host;
    this.shaper = shaper;
    this.tinCount = tinCount;
    this.fifos = new TinFifos(host, tinCount);
    this.hash = new CakeHash(tinCount);
    this.lists = new CakeLists(tinCount, queueCount);
    this.creditBytes = new Int32Array(queueCount);
    this.sparseCount = new Int32Array(tinCount);
    this.bulkCount = new Int32Array(tinCount);
    this.tinQuantum = Int32Array.from(tinQuanta);
    this.tinCredit = new Float64Array(tinCount);
  }

  /** Queues that wait for a turn. */
  get activeCount(): number {
    let count = 0;
    for (let tin = 0; tin < this.tinCount; tin++) count += this.activeIn(tin);
    return count;
  }

  activeIn(tin: number): number {
    return this.sparseCount[tin] + this.bulkCount[tin];
  }

  /** A packet was put into a queue. */
  activate(queue: number, tin: number): void {
    const { setByQueue } = this.hash;
    const set = setByQueue[queue];
    if (set === QueueSet.none || set === QueueSet.decaying) {
      this.lists.moveToEnd(queue, tin, CakeList.new);
      setByQueue[queue] = QueueSet.sparse;
      this.sparseCount[tin] = this.sparseCount[tin] + 1;
      this.creditBytes[queue] = this.quantumOf(queue, tin);
    } else if (set === QueueSet.sparseWait) this.becomeBulk(queue, tin);
  }

  /** The tin whose turn it is, or -1. */
  nextTin(): number {
    return this.shaper.hasRate ? this.tinByRate() : this.tinByTurn();
  }

  /**
   * The queue of a tin whose turn it is, or -1.
   * @param looksAtDecaying look at the first decaying queue before the others
   */
  nextQueue(tin: number, looksAtDecaying: boolean): number {
    const { lists, creditBytes } = this;
    let queue = looksAtDecaying ? lists.first(tin, CakeList.decaying) : NO_QUEUE;
    for (;;) {
      if (queue === NO_QUEUE) queue = lists.first(tin, CakeList.new);
      if (queue === NO_QUEUE) queue = lists.first(tin, CakeList.old);
      if (queue === NO_QUEUE) queue = lists.first(tin, CakeList.decaying);
      if (queue === NO_QUEUE || creditBytes[queue] > 0) return queue;
      this.endTurn(queue, tin);
      queue = NO_QUEUE;
    }
  }

  /** The queue whose turn it is was empty. It leaves the lists, or rests in that of the decaying ones. */
  onEmpty(queue: number, tin: number, isAtRest: boolean): void {
    const { setByQueue } = this.hash;
    const set = setByQueue[queue];
    if (set === QueueSet.bulk) {
      this.bulkCount[tin] = this.bulkCount[tin] - 1;
      this.hash.countBulk(queue, -1);
    } else if (set !== QueueSet.decaying) this.sparseCount[tin] = this.sparseCount[tin] - 1;
    if (isAtRest) this.lists.remove(queue);
    else this.lists.moveToEnd(queue, tin, CakeList.decaying);
    setByQueue[queue] = isAtRest ? QueueSet.none : QueueSet.decaying;
  }

  /** Charges a packet to its queue and its tin. */
  charge(queue: number, tin: number, bytes: number): void {
    this.creditBytes[queue] = this.creditBytes[queue] - bytes;
    this.tinCredit[tin] = this.tinCredit[tin] - bytes;
  }

  /** The tin that would be next, for a drawing: it changes nothing. */
  tinInTurn(): number {
    if (this.shaper.hasRate) return this.tinByRate();
    return this.activeIn(this.presentTin) > 0 ? this.presentTin : NO_QUEUE;
  }

  /** A queue without credit gets a quantum and goes to the end of the old ones. */
  private endTurn(queue: number, tin: number): void {
    const { setByQueue } = this.hash;
    if (setByQueue[queue] === QueueSet.sparse) {
      if (this.fifos.packetCounts[queue] > 0) this.becomeBulk(queue, tin);
      else setByQueue[queue] = QueueSet.sparseWait;
    }
    this.creditBytes[queue] = this.creditBytes[queue] + this.quantumOf(queue, tin);
    this.lists.moveToEnd(queue, tin, CakeList.old);
  }

  private becomeBulk(queue: number, tin: number): void {
    this.hash.setByQueue[queue] = QueueSet.bulk;
    this.sparseCount[tin] = this.sparseCount[tin] - 1;
    this.bulkCount[tin] = this.bulkCount[tin] + 1;
    this.hash.countBulk(queue, 1);
  }

  /** The part of a queue in the quantum of its host, rounded to whole bytes at random. */
  private quantumOf(queue: number, tin: number): number {
    const { quantumBytes } = this.rates[tin];
    const part = Math.floor((PARTS - 1) / this.hash.hostLoad(queue));
    const parts = quantumBytes * part * this.hash.turnsAtOnce(tin);
    return Math.floor((parts + this.host.random.integer(PARTS)) / PARTS);
  }

  /** The highest tin with packets and a share left, or otherwise the tin whose share is free again first. */
  private tinByRate(): number {
    const { shaper, host, tinCount } = this;
    let chosen = NO_QUEUE;
    let soonestNs = Number.POSITIVE_INFINITY;
    for (let tin = 0; tin < tinCount; tin++) {
      if (this.activeIn(tin) === 0) continue;
      const waitNs = shaper.waitOf(tin, host.nowNs);
      if (waitNs > 0 && waitNs > soonestNs) continue;
      soonestNs = waitNs;
      chosen = tin;
    }
    return chosen;
  }

  /** Tins take turns, each with its quantum. */
  private tinByTurn(): number {
    const { tinCredit, tinQuantum, tinCount } = this;
    let isEmpty = true;
    let hasWrapped = false;
    while (tinCredit[this.presentTin] < 0 || this.activeIn(this.presentTin) === 0) {
      const tin = this.presentTin;
      if (tinCredit[tin] <= 0) tinCredit[tin] = tinCredit[tin] + tinQuantum[tin];
      if (this.activeIn(tin) > 0) isEmpty = false;
      this.presentTin = (tin + 1) % tinCount;
      if (this.presentTin > 0) continue;
      if (hasWrapped && isEmpty) return NO_QUEUE;
      hasWrapped = true;
    }
    return this.presentTin;
  }
}
