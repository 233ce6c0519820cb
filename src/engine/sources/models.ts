/** The classes of the traffic models that every build has, by name. One line per model; the others are in all-optional-parts.ts. */
import type { ParameterValue } from '../../params/schema.ts';
import type { ShortTcpValues, TcpValues } from '../transport/parameters.ts';
import { CbrTraffic } from './cbr.ts';
import { ShortTcpTraffic, TcpTraffic } from './tcp-traffic.ts';
import type { Traffic, TrafficHost } from './traffic.ts';

export type MakeTraffic = (
  host: TrafficHost,
  classIndex: number,
  name: string,
  values: Record<string, ParameterValue>,
) => Traffic;

export const trafficModels = {
  tcp: (host, classIndex, name, values) => new TcpTraffic(host, classIndex, name, values as TcpValues),
  shortTcp: (host, classIndex, name, values) => new ShortTcpTraffic(host, classIndex, name, values as ShortTcpValues),
  cbr: (host, classIndex, name, values) =>
    new CbrTraffic(host, classIndex, name, values as ConstructorParameters<typeof CbrTraffic>[3]),
} as const satisfies Record<string, MakeTraffic>;
