/**
 * bfifo: one queue with a limit of its own in bytes. A packet that does not fit is dropped.
 * Source: Linux, net/sched/sch_fifo.c.
 */

import type { PolicyHost } from '../../engine/contract/policy.ts';
import { integerParameter } from '../../params/number-parameter.ts';
import type { ParameterSchema, ValuesOf } from '../../params/schema.ts';
import { type BypassSlot, bypassParameter } from './mechanisms/linux/bypass.ts';
import { createFifo, fifoReasons, LinuxFifo } from './mechanisms/linux/linux-fifo.ts';
import { occupancyHints, packetPolicy } from './mechanisms/packet-policy.ts';
import { waitingBufferQuantities } from './mechanisms/waiting-quantities.ts';

/** MTU of Ethernet with its header, bytes. */
const FRAME_BYTES = 1514;

const parameters = {
  limit: integerParameter('Limit', 'bytes', [64, 2e9, 1000], {
    symbol: 'limit',
    default: {
      rule: 'the buffer in packets times 1514 bytes, as Linux takes the queue length of the device',
      compute: (context) => Math.round(context.bufferPackets * FRAME_BYTES),
    },
    primary: true,
    help: 'Bytes that may wait. The packet in transmission does not count, because it has left the queue. In DropTail it counts.',
    source: 'Linux, sch_fifo; tc-bfifo(8)',
  }),
  ...bypassParameter,
} as const satisfies ParameterSchema;

type BfifoValues = ValuesOf<typeof parameters>;

class Bfifo extends LinuxFifo<BfifoValues> {
  readonly limitPackets = Number.POSITIVE_INFINITY;
  limitBytes: number;

  constructor(host: PolicyHost, { limit }: BfifoValues, slot?: BypassSlot) {
    super(host, slot);
    this.limitBytes = limit;
  }

  override configure({ limit }: BfifoValues): void {
    this.limitBytes = limit;
  }
}

export const bfifo = packetPolicy({
  id: 'bfifo',
  name: 'bfifo',
  summary: 'One queue with a limit in bytes. Packets that do not fit are dropped.',
  source: 'Linux, sch_fifo',
  parameters,
  // It has its own limit, not the buffer of the scenario.
  mayOverfill: () => true,
  ownLimit: () => ({ parameter: 'limit', unit: 'bytes' }),
  reasons: fifoReasons,
  quantities: waitingBufferQuantities,
  hints: { ...occupancyHints, countsSending: false },
  create: (host, values) => createFifo(host, values.bypass, (innerHost, slot) => new Bfifo(innerHost, values, slot)),
});
