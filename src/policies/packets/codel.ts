/**
 * CoDel drops or marks at the head of the queue when every packet of the last interval has waited for the target or
 * longer. The longer this state lasts, the shorter the times between drops become.
 * Source: RFC 8289; its law is in mechanisms/codel-law.ts.
 */
import type { PolicyHost, Reason } from '../../engine/contract/policy.ts';
import { indexOfItem } from '../mechanisms/reasons.ts';
import { CodelLaw, type CodelValues, codelParameters, codelQuantities, codelReasons } from './mechanisms/codel-law.ts';
import { HeadLawPolicy, headLawReasons } from './mechanisms/head-law-policy.ts';
import { bypassedReason, bypassParameter, withBypass } from './mechanisms/linux/bypass.ts';
import { bufferThreshold, packetPolicy } from './mechanisms/packet-policy.ts';
import { waitingBufferQuantities } from './mechanisms/waiting-quantities.ts';

const reasons: readonly Reason[] = [...headLawReasons, ...codelReasons, bypassedReason];

const BYPASSED_REASON = indexOfItem(reasons, 'bypassed');

class Codel extends HeadLawPolicy<CodelValues, CodelLaw> {
  constructor(host: PolicyHost, values: CodelValues) {
    super(host, (fifos) => new CodelLaw(host, fifos, reasons, values));
  }

  override signals(into: Float64Array): void {
    super.signals(into);
    this.law.writeState(0, into, 1);
  }
}

export const codel = packetPolicy({
  id: 'codel',
  name: 'CoDel',
  summary: 'Drops or marks at the head of the queue when all packets of a whole interval have waited too long.',
  source: 'Nichols, Jacobson, McGregor & Iyengar, RFC 8289, 2018',
  parameters: { ...codelParameters, ...bypassParameter },
  reasons,
  quantities: { ...waitingBufferQuantities, ...codelQuantities },
  hints: {
    lens: 'clock',
    thresholds: [{ parameter: 'targetMs', symbol: 'target', style: 'low', axis: 'delay' }, bufferThreshold],
    signals: [
      { id: 'sojourn', label: 'time waited', symbol: 't', unit: 'ms', axis: 'delay' },
      { id: 'above', label: 'time for which all packets have waited too long', unit: 'ms', axis: 'own' },
      { id: 'count', label: 'drops or marks in this period of congestion', symbol: 'n', unit: '', axis: 'own' },
      { id: 'next', label: 'time until the next drop or mark', unit: 'ms', axis: 'own' },
    ],
  },
  create: (host, values) =>
    values.bypass
      ? withBypass(host, BYPASSED_REASON, (innerHost) => new Codel(innerHost, values))
      : new Codel(host, values),
});
