/** A single queue. A policy can also remove packets from its middle. */
import type { PolicyHost } from '../../../engine/contract/policy.ts';
import type { ParameterValues } from '../../../params/schema.ts';
import { IndexedQueue } from './indexed-queue.ts';
import { SingleQueueBase } from './single-queue.ts';

export abstract class SingleIndexedQueue<V = ParameterValues> extends SingleQueueBase<IndexedQueue, V> {
  constructor(host: PolicyHost) {
    super(host, new IndexedQueue(host.packets));
  }
}
