/** Two queues before one link, for L4S packets and for the others, and a controller that is updated at fixed times. */
import type { PolicyHost } from '../../../../engine/contract/policy.ts';
import { PacketFlag } from '../../../../engine/packets/packet.ts';
import { Fifo } from '../fifo.ts';
import { PolicyWithQueues } from '../policy-with-queues.ts';

/** @typeParam V the values of its parameters */
export abstract class DualQueues<V extends { readonly updateMs: number }> extends PolicyWithQueues<V> {
  protected readonly classicQueue: Fifo;
  protected readonly l4sQueue: Fifo;
  protected values: V;
  /** Time of the next update, ns: in a table, where numbers are never boxed. */
  private readonly nextUpdateNs = new Float64Array(1);

  constructor(host: PolicyHost, values: V) {
    const [l4sQueue, classicQueue] = [new Fifo(host.packets), new Fifo(host.packets)];
    super(host, [l4sQueue, classicQueue]);
    this.values = values;
    this.classicQueue = classicQueue;
    this.l4sQueue = l4sQueue;
    this.nextUpdateNs[0] = host.nowNs + this.periodNs;
    host.wakeAt(this.nextUpdateNs[0]);
  }

  /** An update is due. If packets arrive at the same instant, the update was made before them. */
  wake(): void {
    this.advance();
    this.host.wakeAt(this.nextUpdateNs[0]);
  }

  configure(values: V): void {
    this.advance();
    this.values = values;
    this.nextUpdateNs[0] = Math.min(this.nextUpdateNs[0], this.host.nowNs + this.periodNs);
    this.host.wakeAt(this.nextUpdateNs[0]);
  }

  /** Sets the probabilities anew, at the time at which it was due. */
  protected abstract update(atNs: number): void;

  /** Makes the due updates, before all other events of this instant. Nothing has changed since each update was due. */
  protected advance(): void {
    const { nextUpdateNs, host } = this;
    while (nextUpdateNs[0] <= host.nowNs) {
      this.update(nextUpdateNs[0]);
      nextUpdateNs[0] = nextUpdateNs[0] + this.periodNs;
    }
  }

  /** Waiting time of the head of a queue, ns; 0 for an empty queue. */
  protected headDelayNs(queue: Fifo, atNs: number): number {
    return queue.packetCount === 0 ? 0 : atNs - this.host.packets.arrivedNs[queue.headPacket];
  }

  /** The delay that the controller follows: the longer one of the two queues. */
  protected longerDelayNs(atNs: number): number {
    return Math.max(this.headDelayNs(this.classicQueue, atNs), this.headDelayNs(this.l4sQueue, atNs));
  }

  /** ECT(1) or CE. */
  protected isL4s(packet: number): boolean {
    return (this.host.packets.flags[packet] & (PacketFlag.ect1 | PacketFlag.ce)) !== 0;
  }

  private get periodNs(): number {
    return Math.round(this.values.updateMs * 1e6);
  }
}
