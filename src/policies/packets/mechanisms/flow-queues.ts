/**
 * Queues of flows, served in turns. Queues that have just become active come first. Each sends while it has credit
 * left, in bytes.
 * Source: RFC 8290, sections 4.1 and 4.2; Linux, net/sched/sch_fq_codel.c; ns-3.37, FqCoDelQueueDisc. The RFC calls the
 * deficit credits.
 */

import type { PolicyHost } from '../../../engine/contract/policy.ts';
import { BUFFER_STRIDE, BufferColumn, TurnList } from '../../../engine/contract/policy-tables.ts';
import type { PacketColumns } from '../../../engine/packets/packet.ts';
import { choiceParameter } from '../../../params/choice-parameter.ts';
import { integerParameter } from '../../../params/number-parameter.ts';
import type { ParameterSchema, ValuesOf } from '../../../params/schema.ts';
import { Fifos } from './fifos.ts';

export const queueParameters = {
  queues: integerParameter('Queues', '', [1, 65_536, 1], {
    default: 1024,
    live: false,
    help: 'Number of queues. Flows that share a queue also share the queue’s part of the link.',
    source: 'RFC 8290, section 5.2.5',
  }),
  hash: choiceParameter('Flow to queue', {
    options: { number: 'by number', mixed: 'by a hash' },
    default: 'number',
    live: false,
    help: 'By number: flow n goes to queue n modulo the number of queues. Flows share a queue only if there are more flows than queues. By a hash, as in routers: some flows share a queue.',
    source: 'RFC 8290, section 4.1; the hash is the last step of MurmurHash3',
  }),
} as const satisfies ParameterSchema;

export const quantumParameter = {
  quantumBytes: integerParameter('Quantum', 'bytes', [64, 65_000, 100], {
    symbol: 'Q',
    default: 1500,
    primary: true,
    help: 'Amount that a queue may send in one turn. In RFC 8290, it is the largest packet with its Ethernet header of 14 bytes. Packets here have no such header.',
    source: 'RFC 8290, section 5.2.4',
  }),
} as const satisfies ParameterSchema;

export type QueueValues = ValuesOf<typeof queueParameters>;

/** The queue of a flow. */
export function queueOfFlow(flow: number, queueCount: number, hash: QueueValues['hash']): number {
  return (hash === 'mixed' ? mixBits(flow) : flow) % queueCount;
}

/** The last step of MurmurHash3 (A. Appleby, public domain), which separates neighbouring numbers; 0 to 2^32 - 1. */
export function mixBits(flow: number): number {
  let hash = Math.imul(flow ^ (flow >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/**
 * Writes a queue that may fill the whole buffer as a row of `listBuffers`, at `rowStart`. Its owner is the flow of its
 * oldest packet.
 */
export function writeQueueRow(
  into: Float64Array,
  rowStart: number,
  host: PolicyHost,
  fifos: Fifos,
  queue: number,
): void {
  const { flow, classIndex } = host.packets;
  const head = fifos.headOf(queue);
  into.fill(0, rowStart, rowStart + BUFFER_STRIDE);
  into[rowStart + BufferColumn.flow] = head < 0 ? -1 : flow[head];
  into[rowStart + BufferColumn.classIndex] = head < 0 ? -1 : classIndex[head];
  into[rowStart + BufferColumn.waitingPackets] = fifos.packetCounts[queue];
  into[rowStart + BufferColumn.waitingBytes] = fifos.byteCounts[queue];
  into[rowStart + BufferColumn.share] = 1;
}

export const NO_QUEUE = -1;
/** Slots of the tables of heads and tails. */
export const NEW_QUEUES = 0;
export const OLD_QUEUES = 1;

/** The queues of the flows with their lists of new and old ones. */
export class FlowQueues {
  readonly fifos: Fifos;
  /** By queue: bytes that it may still send in this turn. If this is at most 0, its turn is over. */
  readonly creditBytes: Float64Array;
  /** By queue: one of `TurnList`. */
  readonly listByQueue: Uint8Array;
  /** Number of queues in the lists. */
  activeCount = 0;
  quantumBytes: number;
  /** By list: its first and last queue. With several pairs of lists, those of pair n are at 2 n and 2 n + 1. */
  protected readonly head: Int32Array;
  private readonly tail: Int32Array;
  protected readonly hash: QueueValues['hash'];
  /** By queue: the next in its list. */
  private readonly nextQueue: Int32Array;

  /** @param pairs pairs of lists, new and old; each queue uses one pair */
  constructor(
    packets: PacketColumns,
    { queues, hash }: QueueValues,
    quantum: number,
    pairs = 1,
    fifos = new Fifos(packets, queues),
  ) {
    this.fifos = fifos;
    this.hash = hash;
    this.quantumBytes = quantum;
    this.head = new Int32Array(2 * pairs).fill(NO_QUEUE);
    this.tail = new Int32Array(2 * pairs).fill(NO_QUEUE);
    this.creditBytes = new Float64Array(queues);
    this.listByQueue = new Uint8Array(queues);
    this.nextQueue = new Int32Array(queues);
  }

  queueOf(flow: number): number {
    return queueOfFlow(flow, this.listByQueue.length, this.hash);
  }

  /**
   * Called before a packet is put into a queue. A queue that is in no list goes to the end of the new ones, with a full
   * quantum.
   */
  activate(queue: number): void {
    if (this.listByQueue[queue] !== TurnList.none) return;
    this.creditBytes[queue] = this.quantumBytes;
    this.activeCount++;
    this.append(NEW_QUEUES, queue);
  }

  /** The queue whose turn it is: the first with credit left, new ones before old ones; -1 if no queue is in a list. */
  nextToSend(): number {
    const { head, creditBytes } = this;
    for (;;) {
      const list = head[NEW_QUEUES] === NO_QUEUE ? OLD_QUEUES : NEW_QUEUES;
      const queue = head[list];
      if (queue === NO_QUEUE || creditBytes[queue] > 0) return queue;
      creditBytes[queue] = creditBytes[queue] + this.quantumBytes;
      this.removeHead(list);
      this.append(OLD_QUEUES, queue);
    }
  }

  /** The queue whose turn it is had nothing to send. A new one becomes an old one, an old one leaves the lists. */
  onEmpty(queue: number, leavesIfAlone: boolean): void {
    const isNew = this.listByQueue[queue] === TurnList.new;
    this.removeHead(isNew ? NEW_QUEUES : OLD_QUEUES);
    if (isNew && !(leavesIfAlone && this.head[OLD_QUEUES] === NO_QUEUE)) this.append(OLD_QUEUES, queue);
    else {
      this.listByQueue[queue] = TurnList.none;
      this.activeCount--;
    }
  }

  charge(queue: number, bytes: number): void {
    this.creditBytes[queue] = this.creditBytes[queue] - bytes;
  }

  /** The first queue of the new ones, or of the old ones; -1 if there is none. */
  firstQueue(list: 1 | 2): number {
    return this.head[list - 1];
  }

  /** The queue behind this one in its list, or -1. */
  queueAfter(queue: number): number {
    return this.nextQueue[queue];
  }

  protected append(list: number, queue: number): void {
    const { head, tail, nextQueue } = this;
    const last = tail[list];
    nextQueue[queue] = NO_QUEUE;
    if (last === NO_QUEUE) head[list] = queue;
    else nextQueue[last] = queue;
    tail[list] = queue;
    this.listByQueue[queue] = (list & 1) + 1;
  }

  protected removeHead(list: number): void {
    const { head, nextQueue } = this;
    const next = nextQueue[head[list]];
    head[list] = next;
    if (next === NO_QUEUE) this.tail[list] = NO_QUEUE;
  }
}
