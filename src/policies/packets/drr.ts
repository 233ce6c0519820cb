/**
 * DRR, deficit round robin, has a queue for each flow. In each turn a queue gets a quantum and sends the packets that
 * its deficit covers. A full buffer loses packets from its longest queue.
 * Source: Shreedhar & Varghese, Efficient Fair Queuing Using Deficit Round Robin, IEEE/ACM Transactions on Networking
 * 4(3), 1996; Linux, net/sched/sch_drr.c. In Linux each class has a queue with a limit of its own, and no buffer is
 * shared.
 */

import type { PolicyHost, Reason } from '../../engine/contract/policy.ts';
import { choiceParameter } from '../../params/choice-parameter.ts';
import { integerParameter } from '../../params/number-parameter.ts';
import type { ValuesOf } from '../../params/schema.ts';
import { acceptReason, dropReason, indexById } from '../mechanisms/reasons.ts';
import { quantumParameter, queueParameters } from './mechanisms/flow-queues.ts';
import { bufferThreshold, packetPolicy } from './mechanisms/packet-policy.ts';
import { QueueRing, ringQuantities, ringReasons, ringSignals } from './mechanisms/queue-ring.ts';

const LINUX_SOURCE = 'Linux, sch_drr';

const parameters = {
  ...quantumParameter,
  ...queueParameters,
  variant: choiceParameter('DRR as in', {
    options: { paper: 'Shreedhar & Varghese', linux: 'Linux' },
    default: 'paper',
    live: false,
    help: 'In the paper, all queues share the buffer, and a full buffer loses packets from its longest queue. In Linux, each queue has a limit of its own, and the buffer of the scenario does not count.',
    source: LINUX_SOURCE,
  }),
  classLimit: integerParameter('Limit of a queue', 'packets', [1, 1e6, 10], {
    symbol: 'limit',
    default: 100,
    help: 'Only Linux: packets that may wait in the queue of a flow (pfifo). The packet in transmission does not count.',
    source: `${LINUX_SOURCE}; tc-drr(8)`,
  }),
} as const;

type DrrValues = ValuesOf<typeof parameters>;

const reasons = [
  ...ringReasons,
  acceptReason('class-fits', 'accepted', {
    template: 'Queue {queue} had room below its own limit, {classLimit} packets.',
    source: LINUX_SOURCE,
  }),
  dropReason('class-full', 'queue of the flow full', {
    template: 'Queue {queue} already held {ownPackets} packets, its limit: dropped.',
    source: LINUX_SOURCE,
  }),
] as const satisfies readonly Reason[];

const REASON = indexById(reasons);

class Drr extends QueueRing<DrrValues> {
  private quantumBytes: number;
  /** By queue: the bytes that it may still send. */
  private readonly creditBytes: Float64Array;
  /** The queue whose turn it is has received its quantum. */
  private hasQuantum = false;

  constructor(host: PolicyHost, values: DrrValues) {
    super(host, values);
    this.quantumBytes = values.quantumBytes;
    this.creditBytes = new Float64Array(values.queues);
  }

  override configure({ quantumBytes }: DrrValues): void {
    this.quantumBytes = quantumBytes;
  }

  protected override maySend(queue: number): boolean {
    const { creditBytes, fifos, host } = this;
    if (!this.hasQuantum) creditBytes[queue] = creditBytes[queue] + this.quantumBytes;
    const bytes = host.packets.bytes[fifos.headOf(queue)];
    this.hasQuantum = bytes <= creditBytes[queue];
    if (this.hasQuantum) creditBytes[queue] = creditBytes[queue] - bytes;
    return this.hasQuantum;
  }

  /** A queue sends as long as its credit lasts. */
  protected override isTurnOver(): boolean {
    return false;
  }

  /** A queue that was empty has no deficit. */
  protected override onJoin(queue: number): void {
    this.creditBytes[queue] = 0;
  }

  protected override onLeave(): void {
    this.hasQuantum = false;
  }
}

/** DRR as in Linux, with the turns of `Drr`. A packet is dropped if its own queue is full. */
class LinuxDrr extends Drr {
  private classLimit: number;

  constructor(host: PolicyHost, values: DrrValues) {
    super(host, values);
    this.classLimit = values.classLimit;
  }

  override configure(values: DrrValues): void {
    super.configure(values);
    this.classLimit = values.classLimit;
  }

  override enqueue(packet: number): number {
    const { host, fifos } = this;
    const queue = this.queueOf(packet);
    const ownPackets = fifos.packetCounts[queue];
    const fits = ownPackets + 1 <= this.classLimit;
    if (host.explaining)
      host.explanation.tell({ queue, ownPackets }, [`ownPackets + 1 ${fits ? '<=' : '>'} classLimit`]);
    if (!fits) return REASON['class-full'];
    this.accept(queue, packet);
    return REASON['class-fits'];
  }
}

export const drr = packetPolicy({
  id: 'drr',
  name: 'DRR',
  summary: 'Gives each flow a queue of its own. In each turn, a queue may send one quantum of bytes.',
  source: 'Shreedhar & Varghese, IEEE/ACM Transactions on Networking 4(3), 1996',
  order: 'flow',
  parameters,
  mayOverfill: ({ variant }) => variant === 'linux',
  ownLimit: ({ variant }) =>
    variant === 'linux' ? { parameter: 'classLimit', unit: 'packets', isPerQueue: true } : undefined,
  reasons,
  quantities: {
    ...ringQuantities,
    ownPackets: { symbol: 'x_a', meaning: 'in its queue before the packet arrived', unit: 'packets' },
  },
  hints: {
    lens: 'buffers',
    rows: { by: 'flow' },
    thresholds: [bufferThreshold],
    signals: ringSignals,
  },
  create: (host, values) => (values.variant === 'linux' ? new LinuxDrr(host, values) : new Drr(host, values)),
});
