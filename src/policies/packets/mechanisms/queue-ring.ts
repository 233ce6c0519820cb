/**
 * Queues of flows in a ring, which take turns. A full buffer loses the youngest packet of its longest queue, in bytes.
 * So no flow can fill the buffer (buffer stealing).
 * Source: McKenney, Stochastic Fairness Queueing, IEEE INFOCOM 1990; Shreedhar & Varghese 1996, section III.
 */
import type { SignalHint } from '../../../engine/contract/drawing.ts';
import type { Quantities } from '../../../engine/contract/explanation.ts';
import { NO_PACKET, type PolicyHost, type Reason } from '../../../engine/contract/policy.ts';
import { BUFFER_STRIDE } from '../../../engine/contract/policy-tables.ts';
import { acceptReason, dropReason, indexById } from '../../mechanisms/reasons.ts';
import { bufferOperands, bufferStep } from './buffer-steps.ts';
import { Fifos } from './fifos.ts';
import { type QueueValues, queueOfFlow, writeQueueRow } from './flow-queues.ts';
import { PolicyWithQueues } from './policy-with-queues.ts';
import { waitingBufferQuantities } from './waiting-quantities.ts';

const SOURCE = 'McKenney 1990; Shreedhar & Varghese 1996, section III';

export const ringReasons = [
  acceptReason('fits', 'accepted', { template: 'It was put into queue {queue} of {queues}.' }),
  dropReason('full', 'longest queue', {
    template:
      'The buffer was full. With this packet, queue {queue} would have been the longest queue, with {ownBytes} bytes: dropped.',
    source: SOURCE,
  }),
  dropReason('stolen', 'dropped: longest queue', {
    template:
      'A packet of another flow arrived at a full buffer. Queue {queue} held the most bytes, {mostBytes} bytes: its youngest packet was dropped.',
    source: SOURCE,
  }),
] as const satisfies readonly Reason[];

const REASON = indexById(ringReasons);

export const ringQuantities: Quantities = {
  ...waitingBufferQuantities,
  heldPackets: { symbol: 'X', meaning: 'waiting in all queues when a packet arrived', unit: 'packets' },
  heldBytes: { symbol: 'X', meaning: 'waiting in all queues when a packet arrived', unit: 'bytes' },
  bytes: { symbol: 's', meaning: 'size of the packet that arrived', unit: 'bytes' },
  queue: { symbol: 'i', meaning: 'number of its queue', unit: '' },
  ownBytes: { symbol: 'x_a', meaning: 'in its queue, including the packet that arrived', unit: 'bytes' },
  mostBytes: { symbol: String.raw`\max x`, meaning: 'in the longest queue before', unit: 'bytes' },
};

export const ringSignals: readonly SignalHint[] = [{ id: 'active', label: 'active queues', unit: '', axis: 'own' }];

const NO_QUEUE_INDEX = -1;

/** @typeParam V the values of its parameters */
export abstract class QueueRing<V extends QueueValues> extends PolicyWithQueues<V> {
  protected readonly fifos: Fifos;
  private readonly hash: QueueValues['hash'];
  private readonly queueCount: number;
  /** The queues in the ring: for each queue the next one; the queue whose turn it is; and the queue before it. */
  private readonly nextQueue: Int32Array;
  private readonly activeByQueue: Uint8Array;
  protected firstQueue = NO_QUEUE_INDEX;
  private lastQueue = NO_QUEUE_INDEX;
  protected activeCount = 0;

  constructor(host: PolicyHost, { queues, hash }: QueueValues) {
    const fifos = new Fifos(host.packets, queues);
    super(host, [fifos]);
    this.fifos = fifos;
    this.queueCount = queues;
    this.hash = hash;
    this.nextQueue = new Int32Array(queues);
    this.activeByQueue = new Uint8Array(queues);
  }

  enqueue(packet: number): number {
    const { host, fifos } = this;
    const bytes = host.packets.bytes[packet];
    const queue = this.queueOf(packet);
    while (this.isFull(bytes)) {
      const longestQueue = fifos.longestQueue();
      const ownBytes = fifos.byteCounts[queue] + bytes;
      const mostBytes = longestQueue < 0 ? 0 : fifos.byteCounts[longestQueue];
      const isOwn = bytes > host.limitBytes || ownBytes >= mostBytes;
      if (host.explaining) this.explainFull(isOwn ? queue : longestQueue, bytes, ownBytes, mostBytes, isOwn);
      if (isOwn) return REASON.full;
      host.drop(fifos.pop(longestQueue), REASON.stolen);
    }
    if (host.explaining) this.explainFits(queue, bytes);
    this.accept(queue, packet);
    return REASON.fits;
  }

  dequeue(): number {
    const { fifos } = this;
    while (this.firstQueue !== NO_QUEUE_INDEX) {
      const queue = this.firstQueue;
      // Its packets may have been dropped in the meantime.
      if (fifos.packetCounts[queue] === 0) this.leaveRing(queue);
      else if (!this.maySend(queue)) this.advanceTurn();
      else {
        const packet = fifos.shift(queue);
        if (fifos.packetCounts[queue] === 0) this.leaveRing(queue);
        else if (this.isTurnOver()) this.advanceTurn();
        return packet;
      }
    }
    return NO_PACKET;
  }

  signals(into: Float64Array): void {
    into[0] = this.activeCount;
  }

  /** The queues in the ring, in the order of their turns. */
  listBuffers(into: Float64Array): number {
    const maxRows = Math.min(this.activeCount, Math.floor(into.length / BUFFER_STRIDE));
    let queue = this.firstQueue;
    for (let row = 0; row < maxRows; row++) {
      writeQueueRow(into, row * BUFFER_STRIDE, this.host, this.fifos, queue);
      queue = this.nextQueue[queue];
    }
    return maxRows;
  }

  /**
   * Whether the queue that has the turn may send its oldest packet. If so, it pays for the packet. If not, its turn
   * ends.
   */
  protected abstract maySend(queue: number): boolean;

  /** Whether its turn is over after a packet. */
  protected abstract isTurnOver(): boolean;

  /** A queue enters the ring. */
  protected onJoin(_queue: number): void {}

  /** The queue whose turn it was leaves the ring. */
  protected onLeave(): void {}

  protected queueOf(packet: number): number {
    return queueOfFlow(this.host.packets.flow[packet], this.queueCount, this.hash);
  }

  /** Puts a packet at the end of its queue, which then takes part in the turns. */
  protected accept(queue: number, packet: number): void {
    if (this.activeByQueue[queue] === 0) this.joinRing(queue);
    this.fifos.push(queue, packet);
  }

  private isFull(bytes: number): boolean {
    const { host, fifos } = this;
    return fifos.packetCount + 1 > host.limitPackets || fifos.byteCount + bytes > host.limitBytes;
  }

  private joinRing(queue: number): void {
    const { nextQueue } = this;
    if (this.lastQueue === NO_QUEUE_INDEX) this.firstQueue = queue;
    else nextQueue[this.lastQueue] = queue;
    nextQueue[queue] = this.firstQueue;
    this.lastQueue = queue;
    this.activeByQueue[queue] = 1;
    this.activeCount++;
    this.onJoin(queue);
  }

  /** The queue whose turn it is leaves the ring. */
  protected leaveRing(queue: number): void {
    this.activeByQueue[queue] = 0;
    this.activeCount--;
    if (queue === this.lastQueue) {
      this.firstQueue = NO_QUEUE_INDEX;
      this.lastQueue = NO_QUEUE_INDEX;
    } else {
      this.firstQueue = this.nextQueue[queue];
      this.nextQueue[this.lastQueue] = this.firstQueue;
    }
    this.onLeave();
  }

  private advanceTurn(): void {
    this.lastQueue = this.firstQueue;
    this.firstQueue = this.nextQueue[this.firstQueue];
  }

  private explainFits(queue: number, bytes: number): void {
    const { host, fifos } = this;
    const room = bufferOperands(host, fifos.packetCount, fifos.byteCount, bytes);
    host.explanation.tell({ queue, ...room }, [bufferStep(host, { isFull: false })]);
  }

  private explainFull(queue: number, bytes: number, ownBytes: number, mostBytes: number, isOwn: boolean): void {
    const { host, fifos } = this;
    const isTooLarge = bytes > host.limitBytes;
    const room = bufferOperands(host, fifos.packetCount, fifos.byteCount, bytes);
    const comparisonStep = isTooLarge ? 'bytes > limitBytes' : isOwn ? 'ownBytes >= mostBytes' : 'ownBytes < mostBytes';
    host.explanation.tell({ queue, ownBytes, mostBytes, ...room }, [
      bufferStep(host, { isFull: true }),
      comparisonStep,
    ]);
  }
}
