/**
 * A traffic model alone. The harness records its packets. Data comes to its receivers, and ACKs come back, after a
 * fixed delay.
 */
import { Clock, type EventHandler, EventPriority } from '../../../src/engine/events/clock.ts';
import '../../../src/engine/simulation/all-optional-parts.ts';
import { RandomStream } from '../../../src/engine/numbers/random.ts';
import { PacketFlag, PacketPool } from '../../../src/engine/packets/packet.ts';
import type { SourceKind } from '../../../src/engine/packets/source-kind.ts';
import { listedArrivals, trafficModel } from '../../../src/engine/simulation/optional-parts.ts';
import { sourceSchemas } from '../../../src/engine/sources/source-schemas.ts';
import type { Traffic, TrafficHost } from '../../../src/engine/sources/traffic.ts';
import type { ClassArrivals } from '../../../src/engine/time-lists/arrivals.ts';
import { type ParameterValues, resolveValues } from '../../../src/params/schema.ts';

export interface Emission {
  readonly timeNs: number;
  readonly flow: number;
  readonly sequence: number;
  readonly bytes: number;
  readonly countedBytes: number;
  readonly flags: number;
}

export interface HarnessOptions {
  readonly seed?: number;
  /** One-way delay, ms. */
  readonly delayMs?: number;
  /** The list of arrivals; its class is `a`. */
  readonly list?: string;
  /** Which data packets are lost on their way. */
  readonly loses?: (emission: Emission) => boolean;
}

export class TrafficHarness implements TrafficHost, EventHandler {
  readonly clock = new Clock();
  readonly packets = new PacketPool();
  readonly sent: Emission[] = [];
  /** When each transfer ended, ns. */
  readonly done: number[] = [];
  /** How long each transfer took, ns, in the order in which they were completed. */
  readonly took: number[] = [];
  /** Segments that came to a receiver and were new there, or packets of frames that count. */
  usefulPackets = 0;
  uselessPackets = 0;
  usefulBytes = 0;
  readonly traffic: Traffic;
  private flows = 0;
  private readonly seed: number;
  private readonly list: string | undefined;
  private readonly delayNs: number;
  private readonly target: number;
  private readonly loses: (emission: Emission) => boolean;

  constructor(kind: SourceKind, given: ParameterValues, options: HarnessOptions = {}) {
    this.seed = options.seed ?? 1;
    this.list = options.list;
    this.loses = options.loses ?? (() => false);
    this.delayNs = (options.delayMs ?? 50) * 1e6;
    this.target = this.clock.register(this);
    const context = { rateBps: 10e6, delayMs: 20, bufferPackets: 100 };
    const values = resolveValues(sourceSchemas[kind], given, context);
    this.traffic = trafficModel(kind)(this, 0, 'sources/a', values);
    this.traffic.start();
  }

  runTo(seconds: number): this {
    this.clock.runUntil(Math.round(seconds * 1e9));
    return this;
  }

  /** Emission times of one flow (or of all), ns. */
  times(flow?: number): number[] {
    return this.sent.filter((emission) => flow === undefined || emission.flow === flow).map(({ timeNs }) => timeNs);
  }

  stream(name: string): RandomStream {
    return new RandomStream(this.seed, name);
  }

  addFlow(): number {
    return this.flows++;
  }

  send(flow: number, packet: number): void {
    const { packets } = this;
    packets.flow[packet] = flow;
    const emission = {
      timeNs: this.clock.nowNs,
      flow,
      sequence: packets.sequence[packet] as number,
      bytes: packets.bytes[packet] as number,
      countedBytes: packets.countedBytes[packet] as number,
      flags: packets.flags[packet] as number,
    };
    this.sent.push(emission);
    if (this.loses(emission)) packets.free(packet);
    else this.later(packet);
  }

  arrivalsOf(): ClassArrivals {
    return listedArrivals(this.list, 'a');
  }

  arrive(flow: number, packet: number): void {
    this.send(flow, packet);
  }

  reply(flow: number, packet: number): void {
    this.packets.flow[packet] = flow;
    this.later(packet);
  }

  countUseful(_class: number, _flow: number, packets: number, bytes: number): void {
    this.usefulPackets += packets;
    this.usefulBytes += bytes;
  }

  countUseless(_class: number, packets: number): void {
    this.uselessPackets += packets;
  }

  countCompleted(_class: number, startNs: number): void {
    this.took.push(this.clock.nowNs - startNs);
  }

  onTimeout(): void {}

  onTransferDone(flow: number): void {
    this.done.push(this.clock.nowNs);
    this.traffic.onTransferDone(flow);
  }

  onEvent(packet: number): void {
    if (((this.packets.flags[packet] as number) & PacketFlag.ack) !== 0) this.traffic.onAcknowledged(packet);
    else if (this.traffic.onReceived(packet)) this.usefulPackets++;
    this.packets.free(packet);
  }

  private later(packet: number): void {
    this.clock.schedule(this.clock.nowNs + this.delayNs, EventPriority.arrival, this.target, packet);
  }
}

/** Differences of neighbours. */
export function gaps(times: readonly number[]): number[] {
  return times.slice(1).map((time, index) => time - (times[index] as number));
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function variance(values: readonly number[]): number {
  const middle = mean(values);
  return values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1);
}

/** Kolmogorov's distance between samples and a distribution, times sqrt(n): below 1.63 in 99 of 100 cases. */
export function kolmogorov(samples: readonly number[], distribution: (x: number) => number): number {
  const sorted = [...samples].sort((one, other) => one - other);
  const n = sorted.length;
  let distance = 0;
  for (const [index, x] of sorted.entries()) {
    const share = distribution(x);
    distance = Math.max(distance, share - index / n, (index + 1) / n - share);
  }
  return distance * Math.sqrt(n);
}
