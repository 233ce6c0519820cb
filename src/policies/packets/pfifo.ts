/**
 * pfifo: one queue with a limit of its own in packets. A packet that does not fit is dropped.
 * Source: Linux, net/sched/sch_fifo.c.
 */

import type { PolicyHost } from '../../engine/contract/policy.ts';
import { integerParameter } from '../../params/number-parameter.ts';
import type { ParameterSchema, ValuesOf } from '../../params/schema.ts';
import { type BypassSlot, bypassParameter } from './mechanisms/linux/bypass.ts';
import { createFifo, fifoReasons, LinuxFifo } from './mechanisms/linux/linux-fifo.ts';
import { occupancyHints, packetPolicy } from './mechanisms/packet-policy.ts';
import { waitingBufferQuantities } from './mechanisms/waiting-quantities.ts';

const parameters = {
  limit: integerParameter('Limit', 'packets', [1, 1e6, 10], {
    symbol: 'limit',
    default: {
      rule: 'the buffer, as Linux takes the queue length of the device',
      compute: (context) => context.bufferPackets,
    },
    primary: true,
    help: 'Packets that may wait. The packet in transmission does not count, because it has left the queue. In DropTail it counts: pfifo with a limit of n packets drops the same packets as DropTail with a buffer of n + 1.',
    source: 'Linux, sch_fifo; tc-pfifo(8)',
  }),
  ...bypassParameter,
} as const satisfies ParameterSchema;

type PfifoValues = ValuesOf<typeof parameters>;

class Pfifo extends LinuxFifo<PfifoValues> {
  readonly limitBytes = Number.POSITIVE_INFINITY;
  limitPackets: number;

  constructor(host: PolicyHost, { limit }: PfifoValues, slot?: BypassSlot) {
    super(host, slot);
    this.limitPackets = limit;
  }

  override configure({ limit }: PfifoValues): void {
    this.limitPackets = limit;
  }
}

export const pfifo = packetPolicy({
  id: 'pfifo',
  name: 'pfifo',
  summary: 'One queue with a limit in packets. Packets that do not fit are dropped.',
  source: 'Linux, sch_fifo',
  parameters,
  // It has its own limit, not the buffer of the scenario.
  mayOverfill: () => true,
  ownLimit: () => ({ parameter: 'limit', unit: 'packets' }),
  reasons: fifoReasons,
  quantities: waitingBufferQuantities,
  hints: { ...occupancyHints, countsSending: false },
  create: (host, values) => createFifo(host, values.bypass, (innerHost, slot) => new Pfifo(innerHost, values, slot)),
});
