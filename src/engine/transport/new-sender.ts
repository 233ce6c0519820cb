/** Makes the sender that a source's values ask for. */
import { loadedCongestionControl } from './congestion/loaded.ts';
import { Ns2NewRenoSender } from './ns2-newreno.ts';
import { Ns2SackSender } from './ns2-sack.ts';
import type { TcpSettings } from './parameters.ts';
import { RfcNewRenoSender } from './rfc-newreno.ts';
import { RfcSackSender } from './rfc-sack.ts';
import type { TcpSender, TransportHost } from './tcp-sender.ts';

/** @param uniform draws from the flow's random numbers: ns-2's senders for the phase of their clock, 0 to 1 tick; BBR later on */
export function newSender(
  host: TransportHost,
  flow: number,
  classIndex: number,
  values: TcpSettings,
  uniform: () => number,
): TcpSender {
  const sack = values.variant === 'sack';
  if (values.conformance === 'ns2')
    return sack
      ? new Ns2SackSender(host, flow, classIndex, values, uniform())
      : new Ns2NewRenoSender(host, flow, classIndex, values, uniform());
  const control = loadedCongestionControl(values.congestion);
  if (control === undefined) throw new Error(`congestion control ${values.congestion} is not loaded`);
  return sack
    ? new RfcSackSender(host, flow, classIndex, values, control, uniform)
    : new RfcNewRenoSender(host, flow, classIndex, values, control, uniform);
}
