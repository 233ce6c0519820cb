/**
 * COBALT, CoDel and Blue together, as in CAKE. It drops or marks at the head of a queue in which packets wait too long.
 * It drops packets of unresponsive flows at random.
 * Source: Linux, net/sched/sch_cake.c; its law is in mechanisms/cobalt-law.ts.
 */
import type { PolicyHost, Reason } from '../../engine/contract/policy.ts';
import { acceptReason, dropReason, indexOfItem } from '../mechanisms/reasons.ts';
import {
  CobaltLaw,
  type CobaltValues,
  cobaltCaution,
  cobaltQuantities,
  cobaltReasons,
  oneQueueCobaltParameters,
} from './mechanisms/cobalt-law.ts';
import { HeadLawPolicy, headLawReasons, type ReplacingReasons } from './mechanisms/head-law-policy.ts';
import { bufferThreshold, packetPolicy } from './mechanisms/packet-policy.ts';
import { waitingBufferQuantities } from './mechanisms/waiting-quantities.ts';

const [fits, full] = headLawReasons;

const reasons: readonly Reason[] = [
  fits,
  {
    ...full,
    template: 'The buffer was full: the packet did not fit and was dropped. Blue’s drop probability grows.',
  },
  ...cobaltReasons,
  acceptReason('replaces', 'accepted for the oldest', {
    template: 'The buffer was full: its oldest packet was dropped, and this packet was accepted.',
    source: 'Linux, sch_cake',
  }),
  dropReason('oldest', 'oldest in a full buffer', {
    template:
      'A packet arrived at a full buffer. The oldest packet, this one, made room for it. Blue’s drop probability grows.',
    source: 'Linux, sch_cake',
  }),
];

const REPLACING_REASONS: ReplacingReasons = {
  acceptedReason: indexOfItem(reasons, 'replaces'),
  oldestReason: indexOfItem(reasons, 'oldest'),
};

class Cobalt extends HeadLawPolicy<CobaltValues, CobaltLaw> {
  constructor(host: PolicyHost, values: CobaltValues) {
    const replacingReasons = values.variant === 'linux' ? REPLACING_REASONS : undefined;
    super(host, (fifos) => new CobaltLaw(host, fifos, reasons, values), replacingReasons);
  }

  override signals(into: Float64Array): void {
    super.signals(into);
    into[1] = this.law.blueProbabilityOf(0);
  }
}

export const cobalt = packetPolicy({
  id: 'cobalt',
  name: 'COBALT',
  summary:
    'Acts at the head of the queue as CoDel does, and drops packets of unresponsive flows at random as Blue does.',
  source: 'Høiland-Jørgensen, Täht & Morton, Piece of CAKE, IEEE LANMAN 2018; Linux, sch_cake',
  parameters: oneQueueCobaltParameters,
  caution: cobaltCaution,
  reasons,
  quantities: { ...waitingBufferQuantities, ...cobaltQuantities },
  hints: {
    lens: 'overTime',
    thresholds: [{ parameter: 'targetMs', symbol: 'target', style: 'low', axis: 'delay' }, bufferThreshold],
    signals: [
      { id: 'sojourn', label: 'time waited', symbol: 't', unit: 'ms', axis: 'delay' },
      { id: 'blue', label: 'Blue’s drop probability', symbol: 'p', unit: '', axis: 'probability' },
    ],
  },
  create: (host, values) => new Cobalt(host, values),
});
