/**
 * The parts of the engine that many runs do not need: all sources but TCP and constant rate, links of varying rate,
 * ATM, ns-2's senders, and all congestion controls but Reno. This file registers them in optional-parts.ts.
 */

import { aal5FrameBytes } from '../atm/aal5.ts';
import { CellPort } from '../atm/cell-port.ts';
import { ClassArrivals } from '../time-lists/arrivals.ts';
import { registerOptionalParts } from './optional-parts.ts';
import { readLabels } from './read-labels.ts';
import { twoWayParts } from './two-way-parts.ts';
import { VcGuarantees } from './vc-guarantees.ts';
import './declared-parts.ts';
import { VaryingPort } from '../network/varying-port.ts';
import { AdaptiveTraffic } from '../sources/adaptive/adaptive.ts';
import type { AdaptiveValues } from '../sources/adaptive/adaptive-parameters.ts';
import type { ArrivalsValues } from '../sources/arrivals-parameters.ts';
import { ArrivalsTraffic } from '../sources/arrivals-traffic.ts';
import { OnOffTraffic } from '../sources/on-off.ts';
import type { OnOffValues } from '../sources/on-off-parameters.ts';
import { PingTraffic } from '../sources/ping.ts';
import type { PingValues } from '../sources/ping-parameters.ts';
import { PlayerTraffic } from '../sources/player/player.ts';
import type { PlayerValues } from '../sources/player/player-parameters.ts';
import { PoissonTraffic } from '../sources/poisson.ts';
import type { PoissonValues } from '../sources/poisson-parameters.ts';
import { QuicTraffic } from '../sources/quic-traffic.ts';
import { TcpTraffic } from '../sources/tcp-traffic.ts';
import { VideoTraffic } from '../sources/video/video.ts';
import type { VideoValues } from '../sources/video/video-parameters.ts';
import { loadedArrivals } from '../time-lists/arrivals.ts';
import { ArrivalsBuilder } from '../time-lists/arrivals-csv.ts';
import type { LinkRates } from '../time-lists/link-rates.ts';
import { parseRates } from '../time-lists/rates-text.ts';
import { syntheticRates } from '../time-lists/synthetic-rates.ts';
import { CountingNewRenoSender } from '../transport/counting-newreno.ts';
import { Ns2NewRenoSender } from '../transport/ns2-newreno.ts';
import { Ns2SackSender } from '../transport/ns2-sack.ts';
import { registerOptionalSenders } from '../transport/optional-senders.ts';
import type { QuicValues } from '../transport/quic/quic-parameters.ts';
import { RackSender } from '../transport/rack-sender.ts';
import { RfcRenoSender } from '../transport/rfc-reno.ts';
import { RfcTahoeSender } from '../transport/rfc-tahoe.ts';
import type { TcpValues } from '../transport/tcp-parameters.ts';

const NO_ARRIVALS = new ArrivalsBuilder().build([]);

/** The last list of rates that was read: all lanes and tapes of a run use the same list. */
let lastRates: { readonly text: string; readonly rates: LinkRates } | undefined;

function parseLinkRates(text: string): LinkRates {
  if (lastRates?.text !== text) lastRates = { text, rates: parseRates(text).rates };
  return lastRates.rates;
}

registerOptionalParts({
  labels: readLabels,
  models: {
    poisson: (host, classIndex, name, values: PoissonValues) => new PoissonTraffic(host, classIndex, name, values),
    onOff: (host, classIndex, name, values: OnOffValues) => new OnOffTraffic(host, classIndex, name, values),
    video: (host, classIndex, name, values: VideoValues) => new VideoTraffic(host, classIndex, name, values),
    vc: (host, classIndex, name, values: TcpValues) =>
      new TcpTraffic(host, classIndex, name, {
        ...values,
        greenShare: 0,
        ecn: false,
        wireBytes: aal5FrameBytes,
      }),
    ping: (host, classIndex, name, values: PingValues) => new PingTraffic(host, classIndex, name, values),
    player: (host, classIndex, name, values: PlayerValues) => new PlayerTraffic(host, classIndex, name, values),
    quic: (host, classIndex, name, values: QuicValues) => new QuicTraffic(host, classIndex, name, values),
    adaptive: (host, classIndex, name, values: AdaptiveValues) => new AdaptiveTraffic(host, classIndex, name, values),
    arrivals: (host, classIndex, name, values: ArrivalsValues) =>
      new ArrivalsTraffic(host, classIndex, name, values, host.arrivalsOf(classIndex)),
  },
  arrivals: (csv, classId) => {
    const list = (csv === undefined ? undefined : loadedArrivals(csv)) ?? NO_ARRIVALS;
    return new ClassArrivals(list, list.classes.indexOf(classId));
  },
  twoWay: twoWayParts,
  varyingPort: ({ link, rates = '' }, port) =>
    new VaryingPort(
      parseLinkRates(link.rates === 'file' ? rates : syntheticRates[link.rates as keyof typeof syntheticRates]),
      port,
    ),
  cellPort: (options) => new CellPort(options),
  vcGuarantees: (scenario, port) => new VcGuarantees(scenario, port),
});

registerOptionalSenders({
  ns2: (endpoint, phase) =>
    endpoint.values.variant === 'sack' ? new Ns2SackSender(endpoint, phase) : new Ns2NewRenoSender(endpoint, phase),
  rack: (endpoint, control, uniform) => new RackSender(endpoint, control, uniform),
  reno: (endpoint, control, uniform) => new RfcRenoSender(endpoint, control, uniform),
  countingNewReno: (endpoint, control, uniform) => new CountingNewRenoSender(endpoint, control, uniform),
  tahoe: (endpoint, control, uniform) => new RfcTahoeSender(endpoint, control, uniform),
});
