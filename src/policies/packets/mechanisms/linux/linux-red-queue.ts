/** Queues under RED as in Linux: that of RED, and the shared part with CHOKe. */
import { NO_PACKET, type PolicyHost } from '../../../../engine/contract/policy.ts';
import { redFullStep, redIsFull } from '../../../mechanisms/random-early-detection.ts';
import { indexById } from '../../../mechanisms/reasons.ts';
import { Fifo } from '../fifo.ts';
import { SingleQueueBase } from '../single-queue.ts';
import { LinuxRed, linuxRedAccepts } from './linux-red.ts';
import type { LinuxRedValues } from './linux-red-parameters.ts';
import { reasonsWithLinux } from './linux-red-reasons.ts';
import type { QueueWithHoles } from './queue-with-holes.ts';

/** Also in the list of CHOKe, which begins with the same reasons. */
export const LINUX_RED_REASON = indexById(reasonsWithLinux);

/** A policy with one queue under RED as in Linux; a subclass accepts the packets. */
export abstract class LinuxRedQueueBase<Queue extends Fifo | QueueWithHoles> extends SingleQueueBase<
  Queue,
  LinuxRedValues
> {
  protected readonly redLaw: LinuxRed;

  /** @param countsBytes the average counts bytes, not packets */
  constructor(host: PolicyHost, queue: Queue, values: LinuxRedValues, countsBytes: boolean) {
    super(host, queue);
    this.redLaw = new LinuxRed(host, queue, values, countsBytes);
    if (values.adaptive === true) this.wakeAtChange();
  }

  override dequeue(): number {
    const packet = super.dequeue();
    if (packet === NO_PACKET) this.redLaw.onQueueEmptied();
    return packet;
  }

  override configure(values: LinuxRedValues): void {
    this.redLaw.configure(values);
    this.wakeAtChange();
  }

  /** Adaptive RED changes max_p. */
  wake(): void {
    this.redLaw.adapt();
    this.wakeAtChange();
  }

  override signals(into: Float64Array): void {
    this.redLaw.signals(into);
  }

  /**
   * RED's decision on a packet, after its estimate. The packet is pushed if it is accepted.
   * @returns the index of the reason
   */
  protected judgeAndPush(packet: number): number {
    const { host, queue, redLaw } = this;
    const redReason = redLaw.judge(packet);
    const isRefused = linuxRedAccepts(redReason) && redIsFull(host, queue, host.packets.bytes[packet]);
    const reason = isRefused ? LINUX_RED_REASON.full : redReason;
    if (host.explaining) this.explain(packet, this.stepsOf(packet, reason));
    if (linuxRedAccepts(reason)) queue.push(packet);
    return reason;
  }

  private wakeAtChange(): void {
    this.host.wakeAt(this.redLaw.nextChangeNs);
  }

  protected stepsOf(_packet: number, reason: number): readonly string[] {
    return this.redLaw.steps(reason, redFullStep(this.host));
  }

  protected explain(packet: number, steps: readonly string[]): void {
    const { limitPackets, limitBytes, explanation } = this.host;
    explanation.tell({ ...this.redLaw.operands(packet), limitPackets, limitBytes }, steps);
  }
}

/** The average counts bytes. */
export class LinuxRedQueue extends LinuxRedQueueBase<Fifo> {
  constructor(host: PolicyHost, values: LinuxRedValues) {
    super(host, new Fifo(host.packets), values, true);
  }

  enqueue(packet: number): number {
    this.redLaw.estimate();
    return this.judgeAndPush(packet);
  }
}
