/**
 * SFQ, stochastic fairness queueing: a hash assigns flows to queues, and the queues send one packet each in turns. A
 * full buffer loses packets from its longest queue.
 * Source: McKenney, Stochastic Fairness Queueing, IEEE INFOCOM 1990. The hash stays the same. The paper proposes to
 * change it at intervals. But then packets of a flow could overtake each other. Linux (mechanisms/linux/linux-sfq.ts)
 * counts turns in bytes.
 */
import { choiceParameter } from '../../params/choice-parameter.ts';
import type { ValuesOf } from '../../params/schema.ts';
import { queueParameters } from './mechanisms/flow-queues.ts';
import { createLinuxSfq, linuxSfqParameters, linuxSfqQuantities, sfqReasons } from './mechanisms/linux/linux-sfq.ts';
import { linuxSfqRedConstraints } from './mechanisms/linux/linux-sfq-red.ts';
import { bufferThreshold, packetPolicy } from './mechanisms/packet-policy.ts';
import { QueueRing, ringQuantities, ringSignals } from './mechanisms/queue-ring.ts';

const parameters = {
  queues: { ...queueParameters.queues, default: 128, primary: true },
  hash: { ...queueParameters.hash, default: 'mixed' },
  variant: choiceParameter('SFQ as in', {
    options: { paper: 'McKenney', linux: 'Linux' },
    default: 'paper',
    live: false,
    help: 'In the paper, a queue sends one packet in its turn, and the queues share the buffer of the scenario. In Linux, it sends a quantum of bytes. The queues have limits of their own, and the longest queue is the one with most packets.',
    source: 'McKenney 1990; Linux, sch_sfq',
  }),
  ...linuxSfqParameters,
} as const;

type SfqValues = ValuesOf<typeof parameters>;

class Sfq extends QueueRing<SfqValues> {
  configure(): void {}

  protected override maySend(): boolean {
    return true;
  }

  protected override isTurnOver(): boolean {
    return true;
  }
}

export const sfq = packetPolicy({
  id: 'sfq',
  name: 'SFQ',
  summary: 'Spreads flows over queues by a hash. In each turn, a queue may send one packet.',
  source: 'McKenney, IEEE INFOCOM 1990',
  order: 'flow',
  parameters,
  constraints: linuxSfqRedConstraints,
  mayOverfill: ({ variant }) => variant === 'linux',
  ownLimit: ({ variant }) => (variant === 'linux' ? { parameter: 'limit', unit: 'packets' } : undefined),
  reasons: sfqReasons,
  quantities: { ...ringQuantities, ...linuxSfqQuantities },
  hints: {
    lens: 'buffers',
    rows: { by: 'flow' },
    thresholds: [bufferThreshold],
    signals: ringSignals,
  },
  create: (host, values) => (values.variant === 'linux' ? createLinuxSfq(host, values) : new Sfq(host, values)),
});
