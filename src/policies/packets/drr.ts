/**
 * DRR, deficit round robin, has a queue for each flow. In each turn a queue gets a quantum and sends the packets that
 * its deficit covers. A full buffer loses packets from its longest queue.
 * Source: Shreedhar & Varghese, Efficient Fair Queuing Using Deficit Round Robin, IEEE/ACM Transactions on Networking
 * 4(3), 1996.
 */
import type { PolicyHost } from '../../engine/contract/policy.ts';
import type { ValuesOf } from '../../params/schema.ts';
import { quantumParameter, queueParameters } from './mechanisms/flow-queues.ts';
import { bufferThreshold, packetPolicy } from './mechanisms/packet-policy.ts';
import { QueueRing, ringQuantities, ringReasons, ringSignals } from './mechanisms/queue-ring.ts';

const parameters = { ...quantumParameter, ...queueParameters };

type DrrValues = ValuesOf<typeof parameters>;

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

  /** It sends as long as its deficit lasts. */
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

export const drr = packetPolicy({
  id: 'drr',
  name: 'DRR',
  summary: 'Gives each flow a queue of its own. In each turn, a queue may send one quantum of bytes.',
  source: 'Shreedhar & Varghese, IEEE/ACM Transactions on Networking 4(3), 1996',
  order: 'flow',
  parameters,
  reasons: ringReasons,
  quantities: ringQuantities,
  hints: {
    lens: 'buffers',
    rows: { by: 'flow' },
    thresholds: [bufferThreshold],
    signals: ringSignals,
  },
  create: (host, values) => new Drr(host, values),
});
