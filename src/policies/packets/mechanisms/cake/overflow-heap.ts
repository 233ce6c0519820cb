/**
 * The queues of CAKE in a heap by their bytes, so that the longest one is known when the memory is full. Which of equal
 * queues is on top depends on the history of the heap, as in the kernel. It is kept in order only for a while after an
 * overflow. Source: Linux, net/sched/sch_cake.c (cake_heapify, cake_heapify_up, cake_drop).
 */

/** Packets that leave until the heap is given up. */
const KEPT_PACKETS = 65_535;

export class OverflowHeap {
  private readonly byteCounts: Int32Array;
  /** By place: a queue; by queue: its place. */
  private readonly queueAt: Int32Array;
  private readonly placeOf: Int32Array;
  private keptPackets = 0;

  /**
   * @param byteCounts by queue
   * @param tinCount the queues of the tins stand in turn
   */
  constructor(byteCounts: Int32Array, tinCount: number) {
    const { length } = byteCounts;
    const queuesPerTin = length / tinCount;
    this.byteCounts = byteCounts;
    this.queueAt = Int32Array.from(
      { length },
      (_, place) => (place % tinCount) * queuesPerTin + Math.floor(place / tinCount),
    );
    this.placeOf = new Int32Array(length);
    for (let place = 0; place < length; place++) this.placeOf[this.queueAt[place]] = place;
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

  private bytesAt(place: number): number {
    return this.byteCounts[this.queueAt[place]];
  }

  private moveDown(from: number): void {
    const { length } = this.queueAt;
    for (let place = from; ; ) {
      let largest = place;
      for (let child = 2 * place + 1; child <= 2 * place + 2 && child < length; child++)
        if (this.bytesAt(child) > this.bytesAt(largest)) largest = child;
      if (largest === place) return;
      this.swap(place, largest);
      place = largest;
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
