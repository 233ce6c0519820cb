/** The traffic models by name, as classes at work. One line per model. */

import type { ParameterValue } from '../../params/schema.ts';
import { frameBytes } from '../atm/aal5.ts';
import type { ShortTcpValues, TcpValues } from '../transport/parameters.ts';
import { AdaptiveTraffic, type AdaptiveValues } from './adaptive.ts';
import { CbrTraffic } from './cbr.ts';
import { OnOffTraffic } from './on-off.ts';
import { PoissonTraffic } from './poisson.ts';
import type { SourceKind } from './schemas.ts';
import { ShortTcpTraffic, TcpTraffic } from './tcp-traffic.ts';
import type { Traffic, TrafficHost } from './traffic.ts';
import { VideoTraffic, type VideoValues } from './video.ts';

type Make = (host: TrafficHost, classIndex: number, name: string, values: Record<string, ParameterValue>) => Traffic;

export const trafficModels: Readonly<Record<SourceKind, Make>> = {
  tcp: (host, classIndex, name, values) => new TcpTraffic(host, classIndex, name, values as TcpValues),
  shortTcp: (host, classIndex, name, values) => new ShortTcpTraffic(host, classIndex, name, values as ShortTcpValues),
  cbr: (host, classIndex, name, values) =>
    new CbrTraffic(host, classIndex, name, values as ConstructorParameters<typeof CbrTraffic>[3]),
  poisson: (host, classIndex, name, values) =>
    new PoissonTraffic(host, classIndex, name, values as ConstructorParameters<typeof PoissonTraffic>[3]),
  onOff: (host, classIndex, name, values) =>
    new OnOffTraffic(host, classIndex, name, values as ConstructorParameters<typeof OnOffTraffic>[3]),
  video: (host, classIndex, name, values) => new VideoTraffic(host, classIndex, name, values as VideoValues),
  vc: (host, classIndex, name, values) =>
    new TcpTraffic(host, classIndex, name, {
      ...(values as TcpValues),
      greenShare: 0,
      ecn: false,
      wireBytes: frameBytes,
    }),
  adaptive: (host, classIndex, name, values) => new AdaptiveTraffic(host, classIndex, name, values as AdaptiveValues),
};
