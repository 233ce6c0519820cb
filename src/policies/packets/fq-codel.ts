/**
 * FQ-CoDel has a queue for each flow. The queues take turns, new flows first. CoDel keeps each queue short.
 * Source: RFC 8290; Linux, sch_fq_codel; ns-3.37, FqCoDelQueueDisc.
 */

import type { PolicyHost, Reason } from '../../engine/contract/policy.ts';
import { integerParameter } from '../../params/number-parameter.ts';
import { type ParameterSchema, type ValuesOf, withoutPrimary } from '../../params/schema.ts';
import { indexOfItem } from '../mechanisms/reasons.ts';
import { CodelLaw, codelParameters, codelQuantities, codelReasons } from './mechanisms/codel-law.ts';
import {
  FlowQueueingAtHead,
  flowQueueQuantities,
  flowQueueReasons,
  headLawHints,
  PACKET_MEMORY_BYTES,
  USUAL_BATCH_PACKETS,
} from './mechanisms/flow-queueing.ts';
import { quantumParameter, queueParameters } from './mechanisms/flow-queues.ts';
import { bypassedReason, bypassParameter, withBypass } from './mechanisms/linux/bypass.ts';
import { packetPolicy } from './mechanisms/packet-policy.ts';

/** The kernel takes no larger limit. */
const MAX_MEMORY_BYTES = 2 ** 31;

const overloadParameters = {
  dropBatch: integerParameter('Drops at once', 'packets', [1, 1e6, 1], {
    symbol: 'drop_batch',
    default: USUAL_BATCH_PACKETS,
    help: 'Linux and ns-3 only: if the buffer is over its limit, the longest queue loses half of its bytes, but at most this number of packets.',
    source: 'Linux, sch_fq_codel; ns-3.37, FqCoDelQueueDisc (DropBatchSize)',
  }),
  memoryLimitBytes: integerParameter('Limit on memory', 'bytes', [0, MAX_MEMORY_BYTES, 1e6], {
    symbol: 'memory_limit',
    default: 33_554_432,
    help: 'Linux only: a packet of up to 1664 bytes takes 2304 bytes of memory. Above this limit packets are dropped as above that of the buffer. The default holds more packets than most buffers.',
    source: 'Linux, sch_fq_codel (memory_limit)',
  }),
} as const satisfies ParameterSchema;

const parameters = {
  ...codelParameters,
  intervalMs: withoutPrimary(codelParameters).intervalMs,
  ...quantumParameter,
  ...queueParameters,
  ...overloadParameters,
  ...bypassParameter,
};

type FqCodelValues = ValuesOf<typeof parameters>;

const reasons: readonly Reason[] = [...flowQueueReasons, ...codelReasons, bypassedReason];

const BYPASSED_REASON = indexOfItem(reasons, 'bypassed');

/** The least quantum of Linux, bytes. */
const LINUX_MIN_QUANTUM_BYTES = 256;

function withAllowedQuantum(values: FqCodelValues): FqCodelValues {
  const { variant, quantumBytes } = values;
  return variant === 'linux' ? { ...values, quantumBytes: Math.max(LINUX_MIN_QUANTUM_BYTES, quantumBytes) } : values;
}

class FqCodel extends FlowQueueingAtHead<FqCodelValues> {
  protected override readonly law: CodelLaw;

  constructor(host: PolicyHost, values: FqCodelValues) {
    super(host, values.variant, withAllowedQuantum(values));
    this.law = new CodelLaw(host, this.flows.fifos, reasons, values);
    this.setOverloadValues(values);
  }

  override configure(values: FqCodelValues): void {
    super.configure(withAllowedQuantum(values));
    this.setOverloadValues(values);
  }

  private setOverloadValues({ variant, dropBatch, memoryLimitBytes }: FqCodelValues): void {
    this.batchPackets = dropBatch;
    this.memoryPackets =
      variant === 'linux' ? Math.floor(memoryLimitBytes / PACKET_MEMORY_BYTES) : Number.POSITIVE_INFINITY;
  }

  /** In Linux, CoDel acts faster after an overload. */
  protected override onOverload(queue: number, packets: number): void {
    this.law.addActions(queue, packets);
  }
}

export const fqCodel = packetPolicy({
  id: 'fq-codel',
  name: 'FQ-CoDel',
  summary: 'Gives each flow a queue of its own, serves new flows first, and keeps each queue short as CoDel does.',
  source: 'Høiland-Jørgensen, McKenney, Taht, Gettys & Dumazet, RFC 8290, 2018',
  order: 'flow',
  parameters,
  reasons,
  quantities: {
    ...flowQueueQuantities,
    ...codelQuantities,
    memory: { symbol: 'M', meaning: 'memory of all queues with the packet that arrived', unit: 'bytes' },
  },
  hints: headLawHints,
  create: (host, values) =>
    values.bypass
      ? withBypass(host, BYPASSED_REASON, (innerHost) => new FqCodel(innerHost, values))
      : new FqCodel(host, values),
});
