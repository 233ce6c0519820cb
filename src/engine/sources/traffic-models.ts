/**
 * The classes of the traffic models that every build has, by name. One line for each model. The other models are in
 * all-optional-parts.ts.
 */
import type { ParameterValues } from '../../params/schema.ts';
import type { ShortTcpValues, TcpValues } from '../transport/tcp-parameters.ts';
import { CbrTraffic } from './cbr.ts';
import type { CbrValues } from './cbr-parameters.ts';
import { ShortTcpTraffic, TcpTraffic } from './tcp-traffic.ts';
import type { Traffic, TrafficHost } from './traffic.ts';

interface TrafficCreation<V> {
  create(host: TrafficHost, classIndex: number, name: string, values: V): Traffic;
}

/**
 * Creates the sources of one class. A model has the type of its own values. A table contains models with
 * different parameters, so its type does not include the types of their values.
 */
export type TrafficFactory<V = ParameterValues> = TrafficCreation<V>['create'];

export const trafficModels = {
  tcp: (host, classIndex, name, values: TcpValues) => new TcpTraffic(host, classIndex, name, values),
  shortTcp: (host, classIndex, name, values: ShortTcpValues) => new ShortTcpTraffic(host, classIndex, name, values),
  cbr: (host, classIndex, name, values: CbrValues) => new CbrTraffic(host, classIndex, name, values),
} as const satisfies Record<string, TrafficFactory>;
