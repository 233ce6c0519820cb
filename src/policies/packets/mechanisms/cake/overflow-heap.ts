/**
 * The queues of CAKE in a heap by their bytes, so that the longest one is known when the memory is full. Which of equal
 * queues is on top depends on the history of the heap, as in the kernel. It is kept in order only for a while after an
 * overflow. Source: Linux, net/sched/sch_cake.c (cake_heapify, cake_heapify_up, cake_drop).
 */

import { QUEUES_PER_TIN } from './cake-hash.ts';

const TINS = 8;
const PLACES = TINS * QUEUES_PER_TIN;
/** Packets that leave until the heap is given up. */
const KEPT_PACKETS = 65_535;

/** A heap of all queues by their bytes. */
export class OverflowHeap {
  private readonly byteCounts: Int32Array;
  /** By place: a queue; by queue: its place. */
  private readonly queueAt: Int32Array;
  private readonly placeOf: Int32Array;
  private keptPackets = 0;

  /** @param byteCounts by queue, tin by tin. As in the kernel, the heap has places for the queues of all eight tins */
  constructor(byteCounts: Int32Array) {
    this.byteCounts = byteCounts;
    this.queueAt = new Int32Array(PLACES);
    this.placeOf = new Int32Array(PLACES);
    for (let place = 0; place < PLACES; place++) {
      const queue = (place % TINS) * QUEUES_PER_TIN + Math.floor(place / TINS);
      this.queueAt[place] = queue;
      this.placeOf[queue] = place;
    }
  }

  /** The longest queue. */
  longest(): number {
    if (this.keptPackets === 0) for (let place = this.queueAt.length >> 1; place >= 0; place--) this.moveDown(place);
    this.keptPackets = KEPT_PACKETS;
    return this.queueAt[0];
  }

  onGrowth(queue: number): void {
    if (this.keptPackets > 0) this.moveUp(this.placeOf[queue]);
  }

  /** A packet left a queue, at its turn or because the queue was the longest. */
  onLoss(queue: number): void {
    if (this.keptPackets > 0) this.moveDown(this.placeOf[queue]);
  }

  onSent(): void {
    if (this.keptPackets > 0) this.keptPackets--;
  }

  /** An empty queue came on top. The heap is put in order again at the next question. */
  giveUp(): void {
    this.keptPackets = 0;
  }

  private bytesAt(place: number): number {
    const { byteCounts, queueAt } = this;
    return queueAt[place] < byteCounts.length ? byteCounts[queueAt[place]] : 0;
  }

  /**
   * Moves a queue below a longer one. As in the kernel, the next places are compared with the bytes of the queue that
   * has just moved up, not with those of the queue that moves down. So it mostly moves down one place, and a shorter
   * queue can stand above a longer one.
   */
  private moveDown(from: number): void {
    let bytes = this.bytesAt(from);
    for (let place = from; ; ) {
      let longestPlace = place;
      for (let child = 2 * place + 1; child <= 2 * place + 2 && child < PLACES; child++) {
        if (this.bytesAt(child) <= bytes) continue;
        longestPlace = child;
        bytes = this.bytesAt(child);
      }
      if (longestPlace === place) return;
      this.swap(place, longestPlace);
      place = longestPlace;
    }
  }

  private moveUp(from: number): void {
    for (let place = from; place > 0; ) {
      const parent = (place - 1) >> 1;
      if (this.bytesAt(place) <= this.bytesAt(parent)) return;
      this.swap(place, parent);
      place = parent;
    }
  }

  private swap(a: number, b: number): void {
    const { queueAt, placeOf } = this;
    const queue = queueAt[a];
    queueAt[a] = queueAt[b];
    queueAt[b] = queue;
    placeOf[queueAt[a]] = a;
    placeOf[queue] = b;
  }
}
