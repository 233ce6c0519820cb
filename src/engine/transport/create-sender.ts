/** Creates the sender for the values of a source. */
import { loadedCongestionControl } from './congestion/loaded-controls.ts';
import { createNs2Sender } from './ns2-sender-factory.ts';
import { RackSender } from './rack-sender.ts';
import { RfcNewRenoSender } from './rfc-newreno.ts';
import { RfcRenoSender } from './rfc-reno.ts';
import { RfcSackSender } from './rfc-sack.ts';
import { RfcTahoeSender } from './rfc-tahoe.ts';
import type { SenderOptions, TcpSender } from './tcp-sender.ts';

/** @param uniform draws from the flow's random numbers: ns-2's senders for the phase of their clock, 0 to 1 tick; BBR later on */
export function createSender(endpoint: SenderOptions, uniform: () => number): TcpSender {
  const { values } = endpoint;
  if (values.conformance === 'ns2') return createNs2Sender(endpoint, uniform());
  const control = loadedCongestionControl(values.congestion);
  if (control === undefined) throw new Error(`congestion control ${values.congestion} is not loaded`);
  switch (values.variant) {
    case 'rack':
      return new RackSender(endpoint, control, uniform);
    case 'sack':
      return new RfcSackSender(endpoint, control, uniform);
    case 'reno':
      return new RfcRenoSender(endpoint, control, uniform);
    case 'tahoe':
      return new RfcTahoeSender(endpoint, control, uniform);
    default:
      return new RfcNewRenoSender(endpoint, control, uniform);
  }
}
