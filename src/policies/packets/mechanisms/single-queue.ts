/** The shared part of policies with one queue, whose packets leave in the order of their arrival. */
import type { Policy, PolicyHost } from '../../../engine/contract/policy.ts';
import type { ParameterValues } from '../../../params/schema.ts';
import { Fifo } from './fifo.ts';
import type { IndexedQueue } from './indexed-queue.ts';
import type { QueueWithHoles } from './linux/queue-with-holes.ts';

/** @typeParam V the values of its parameters */
export abstract class SingleQueueBase<Queue extends Fifo | IndexedQueue | QueueWithHoles, V> implements Policy<V> {
  protected readonly host: PolicyHost;
  protected readonly queue: Queue;

  constructor(host: PolicyHost, queue: Queue) {
    this.host = host;
    this.queue = queue;
  }

  abstract enqueue(packet: number): number;

  dequeue(): number {
    return this.queue.shift();
  }

  configure(_values: V): void {}

  waitingPackets(): number {
    return this.queue.packetCount;
  }

  waitingBytes(): number {
    return this.queue.byteCount;
  }

  listWaiting(into: Int32Array): number {
    return this.queue.list(into);
  }

  signals(_into: Float64Array): void {}
}

export abstract class SingleQueue<V = ParameterValues> extends SingleQueueBase<Fifo, V> {
  constructor(host: PolicyHost) {
    super(host, new Fifo(host.packets));
  }
}
