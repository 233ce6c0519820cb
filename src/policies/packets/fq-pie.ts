/**
 * FQ-PIE has a queue for each flow. The queues take turns, new flows first. Each queue has its own PIE, which keeps it
 * short.
 * Source: RFC 8290 for the queues, RFC 8033 for PIE; ns-3.37, FqPieQueueDisc; Linux 7.2, sch_fq_pie.
 */
import { NO_PACKET, type PolicyHost, type Reason } from '../../engine/contract/policy.ts';
import type { ValuesOf } from '../../params/schema.ts';
import { dropReason, indexOfItem, indicesOfItems, isAccepted } from '../mechanisms/reasons.ts';
import { bufferOperands, bufferStep } from './mechanisms/buffer-steps.ts';
import type { Fifos } from './mechanisms/fifos.ts';
import { FlowQueueing, flowQueueQuantities, overflowReasons, queueSignals } from './mechanisms/flow-queueing.ts';
import { quantumParameter, queueParameters } from './mechanisms/flow-queues.ts';
import { LinuxPieControl } from './mechanisms/linux/linux-pie-control.ts';
import { bufferThreshold, packetPolicy } from './mechanisms/packet-policy.ts';
import { PieControl, type PieLaw } from './mechanisms/pie-control.ts';
import { pieParameters } from './mechanisms/pie-parameters.ts';
import { pieReasons } from './mechanisms/pie-reasons.ts';
import { pieQuantities } from './mechanisms/pie-steps.ts';

const parameters = {
  ...pieParameters,
  variant: {
    ...pieParameters.variant,
    options: [
      { value: 'rfc', label: 'RFC 8033' },
      { value: 'linux', label: 'Linux' },
      { value: 'ns3', label: 'ns-3' },
    ],
  },
  ...quantumParameter,
  ...queueParameters,
} as const;

type FqPieValues = ValuesOf<typeof parameters>;

/** The queues, not PIE, refuse a packet that finds the buffer full. */
const reasons: readonly Reason[] = [
  ...overflowReasons,
  ...pieReasons.filter(({ id }) => id !== 'full'),
  dropReason('limit', 'buffer full', {
    template: 'The queues together had no room for this packet: dropped.',
    source: 'Linux, sch_fq_pie',
  }),
];

const LIMIT_REASON = indexOfItem(reasons, 'limit');

/** By a reason of PIE: the index in the list above. */
const REASON_OF_PIE = indicesOfItems(pieReasons, reasons);

/** The interface of one queue for its PIE. */
class QueueLine {
  private readonly fifos: Fifos;
  private readonly queue: number;

  constructor(fifos: Fifos, queue: number) {
    this.fifos = fifos;
    this.queue = queue;
  }

  get packetCount(): number {
    return this.fifos.packetCounts[this.queue];
  }

  get byteCount(): number {
    return this.fifos.byteCounts[this.queue];
  }
}

class FqPie extends FlowQueueing<FqPieValues> {
  private values: FqPieValues;
  /** By queue; each is created at the first packet of the queue. */
  private readonly controls: (PieLaw | undefined)[];
  /** Drop probability of the queue of the last arrival. */
  private readonly latestProbability = new Float64Array(1);

  constructor(host: PolicyHost, values: FqPieValues) {
    super(host, values.variant, values);
    this.values = values;
    this.controls = Array.from({ length: values.queues }, () => undefined);
  }

  override configure(values: FqPieValues): void {
    super.configure(values);
    this.values = values;
    for (const control of this.controls) {
      control?.advance();
      control?.configure(this.values);
    }
  }

  override signals(into: Float64Array): void {
    into[0] = this.latestProbability[0];
    into[1] = this.flows.activeCount;
  }

  protected override judge(queue: number, packet: number): number {
    const control = this.pieControl(queue);
    const reason = control.judge(packet);
    this.latestProbability[0] = control.probability;
    if (this.host.explaining) control.explain(packet, reason);
    return REASON_OF_PIE[reason];
  }

  protected override accepts(reason: number): boolean {
    return isAccepted(reasons, reason);
  }

  protected override onQueueFull(queue: number): void {
    this.pieControl(queue).refuse();
  }

  protected override dequeueFrom(queue: number): number {
    const control = this.pieControl(queue);
    const packet = this.flows.fifos.shift(queue);
    if (packet !== NO_PACKET) control.onSent(packet);
    return packet;
  }

  /** Linux has no rule for the longest queue: the packet that arrives is dropped. */
  protected override exceedsBuffer(queue: number, bytes: number): boolean {
    const { host, flows, values } = this;
    if (values.variant !== 'linux') return super.exceedsBuffer(queue, bytes);
    const { packetCount, byteCount } = flows.fifos;
    return packetCount + 1 > host.limitPackets || byteCount + bytes > host.limitBytes;
  }

  protected override refuse(queue: number, bytes: number): number {
    const { host, flows, values } = this;
    if (values.variant !== 'linux') return super.refuse(queue, bytes);
    if (host.explaining) {
      const { packetCount, byteCount } = flows.fifos;
      host.explanation.tell(bufferOperands(host, packetCount, byteCount, bytes), [bufferStep(host, { isFull: true })]);
    }
    return LIMIT_REASON;
  }

  /** In Linux, one timer that has run since the start updates all queues. */
  private createControl(queue: number): PieLaw {
    const { host, values } = this;
    const line = new QueueLine(this.flows.fifos, queue);
    if (values.variant !== 'linux') return new PieControl(host, line, values, host.nowNs);
    const control = new LinuxPieControl(host, line, values, { queue, queues: values.queues });
    control.advance();
    return control;
  }

  /** The PIE of a queue, after its due updates. */
  private pieControl(queue: number): PieLaw {
    const { controls } = this;
    let control = controls[queue];
    if (control === undefined) {
      control = this.createControl(queue);
      controls[queue] = control;
    } else control.advance();
    return control;
  }
}

export const fqPie = packetPolicy({
  id: 'fq-pie',
  name: 'FQ-PIE',
  summary: 'Gives each flow a queue of its own, serves new flows first, and keeps each queue short as PIE does.',
  source: 'RFC 8290 with RFC 8033; ns-3.37, FqPieQueueDisc',
  order: 'flow',
  parameters,
  reasons,
  quantities: { ...flowQueueQuantities, ...pieQuantities },
  hints: {
    lens: 'turns',
    rows: { by: 'flow' },
    thresholds: [{ parameter: 'targetMs', symbol: 'target', style: 'low', axis: 'delay' }, bufferThreshold],
    signals: [
      {
        id: 'probability',
        label: 'drop probability of the queue of the last arrival',
        symbol: 'p',
        unit: '',
        axis: 'probability',
      },
      ...queueSignals,
    ],
  },
  create: (host, values) => new FqPie(host, values),
});
