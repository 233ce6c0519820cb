/**
 * CAKE's set-associative hash: a flow takes one of the eight queues of its set, first the one that it had before, then
 * a free one. Only if all eight are busy, it shares a queue. Hosts are found in the same way. Per tin, a host knows the
 * number of its flows that do not run empty (bulk flows).
 * Source: Linux 7.2, net/sched/sch_cake.c (cake_hash); Høiland-Jørgensen, Täht & Morton, Piece of CAKE, LANMAN 2018.
 */
import { mixBits } from '../flow-queues.ts';

/** Queues of a tin; they also are the slots for its hosts. */
export const QUEUES_PER_TIN = 1024;
/** log2 of it. */
export const QUEUE_BITS = 10;
const WAYS = 8;
const [QUEUE_MASK, WAY_MASK] = [QUEUES_PER_TIN - 1, WAYS - 1] as const;

/** Bits of a mode: the hash knows flows, and hosts of either end. */
const [BY_SOURCE, BY_DESTINATION, BY_FLOW] = [1, 2, 4] as const;
export const FLOW_MODES = {
  flowblind: 0,
  srchost: BY_SOURCE,
  dsthost: BY_DESTINATION,
  hosts: BY_SOURCE | BY_DESTINATION,
  flows: BY_FLOW,
  'dual-srchost': BY_FLOW | BY_SOURCE,
  'dual-dsthost': BY_FLOW | BY_DESTINATION,
  'triple-isolate': BY_FLOW | BY_SOURCE | BY_DESTINATION,
} as const;

export type FlowModeName = keyof typeof FLOW_MODES;

/** The states of a queue. */
export const QueueSet = {
  /** In no list. */
  none: 0,
  /** New: it has not used up a quantum. */
  sparse: 1,
  /** Old, though it was new and empty: it stands among the old ones to pay its debt. */
  sparseWait: 2,
  /** Old: it has used up a quantum, and packets wait in it. */
  bulk: 3,
  /** Empty, and its control law is not at rest yet. */
  decaying: 4,
} as const;

/** So that source and destination hosts have different hashes. */
const DESTINATION_SALT = 0x5bd1_e995;

/** The hash of all tins, with their tables of queues and hosts. */
export class CakeHash {
  /** By queue of all tins: one of `QueueSet`. */
  readonly setByQueue: Uint8Array;
  private readonly mode: number;
  private readonly dividesSource: boolean;
  private readonly dividesDestination: boolean;
  private readonly tags: Int32Array;
  /** By queue: the slots of the hosts of its flow, in the tables of its tin. */
  private readonly sourceSlot: Int32Array;
  private readonly destinationSlot: Int32Array;
  /** By slot of all tins: the hash of a host, and the number of its bulk flows. */
  private readonly sourceTags: Int32Array;
  private readonly destinationTags: Int32Array;
  private readonly sourceBulk: Int32Array;
  private readonly destinationBulk: Int32Array;

  constructor(tinCount: number, name: FlowModeName) {
    const count = tinCount * QUEUES_PER_TIN;
    this.mode = FLOW_MODES[name];
    this.dividesSource = (this.mode & FLOW_MODES['dual-srchost']) === FLOW_MODES['dual-srchost'];
    this.dividesDestination = (this.mode & FLOW_MODES['dual-dsthost']) === FLOW_MODES['dual-dsthost'];
    this.setByQueue = new Uint8Array(count);
    this.tags = new Int32Array(count);
    this.sourceSlot = new Int32Array(count);
    this.destinationSlot = new Int32Array(count);
    this.sourceTags = new Int32Array(count);
    this.destinationTags = new Int32Array(count);
    this.sourceBulk = new Int32Array(count);
    this.destinationBulk = new Int32Array(count);
    for (let tin = 0; tin < tinCount; tin++) {
      const base = tin << QUEUE_BITS;
      this.sourceSlot.fill(base, base, base + QUEUES_PER_TIN);
      this.destinationSlot.fill(base, base, base + QUEUES_PER_TIN);
    }
  }

  /** The queue of a packet in a tin. Its flow, and its hosts, are reserved there. */
  queueFor(tin: number, flow: number, sourceHost: number, destinationHost: number): number {
    const { mode, tags, setByQueue } = this;
    const base = tin << QUEUE_BITS;
    if (mode === 0) return base;
    let hash = 0;
    if ((mode & BY_FLOW) !== 0) hash = mixBits(flow) | 0;
    else {
      if ((mode & BY_SOURCE) !== 0) hash = mixBits(sourceHost) | 0;
      if ((mode & BY_DESTINATION) !== 0) hash ^= mixBits(destinationHost ^ DESTINATION_SALT);
    }
    const directQueue = base + (hash & QUEUE_MASK);
    if (tags[directQueue] === hash && setByQueue[directQueue] !== QueueSet.none) return directQueue;
    return this.findQueue(base, hash, sourceHost, destinationHost);
  }

  /** The bulk flows of a queue's busier host, at least 1. They divide its quantum. */
  hostLoad(queue: number): number {
    const fromSource = this.dividesSource ? this.sourceBulk[this.sourceSlot[queue]] : 1;
    const fromDestination = this.dividesDestination ? this.destinationBulk[this.destinationSlot[queue]] : 1;
    return Math.max(1, fromSource, fromDestination);
  }

  /** The end whose host divides the quantum of a queue; undefined if hosts have no shares. */
  busierEnd(queue: number): 'source' | 'destination' | undefined {
    if (!this.dividesDestination) return this.dividesSource ? 'source' : undefined;
    const fromSource = this.dividesSource ? this.sourceBulk[this.sourceSlot[queue]] : 0;
    return fromSource > this.destinationBulk[this.destinationSlot[queue]] ? 'source' : 'destination';
  }

  /** A queue begins or ends to be bulk. */
  countBulk(queue: number, change: 1 | -1): void {
    if (this.dividesSource) countAt(this.sourceBulk, this.sourceSlot[queue], change);
    if (this.dividesDestination) countAt(this.destinationBulk, this.destinationSlot[queue], change);
  }

  private findQueue(base: number, hash: number, sourceHost: number, destinationHost: number): number {
    const { tags, setByQueue } = this;
    const first = base + (hash & QUEUE_MASK & ~WAY_MASK);
    let freeQueue = -1;
    for (let way = 0; way < WAYS; way++) {
      const queue = first + ((hash + way) & WAY_MASK);
      const isFree = setByQueue[queue] === QueueSet.none;
      if (tags[queue] === hash) return isFree ? this.reserve(queue, base, hash, sourceHost, destinationHost) : queue;
      if (isFree && freeQueue < 0) freeQueue = queue;
    }
    if (freeQueue >= 0) return this.reserve(freeQueue, base, hash, sourceHost, destinationHost);
    // All eight are busy: the flow shares a queue, which now counts for its hosts.
    const sharedQueue = first + (hash & WAY_MASK);
    if (setByQueue[sharedQueue] === QueueSet.bulk) this.countBulk(sharedQueue, -1);
    return this.reserve(sharedQueue, base, hash, sourceHost, destinationHost);
  }

  private reserve(queue: number, base: number, hash: number, sourceHost: number, destinationHost: number): number {
    const isBulk = this.setByQueue[queue] === QueueSet.bulk;
    this.tags[queue] = hash;
    if (this.dividesSource) {
      const host = mixBits(sourceHost) | 0;
      if (this.sourceTags[this.sourceSlot[queue]] !== host)
        this.sourceSlot[queue] = hostSlot(base, host, this.sourceTags, this.sourceBulk);
      if (isBulk) countAt(this.sourceBulk, this.sourceSlot[queue], 1);
    }
    if (this.dividesDestination) {
      const host = mixBits(destinationHost ^ DESTINATION_SALT) | 0;
      if (this.destinationTags[this.destinationSlot[queue]] !== host)
        this.destinationSlot[queue] = hostSlot(base, host, this.destinationTags, this.destinationBulk);
      if (isBulk) countAt(this.destinationBulk, this.destinationSlot[queue], 1);
    }
    return queue;
  }
}

function countAt(bulk: Int32Array, slot: number, change: 1 | -1): void {
  if (change === 1 ? bulk[slot] < QUEUES_PER_TIN : bulk[slot] > 0) bulk[slot] = bulk[slot] + change;
}

/** The slot of a host: the one that has its hash, or one without bulk flows, or its first one. */
function hostSlot(base: number, hash: number, tags: Int32Array, bulk: Int32Array): number {
  const first = base + (hash & QUEUE_MASK & ~WAY_MASK);
  for (let way = 0; way < WAYS; way++) {
    const slot = first + ((hash + way) & WAY_MASK);
    if (tags[slot] === hash) return slot;
  }
  let slot = first + (hash & WAY_MASK);
  for (let way = 0; way < WAYS && bulk[slot] > 0; way++) slot = first + ((hash + way + 1) & WAY_MASK);
  tags[slot] = hash;
  return slot;
}
