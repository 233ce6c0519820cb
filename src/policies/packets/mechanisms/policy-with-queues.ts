/** The shared part of policies for packets: what waits in their queues. */
import type { Policy, PolicyHost } from '../../../engine/contract/policy.ts';

export interface PacketQueue {
  readonly packetCount: number;
  readonly byteCount: number;
  /** Writes the packets into `into` from `startIndex`; returns the index after the last. */
  list(into: Int32Array, startIndex?: number): number;
}

/** @typeParam V the values of its parameters */
export abstract class PolicyWithQueues<V> implements Policy<V> {
  protected readonly host: PolicyHost;
  private readonly queues: readonly PacketQueue[];

  /** @param queues all queues, in the order in which their packets are listed */
  constructor(host: PolicyHost, queues: readonly PacketQueue[]) {
    this.host = host;
    this.queues = queues;
  }

  abstract enqueue(packet: number): number;

  abstract dequeue(): number;

  abstract configure(values: V): void;

  abstract signals(into: Float64Array): void;

  waitingPackets(): number {
    let packets = 0;
    for (const queue of this.queues) packets += queue.packetCount;
    return packets;
  }

  waitingBytes(): number {
    return this.queues.reduce((bytes, { byteCount }) => bytes + byteCount, 0);
  }

  listWaiting(into: Int32Array): number {
    return this.queues.reduce((index, queue) => queue.list(into, index), 0);
  }
}
