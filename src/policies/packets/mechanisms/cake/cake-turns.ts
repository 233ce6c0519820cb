/**
 * The turns of CAKE: which tin sends, and which of its queues. Source: Linux 7.2, net/sched/sch_cake.c (cake_dequeue,
 * cake_enqueue).
 */
import type { PolicyHost } from '../../../../engine/contract/policy.ts';
import { Fifos } from '../fifos.ts';
import { CakeHash, type FlowModeName, QUEUE_BITS, QUEUES_PER_TIN, QueueSet } from './cake-hash.ts';
import { CakeList, CakeLists, RESTING_LISTS } from './cake-lists.ts';
import type { TinRate } from './cake-rates.ts';
import type { CakeShaper } from './cake-shaper.ts';

const NO_QUEUE = -1;
const ROUND_MASK = RESTING_LISTS - 1;
/** Parts of a byte: a quantum that hosts divide is rounded to a whole byte at random. */
const PARTS = 65_536;
/** By number of bulk flows: the parts that one of them gets of each byte. */
const partsOfOne = Uint16Array.from({ length: QUEUES_PER_TIN + 1 }, (_, load) => (PARTS - 1) / load);
/** Up to this number of bulk flows of a host, each turn is one of the kernel. */
const MAX_EXACT_LOAD = 32;

/** The tin that a queue belongs to. */
export const tinOfQueue = (queue: number) => queue >> QUEUE_BITS;

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
  /** By tin: queues that wait for a turn, and those of them that have used up a quantum. */
  private readonly waitingCount: Int32Array;
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
  /** The list whose first queue has the turn. */
  private presentList: number = CakeList.new;
  /** By tin: the number of the present round of the old queues, and those that rest. */
  private readonly rounds: Int32Array;
  private readonly restingCount: Int32Array;

  constructor(host: PolicyHost, shaper: CakeShaper, tinQuanta: readonly number[], isolation: FlowModeName) {
    const tinCount = tinQuanta.length;
    const queueCount = tinCount * QUEUES_PER_TIN;
    this.host = host;
    this.shaper = shaper;
    this.tinCount = tinCount;
    this.fifos = new TinFifos(host, tinCount);
    this.hash = new CakeHash(host, tinCount, isolation);
    this.lists = new CakeLists(tinCount, queueCount);
    this.waitingCount = new Int32Array(tinCount);
    this.bulkCount = new Int32Array(tinCount);
    this.tinQuantum = Int32Array.from(tinQuanta);
    this.quantumBytes = new Int32Array(tinCount);
    this.tinCredit = new Float64Array(tinCount);
    this.rounds = new Int32Array(tinCount);
    this.restingCount = new Int32Array(tinCount);
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
      inUse.push(CakeList.resting + ((rounds[tin] + turns) & ROUND_MASK));
    return inUse;
  }

  /** Queues that wait for a turn. */
  get activeCount(): number {
    let count = 0;
    for (let tin = 0; tin < this.tinCount; tin++) count += this.activeIn(tin);
    return count;
  }

  activeIn(tin: number): number {
    return this.waitingCount[tin];
  }

  /** A packet was put into a queue. */
  activate(queue: number, tin: number): void {
    const { setByQueue } = this.hash;
    const set = setByQueue[queue];
    if (set === QueueSet.none || set === QueueSet.decaying) {
      if (set === QueueSet.decaying) this.lists.removeDecaying(queue, tin);
      this.lists.append(queue, tin, CakeList.new);
      setByQueue[queue] = QueueSet.sparse;
      this.waitingCount[tin] = this.waitingCount[tin] + 1;
      this.lists.setCredit(queue, this.wholeBytes(this.partsOf(tin, this.hash.hostLoad(queue))));
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
    const { lists } = this;
    let list: number = CakeList.decaying;
    let queue = looksAtDecaying ? lists.first(tin, list) : NO_QUEUE;
    for (;;) {
      if (queue === NO_QUEUE) {
        list = CakeList.new;
        queue = lists.first(tin, list);
      }
      if (queue === NO_QUEUE) {
        list = CakeList.old;
        queue = this.firstOld(tin);
      }
      if (queue === NO_QUEUE) {
        list = CakeList.decaying;
        queue = lists.first(tin, list);
      }
      if (queue === NO_QUEUE || lists.creditOf(queue) > 0) {
        this.presentList = list;
        return queue;
      }
      lists.removeFirst(tin, list);
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
    }
    if (set !== QueueSet.decaying) this.waitingCount[tin] = this.waitingCount[tin] - 1;
    this.lists.removeFirst(tin, this.presentList);
    if (!isAtRest) this.lists.append(queue, tin, CakeList.decaying);
    setByQueue[queue] = isAtRest ? QueueSet.none : QueueSet.decaying;
  }

  /** Charges a packet to its queue and its tin. */
  charge(queue: number, tin: number, bytes: number): void {
    this.lists.setCredit(queue, this.lists.creditOf(queue) - bytes);
    this.tinCredit[tin] = this.tinCredit[tin] - bytes;
  }

  /** The tin that would be next, for a drawing: it changes nothing. */
  tinInTurn(): number {
    if (this.shaper.hasRate) return this.tinByRate();
    return this.activeIn(this.presentTin) > 0 ? this.presentTin : NO_QUEUE;
  }

  /** The first of the old queues. A round ends when it has had its turn in it; then those that have rested come back. */
  private firstOld(tin: number): number {
    const { lists, rounds, restingCount } = this;
    let queue = lists.first(tin, CakeList.old);
    while (restingCount[tin] > 0 && (queue === NO_QUEUE || lists.roundOf(queue) === rounds[tin])) {
      rounds[tin] = rounds[tin] + 1;
      const list = CakeList.resting + (rounds[tin] & ROUND_MASK);
      restingCount[tin] = restingCount[tin] - lists.join(tin, list, CakeList.old);
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
    const { lists, rounds } = this;
    const load = this.hash.hostLoad(queue);
    const parts = this.partsOf(tin, load);
    if (load <= MAX_EXACT_LOAD) {
      lists.setCredit(queue, lists.creditOf(queue) + this.wholeBytes(parts));
      lists.setRound(queue, rounds[tin]);
      lists.append(queue, tin, CakeList.old);
    } else this.rest(queue, tin, parts);
  }

  /**
   * In the kernel, a packet of a host with n bulk flows costs about n turns. Above `MAX_EXACT_LOAD` flows, a queue gets at
   * once the credit of the rounds in which it could not send, and rests for these rounds.
   */
  private rest(queue: number, tin: number, partsOfTurn: number): void {
    const { lists, rounds } = this;
    const credit = lists.creditOf(queue);
    const wanted = Math.ceil(((1 - credit) * PARTS) / partsOfTurn);
    const turns = Math.max(1, Math.min(RESTING_LISTS - 1, wanted));
    lists.setCredit(queue, credit + this.wholeBytes(partsOfTurn * turns));
    this.restingCount[tin] = this.restingCount[tin] + 1;
    lists.append(queue, tin, CakeList.resting + ((rounds[tin] + turns) & ROUND_MASK));
  }

  private becomeBulk(queue: number, tin: number): void {
    this.hash.setByQueue[queue] = QueueSet.bulk;
    this.bulkCount[tin] = this.bulkCount[tin] + 1;
    this.hash.countBulk(queue, 1);
  }

  /** Parts of a byte as whole bytes, rounded at random. */
  private wholeBytes(parts: number): number {
    return Math.floor((parts + this.host.random.integer(PARTS)) / PARTS);
  }

  /** What a queue gets in a turn of the quantum of its host, parts of a byte. @param load the bulk flows of this host */
  private partsOf(tin: number, load: number): number {
    return this.quantumBytes[tin] * partsOfOne[load];
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
      this.presentTin = tin + 1;
      if (this.presentTin < tinCount) continue;
      this.presentTin = 0;
      if (hasWrapped && isEmpty) return NO_QUEUE;
      hasWrapped = true;
    }
    return this.presentTin;
  }
}
