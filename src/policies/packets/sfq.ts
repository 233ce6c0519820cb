/**
 * SFQ, stochastic fairness queueing: a hash assigns flows to queues, and the queues send one packet each in turns. A
 * full buffer loses packets from its longest queue.
 * Source: McKenney, Stochastic Fairness Queueing, IEEE INFOCOM 1990. The hash stays the same. The paper proposes to
 * change it at intervals. But then packets of a flow could overtake each other. Linux (sch_sfq) counts turns in bytes,
 * as DRR does.
 */
import type { ValuesOf } from '../../params/schema.ts';
import { queueParameters } from './mechanisms/flow-queues.ts';
import { bufferThreshold, packetPolicy } from './mechanisms/packet-policy.ts';
import { QueueRing, ringQuantities, ringReasons, ringSignals } from './mechanisms/queue-ring.ts';

const parameters = {
  queues: { ...queueParameters.queues, default: 128, primary: true },
  hash: { ...queueParameters.hash, default: 'mixed' },
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
  reasons: ringReasons,
  quantities: ringQuantities,
  hints: {
    lens: 'buffers',
    rows: { by: 'flow' },
    thresholds: [bufferThreshold],
    signals: ringSignals,
  },
  create: (host, values) => new Sfq(host, values),
});
