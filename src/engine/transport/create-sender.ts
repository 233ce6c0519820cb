/** Creates the sender for the values of a source. */
import { loadedCongestionControl } from './congestion/loaded-controls.ts';
import { optionalSenders } from './optional-senders.ts';
import { RfcNewRenoSender } from './rfc-newreno.ts';
import { RfcSackSender } from './rfc-sack.ts';
import type { TcpSettings } from './tcp-parameters.ts';
import type { SenderOptions, TcpSender } from './tcp-sender.ts';

/** The variants that are loaded with the engine. */
export const LOADED_VARIANTS = ['sack', 'newreno'] as const;

/** NewReno with the additions that count what is in flight. */
const countsInFlight = ({ duplicateAcks, prr, frto }: TcpSettings) => prr || frto || duplicateAcks === 'adaptive';

/**
 * Makes the sender that the values of a TCP source name.
 * @param uniform draws from the flow's random numbers: ns-2's senders for the phase of their clock, 0 to 1 tick; BBR
 * later on
 * @throws Error if its congestion control is not loaded
 */
export function createSender(endpoint: SenderOptions, uniform: () => number): TcpSender {
  const { conformance, congestion, variant } = endpoint.values;
  if (conformance === 'ns2') return optionalSenders().ns2(endpoint, uniform());
  const control = loadedCongestionControl(congestion);
  if (control === undefined) throw new Error(`congestion control ${congestion} is not loaded`);
  switch (variant) {
    case 'sack':
      return new RfcSackSender(endpoint, control, uniform);
    case 'newreno':
      if (countsInFlight(endpoint.values)) return optionalSenders().countingNewReno(endpoint, control, uniform);
      return new RfcNewRenoSender(endpoint, control, uniform);
    default:
      return optionalSenders()[variant](endpoint, control, uniform);
  }
}
