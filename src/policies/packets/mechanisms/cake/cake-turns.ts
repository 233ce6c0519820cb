/**
 * The turns of CAKE: which tin sends, and which of its queues. Source: Linux 7.2, net/sched/sch_cake.c (cake_dequeue,
 * cake_enqueue).
 */
import type { PolicyHost } from '../../../../engine/contract/policy.ts';
import { Fifos } from '../fifos.ts';
import { NO_QUEUE } from '../flow-queues.ts';
import { CakeHash, type FlowModeName, QUEUE_BITS, QUEUES_PER_TIN, QueueSet } from './cake-hash.ts';
import { CakeList, CakeLists, RESTING_LISTS } from './cake-lists.ts';
import type { TinRate } from './cake-rates.ts';
import type { CakeShaper } from './cake-shaper.ts';

/** Parts of a byte: a quantum that hosts divide is rounded to a whole byte at random. */
const PARTS = 65_536;
/** Up to this number of bulk flows of a host, each turn is one of the kernel. */
const MAX_EXACT_LOAD = 32;

/** The tin that a queue belongs to. */
export const tinOfQueue = (queue: number) => queue >> QUEUE_BITS;

/** Queues that also count the packets of each tin. */
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

/** The turns of all tins and queues of one link. */
export class CakeTurns {
  readonly fifos: TinFifos;
  readonly hash: CakeHash;
  readonly lists: CakeLists;
  /** By queue: bytes that it may still send in its turn; in debt if this is at most 0. */
  readonly creditBytes: Int32Array;
  /** By tin: queues that are new, and queues that have used up a quantum. */
  readonly sparseCount: Int32Array;
  readonly bulkCount: Int32Array;
  /** The rates of the tins; `setRates` sets them. */
  rates: readonly TinRate[] = [];
  /** By tin: `quantumBytes` of its rate. */
  private readonly quantumBytes: Int32Array;
  private readonly host: PolicyHost;
  private readonly shaper: CakeShaper;
  private readonly tinCount: number;
  /** Without a rate, tins take turns too: by tin, its bytes in a turn, and what is left of them. */
  private readonly tinQuantum: Int32Array;
  private readonly tinCredit: Float64Array;
  private presentTin = 0;
  /** By tin: the number of the present round of the old queues, and those that rest. */
  private readonly rounds: Int32Array;
  private readonly restingCount: Int32Array;
  /** By queue: the round in which it last got credit. */
  private readonly roundOfQueue: Int32Array;

  constructor(host: PolicyHost, shaper: CakeShaper, tinQuanta: readonly number[], isolation: FlowModeName) {
    const tinCount = tinQuanta.length;
    const queueCount = tinCount * QUEUES_PER_TIN;
    this.host = host;
    this.shaper = shaper;
    this.tinCount = tinCount;
    this.fifos = new TinFifos(host, tinCount);
    this.hash = new CakeHash(tinCount, isolation);
    this.lists = new CakeLists(tinCount, queueCount);
    this.creditBytes = new Int32Array(queueCount);
    this.sparseCount = new Int32Array(tinCount);
    this.bulkCount = new Int32Array(tinCount);
    this.tinQuantum = Int32Array.from(tinQuanta);
    this.quantumBytes = new Int32Array(tinCount);
    this.tinCredit = new Float64Array(tinCount);
    this.rounds = new Int32Array(tinCount);
    this.restingCount = new Int32Array(tinCount);
    this.roundOfQueue = new Int32Array(queueCount);
  }

  setRates(rates: readonly TinRate[]): void {
    this.rates = rates;
    for (const [tin, { quantumBytes }] of rates.entries()) this.quantumBytes[tin] = quantumBytes;
  }

  /** The lists of a tin with queues that wait for a turn, in the order of their turns. */
  listsInOrder(tin: number): readonly number[] {
    const inUse: number[] = [CakeList.new, CakeList.old];
    const { rounds, restingCount } = this;
    for (let turns = 1; restingCount[tin] > 0 && turns < RESTING_LISTS; turns++)
      inUse.push(CakeList.resting + ((rounds[tin] + turns) % RESTING_LISTS));
    return inUse;
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
      this.creditBytes[queue] = this.creditOf(tin, this.hash.hostLoad(queue), 1);
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
      if (queue === NO_QUEUE) queue = this.firstOld(tin);
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

  /**
   * The first of the old queues. A round ends when it has had its turn in it; then those that have rested come back.
   */
  private firstOld(tin: number): number {
    const { lists, rounds, restingCount, roundOfQueue } = this;
    let queue = lists.first(tin, CakeList.old);
    while (restingCount[tin] > 0 && (queue === NO_QUEUE || roundOfQueue[queue] === rounds[tin])) {
      rounds[tin] = rounds[tin] + 1;
      const list = CakeList.resting + (rounds[tin] % RESTING_LISTS);
      for (let restedQueue = lists.first(tin, list); restedQueue !== NO_QUEUE; restedQueue = lists.first(tin, list)) {
        lists.moveToEnd(restedQueue, tin, CakeList.old);
        restingCount[tin] = restingCount[tin] - 1;
      }
      queue = lists.first(tin, CakeList.old);
    }
    return queue;
  }

  /** A queue without credit gets its part of a quantum and goes to the end of the old ones. */
  private endTurn(queue: number, tin: number): void {
    const { setByQueue } = this.hash;
    if (setByQueue[queue] === QueueSet.sparse) {
      if (this.fifos.packetCounts[queue] > 0) this.becomeBulk(queue, tin);
      else setByQueue[queue] = QueueSet.sparseWait;
    }
    const load = this.hash.hostLoad(queue);
    if (load <= MAX_EXACT_LOAD) {
      this.creditBytes[queue] = this.creditBytes[queue] + this.creditOf(tin, load, 1);
      this.roundOfQueue[queue] = this.rounds[tin];
      this.lists.moveToEnd(queue, tin, CakeList.old);
    } else this.rest(queue, tin, load);
  }

  /**
   * In the kernel, a packet of a host with n bulk flows costs about n turns. Above `MAX_EXACT_LOAD` flows, a queue gets
   * at once the credit of the rounds in which it could not send, and rests for these rounds.
   */
  private rest(queue: number, tin: number, load: number): void {
    const { rounds, creditBytes } = this;
    const neededTurns = Math.ceil(((1 - creditBytes[queue]) * PARTS) / this.partsOf(tin, load));
    const turns = Math.max(1, Math.min(RESTING_LISTS - 1, neededTurns));
    creditBytes[queue] = creditBytes[queue] + this.creditOf(tin, load, turns);
    this.restingCount[tin] = this.restingCount[tin] + 1;
    this.lists.moveToEnd(queue, tin, CakeList.resting + ((rounds[tin] + turns) % RESTING_LISTS));
  }

  private becomeBulk(queue: number, tin: number): void {
    this.hash.setByQueue[queue] = QueueSet.bulk;
    this.sparseCount[tin] = this.sparseCount[tin] - 1;
    this.bulkCount[tin] = this.bulkCount[tin] + 1;
    this.hash.countBulk(queue, 1);
  }

  /**
   * The part of a queue in the quanta of its host in so many turns, rounded to whole bytes at random.
   * @param load the bulk flows of this host
   */
  private creditOf(tin: number, load: number, turns: number): number {
    return Math.floor((this.partsOf(tin, load) * turns + this.host.random.integer(PARTS)) / PARTS);
  }

  /** The quantum of a host's flow for one turn, not rounded: parts of a byte. */
  private partsOf(tin: number, load: number): number {
    return this.quantumBytes[tin] * (((PARTS - 1) / load) | 0);
  }

  /** The highest tin with packets and a share left, or otherwise the tin whose share is free again first. */
  private tinByRate(): number {
    const { shaper, host, tinCount } = this;
    let chosenTin = NO_QUEUE;
    let soonestNs = Number.POSITIVE_INFINITY;
    for (let tin = 0; tin < tinCount; tin++) {
      if (this.activeIn(tin) === 0) continue;
      const waitNs = shaper.waitOf(tin, host.nowNs);
      if (waitNs > 0 && waitNs > soonestNs) continue;
      soonestNs = waitNs;
      chosenTin = tin;
    }
    return chosenTin;
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
