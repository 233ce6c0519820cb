/** Makes the sender that a source's values ask for. */
import { loadedCongestionControl } from './congestion/loaded.ts';
import { Ns2NewRenoSender } from './ns2-newreno.ts';
import { Ns2SackSender } from './ns2-sack.ts';
import type { TcpSettings } from './parameters.ts';
import { RfcNewRenoSender } from './rfc-newreno.ts';
import { RfcSackSender } from './rfc-sack.ts';
import type { TcpSender, TransportHost } from './tcp-sender.ts';

/** @param phase gives the phase of the sender's clock, 0 to 1 tick; asked for by ns-2's senders alone */
export function newSender(
  host: TransportHost,
  flow: number,
  classIndex: number,
  values: TcpSettings,
  phase: () => number,
): TcpSender {
  const sack = values.variant === 'sack';
  if (values.conformance === 'ns2')
    return sack
      ? new Ns2SackSender(host, flow, classIndex, values, phase())
      : new Ns2NewRenoSender(host, flow, classIndex, values, phase());
  const control = loadedCongestionControl(values.congestion);
  if (control === undefined) throw new Error(`congestion control ${values.congestion} is not loaded`);
  return sack
    ? new RfcSackSender(host, flow, classIndex, values, control)
    : new RfcNewRenoSender(host, flow, classIndex, values, control);
}
