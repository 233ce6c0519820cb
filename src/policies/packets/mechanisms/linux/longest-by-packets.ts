/**
 * The queue with most packets. Of several, it is the one that reached this number of packets last. Its cost does not
 * depend on the number of queues.
 * Source: Linux, net/sched/sch_sfq.c (`sfq_inc`, `sfq_dec`).
 */

const NONE = -1;

/** The queues in lists by their number of packets. */
export class LongestByPackets {
  /** Number of packets in the longest queue. */
  maxPackets = 0;
  /** By number of packets: the queue that reached it last, or none. */
  private readonly firstQueue: Int32Array;
  /** By queue: its number of packets, and its neighbours among the queues with this number. */
  private readonly packetCounts: Int32Array;
  private readonly nextQueue: Int32Array;
  private readonly previousQueue: Int32Array;

  /** @param maxQueuePackets largest number of packets in a queue */
  constructor(queueCount: number, maxQueuePackets: number) {
    this.firstQueue = new Int32Array(maxQueuePackets + 1).fill(NONE);
    this.packetCounts = new Int32Array(queueCount);
    this.nextQueue = new Int32Array(queueCount).fill(NONE);
    this.previousQueue = new Int32Array(queueCount).fill(NONE);
  }

  /** The longest queue; -1 if nothing waits. */
  get longestQueue(): number {
    return this.maxPackets === 0 ? NONE : this.firstQueue[this.maxPackets];
  }

  /** A queue has got a packet, or lost one. */
  change(queue: number, difference: 1 | -1): void {
    const { packetCounts, firstQueue } = this;
    const countBefore = packetCounts[queue];
    if (countBefore > 0) this.unlink(queue);
    const newCount = countBefore + difference;
    packetCounts[queue] = newCount;
    if (newCount > 0) this.link(queue);
    if (newCount > this.maxPackets) this.maxPackets = newCount;
    else if (countBefore === this.maxPackets && firstQueue[countBefore] === NONE) this.maxPackets = newCount;
  }

  private link(queue: number): void {
    const { firstQueue, nextQueue, previousQueue, packetCounts } = this;
    const second = firstQueue[packetCounts[queue]];
    nextQueue[queue] = second;
    previousQueue[queue] = NONE;
    if (second !== NONE) previousQueue[second] = queue;
    firstQueue[packetCounts[queue]] = queue;
  }

  private unlink(queue: number): void {
    const { firstQueue, nextQueue, previousQueue, packetCounts } = this;
    const next = nextQueue[queue];
    const queueBefore = previousQueue[queue];
    if (next !== NONE) previousQueue[next] = queueBefore;
    if (queueBefore === NONE) firstQueue[packetCounts[queue]] = next;
    else nextQueue[queueBefore] = next;
  }
}
