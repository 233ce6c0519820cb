/** A queue under RED, as published or as in Linux. */
import { NO_PACKET, type PolicyHost } from '../../../engine/contract/policy.ts';
import {
  RandomEarlyDetection,
  type RedValues,
  redAccepts,
  redFullStep,
  redIsFull,
} from '../../mechanisms/random-early-detection.ts';
import { indexOfItem } from '../../mechanisms/reasons.ts';
import { LinuxRed, linuxRedAccepts, reasonsWithLinux } from './linux/linux-red.ts';
import type { LinuxRedValues } from './linux/linux-red-parameters.ts';
import { SingleQueue } from './single-queue.ts';

const FULL_REASON = indexOfItem(reasonsWithLinux, 'full');

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

/** A queue under RED as in Linux. The average counts bytes. */
export class LinuxRedQueue extends SingleQueue<LinuxRedValues> {
  private readonly redLaw: LinuxRed;

  constructor(host: PolicyHost, values: LinuxRedValues) {
    super(host);
    this.redLaw = new LinuxRed(host, this.queue, values, true);
  }

  enqueue(packet: number): number {
    const { host, redLaw, queue } = this;
    redLaw.estimate();
    const judged = redLaw.judge(packet);
    const isRefused = linuxRedAccepts(judged) && redIsFull(host, queue, host.packets.bytes[packet]);
    const reason = isRefused ? FULL_REASON : judged;
    if (host.explaining) {
      const { limitPackets, limitBytes } = host;
      const operands = { ...redLaw.operands(packet), limitPackets, limitBytes };
      host.explanation.tell(operands, redLaw.steps(reason, redFullStep(host)));
    }
    if (linuxRedAccepts(reason)) queue.push(packet);
    return reason;
  }

  override dequeue(): number {
    const packet = super.dequeue();
    if (packet === NO_PACKET) this.redLaw.onQueueEmptied();
    return packet;
  }

  override configure(values: LinuxRedValues): void {
    this.redLaw.configure(values);
  }

  override signals(into: Float64Array): void {
    this.redLaw.signals(into);
  }
}
