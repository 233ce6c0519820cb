/** A queue under RED as published. */
import { NO_PACKET, type PolicyHost } from '../../../engine/contract/policy.ts';
import {
  RandomEarlyDetection,
  type RedValues,
  redAccepts,
  redFullStep,
  redIsFull,
} from '../../mechanisms/random-early-detection.ts';
import { SingleQueue } from './single-queue.ts';

/** A policy with one queue under RED. */
export class RedQueue extends SingleQueue<RedValues> {
  private readonly redLaw: RandomEarlyDetection;

  constructor(host: PolicyHost, values: RedValues) {
    super(host);
    this.redLaw = new RandomEarlyDetection(host, this.queue, values);
  }

  enqueue(packet: number): number {
    const { host, redLaw } = this;
    const reason = redLaw.decide(packet, redIsFull(host, this.queue, host.packets.bytes[packet]));
    if (host.explaining) this.explain(packet, reason);
    if (redAccepts(reason)) this.queue.push(packet);
    return reason;
  }

  override dequeue(): number {
    const packet = super.dequeue();
    if (packet === NO_PACKET) this.redLaw.onQueueEmptied(this.host.nowNs);
    return packet;
  }

  override configure(values: RedValues): void {
    this.redLaw.values = values;
  }

  override signals(into: Float64Array): void {
    this.redLaw.signals(into);
  }

  private explain(packet: number, reason: number): void {
    const { host, redLaw } = this;
    const { limitPackets, limitBytes } = host;
    const steps = redLaw.steps(packet, reason, redFullStep(host));
    host.explanation.tell({ ...redLaw.operands(packet), limitPackets, limitBytes }, steps);
  }
}
