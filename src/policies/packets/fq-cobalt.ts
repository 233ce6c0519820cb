/**
 * FQ-COBALT has a queue for each flow. The queues take turns, new flows first. COBALT keeps each queue short.
 * Source: RFC 8290 for the queues; ns-3.37, FqCobaltQueueDisc.
 */
import type { PolicyHost, Reason } from '../../engine/contract/policy.ts';
import type { ValuesOf } from '../../params/schema.ts';
import { CobaltLaw, cobaltParameters, cobaltQuantities, cobaltReasons } from './mechanisms/cobalt-law.ts';
import { FlowQueueingAtHead, flowQueueQuantities, flowQueueReasons, headLawHints } from './mechanisms/flow-queueing.ts';
import { quantumParameter, queueParameters } from './mechanisms/flow-queues.ts';
import { packetPolicy } from './mechanisms/packet-policy.ts';

const parameters = { ...cobaltParameters, ...quantumParameter, ...queueParameters };

type FqCobaltValues = ValuesOf<typeof parameters>;

const reasons: readonly Reason[] = [...flowQueueReasons, ...cobaltReasons];

class FqCobalt extends FlowQueueingAtHead<FqCobaltValues> {
  protected override readonly law: CobaltLaw;

  constructor(host: PolicyHost, values: FqCobaltValues) {
    super(host, values.variant === 'ns3' ? 'ns3' : 'rfc', values);
    this.law = new CobaltLaw(host, this.flows.fifos, reasons, values);
  }

  protected override onQueueFull(queue: number): void {
    this.law.onQueueFull(queue);
  }

  /** CAKE reports the loss to the queue that lost packets; ns-3 does not. */
  protected override onOverload(queue: number): void {
    this.law.onOverload(queue);
  }
}

export const fqCobalt = packetPolicy({
  id: 'fq-cobalt',
  name: 'FQ-COBALT',
  summary: 'Gives each flow a queue of its own, serves new flows first, and keeps each queue short as COBALT does.',
  source: 'RFC 8290 with Linux, sch_cake; ns-3.37, FqCobaltQueueDisc',
  order: 'flow',
  parameters,
  reasons,
  quantities: { ...flowQueueQuantities, ...cobaltQuantities },
  hints: headLawHints,
  create: (host, values) => new FqCobalt(host, values),
});
