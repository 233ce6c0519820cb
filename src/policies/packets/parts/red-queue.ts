/** A queue under RED. */
import { NO_PACKET, type PolicyHost } from '../../../engine/contract/policy.ts';
import {
  RandomEarlyDetection,
  type RedValues,
  redAccepts,
  redFullStep,
  redIsFull,
} from '../../parts/random-early-detection.ts';
import { SingleQueue } from './single-queue.ts';

export class RedQueue extends SingleQueue<RedValues> {
  private readonly red: RandomEarlyDetection;

  constructor(host: PolicyHost, values: RedValues) {
    super(host);
    this.red = new RandomEarlyDetection(host, this.queue, values);
  }

  enqueue(packet: number): number {
    const { host, red } = this;
    const reason = red.decide(packet, redIsFull(host, this.queue, host.packets.bytes[packet]));
    if (host.explaining) this.explain(packet, reason);
    if (redAccepts(reason)) this.queue.push(packet);
    return reason;
  }

  override dequeue(): number {
    const packet = super.dequeue();
    if (packet === NO_PACKET) this.red.queueEmptied(this.host.nowNs);
    return packet;
  }

  override configure(values: RedValues): void {
    this.red.values = values;
  }

  override signals(into: Float64Array): void {
    this.red.signals(into);
  }

  private explain(packet: number, reason: number): void {
    const { host, red } = this;
    const { limitPackets, limitBytes } = host;
    const steps = red.steps(packet, reason, redFullStep(host));
    host.explanation.tell({ ...red.operands(packet), limitPackets, limitBytes }, steps);
  }
}
