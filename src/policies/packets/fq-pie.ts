/**
 * FQ-PIE has a queue for each flow. The queues take turns, new flows first. Each queue has its own PIE, which keeps it
 * short.
 * Source: RFC 8290 for the queues, RFC 8033 for PIE; ns-3.37, FqPieQueueDisc.
 */
import { NO_PACKET, type PolicyHost, type Reason } from '../../engine/contract/policy.ts';
import type { ValuesOf } from '../../params/schema.ts';
import { indicesOfItems, isAccepted } from '../mechanisms/reasons.ts';
import type { Fifos } from './mechanisms/fifos.ts';
import { FlowQueueing, flowQueueQuantities, overflowReasons, queueSignals } from './mechanisms/flow-queueing.ts';
import { quantumParameter, queueParameters } from './mechanisms/flow-queues.ts';
import { bufferThreshold, packetPolicy } from './mechanisms/packet-policy.ts';
import { PieControl } from './mechanisms/pie-control.ts';
import { pieParameters } from './mechanisms/pie-parameters.ts';
import { pieReasons } from './mechanisms/pie-reasons.ts';
import { pieQuantities } from './mechanisms/pie-steps.ts';

const parameters = {
  ...pieParameters,
  variant: {
    ...pieParameters.variant,
    options: [
      { value: 'rfc', label: 'RFC 8033' },
      { value: 'ns3', label: 'ns-3' },
    ],
  },
  ...quantumParameter,
  ...queueParameters,
} as const;

type FqPieValues = ValuesOf<typeof parameters>;

/** The queues, not PIE, refuse a packet that finds the buffer full. */
const reasons: readonly Reason[] = [...overflowReasons, ...pieReasons.filter(({ id }) => id !== 'full')];

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
  private readonly controls: (PieControl | undefined)[];
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

  /** The PIE of a queue, after its due updates. */
  private pieControl(queue: number): PieControl {
    const { controls, host } = this;
    let control = controls[queue];
    if (control === undefined) {
      control = new PieControl(host, new QueueLine(this.flows.fifos, queue), this.values, host.nowNs);
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
