/** The shared part of policies with one queue, whose packets leave in the order of their arrival. */
import type { PolicyHost } from '../../../engine/contract/policy.ts';
import type { ParameterValues } from '../../../params/schema.ts';
import { Fifo } from './fifo.ts';
import type { IndexedQueue } from './indexed-queue.ts';
import type { QueueWithHoles } from './linux/queue-with-holes.ts';
import { PolicyWithQueues } from './policy-with-queues.ts';

/** @typeParam V the values of its parameters */
export abstract class SingleQueueBase<
  Queue extends Fifo | IndexedQueue | QueueWithHoles,
  V,
> extends PolicyWithQueues<V> {
  protected readonly queue: Queue;

  constructor(host: PolicyHost, queue: Queue) {
    super(host, [queue]);
    this.queue = queue;
  }

  dequeue(): number {
    return this.queue.shift();
  }

  configure(_values: V): void {}

  signals(_into: Float64Array): void {}
}

/** The base of most policies: they add `enqueue`, and may replace `dequeue`. */
export abstract class SingleQueue<V = ParameterValues> extends SingleQueueBase<Fifo, V> {
  constructor(host: PolicyHost) {
    super(host, new Fifo(host.packets));
  }
}
