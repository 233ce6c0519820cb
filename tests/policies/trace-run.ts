/**
 * Plays a given list of arrivals to a policy at a real port, and records the times of sent packets and the reasons of
 * drops.
 */
import type { PacketPolicyDefinition } from '../../src/engine/contract/policy.ts';
import { Clock, type EventHandler, EventPriority } from '../../src/engine/events/clock.ts';
import { Port, type PortObserver } from '../../src/engine/network/port.ts';
import { RandomStream } from '../../src/engine/numbers/random.ts';
import { PacketFlag, PacketPool } from '../../src/engine/packets/packet.ts';
import { type ParameterValue, resolveValues } from '../../src/params/schema.ts';

export interface Arrival {
  readonly name: string;
  /** Time in ticks; arrivals of one tick come in the order of the list. */
  readonly at: number;
  readonly bytes: number;
  readonly green: boolean;
}

export interface TraceOptions {
  readonly definition: PacketPolicyDefinition;
  readonly values?: Record<string, ParameterValue>;
  readonly limitBytes?: number;
  readonly limitPackets?: number;
  readonly seed?: number;
}

export interface Trace {
  /** When each packet that was sent began its transmission, ticks, in that order. */
  readonly started: Map<string, number>;
  /** Id of the reason, and the tick, of each packet that was dropped. */
  readonly dropped: Map<string, { readonly reason: string; readonly at: number }>;
  /** Most bytes that were still to be sent. */
  readonly mostBytes: number;
  /** Deadline of each packet that was sent, ticks; of policies without them NaN. */
  readonly deadlines: Map<string, number>;
}

/** A tick is 1 ms, in which the link sends one byte. */
const TICK_NS = 1e6;
const RATE_BPS = 8e3;

export function playTrace(arrivals: readonly Arrival[], options: TraceOptions): Trace {
  const { definition, values = {} } = options;
  const clock = new Clock();
  const packets = new PacketPool();
  const started = new Map<string, number>();
  const dropped = new Map<string, { reason: string; at: number }>();
  const deadlines = new Map<string, number>();
  const nameOf = (packet: number) => (arrivals[packets.flow[packet] as number] as Arrival).name;
  const tick = () => clock.nowNs / TICK_NS;
  const drop = (packet: number, reason: number) =>
    dropped.set(nameOf(packet), { reason: definition.reasons[reason]?.id ?? '', at: tick() });
  let mostBytes = 0;
  const observer: PortObserver = {
    onArrival: () => {},
    onVerdict: (packet, reason, kind) => {
      if (kind === 'drop') drop(packet, reason);
      const left = port.inServiceBytes > 0 ? (port.inServiceEndNs - clock.nowNs) / TICK_NS : 0;
      mostBytes = Math.max(mostBytes, port.attachedPolicy.waitingBytes() + left);
    },
    onLaterVerdict: (packet, reason, kind) => {
      if (kind === 'drop') drop(packet, reason);
    },
    onServiceStart: (packet) => {
      started.set(nameOf(packet), tick());
      deadlines.set(nameOf(packet), (port.attachedPolicy.deadlineNsOf?.(packet) ?? Number.NaN) / TICK_NS);
    },
    onDeparture: () => {},
  };
  const port = new Port({
    clock,
    packets,
    random: new RandomStream(options.seed ?? 1, 'policy'),
    reasons: definition.reasons,
    observer,
    deliver: (packet) => packets.free(packet),
    rateBps: RATE_BPS,
    limit: {
      packets: options.limitPackets ?? Number.POSITIVE_INFINITY,
      bytes: options.limitBytes ?? Number.POSITIVE_INFINITY,
    },
    traffic: { classes: 1, flowsOf: () => 1, meanRateBpsOf: () => Number.NaN },
  });
  const context = { rateBps: RATE_BPS, delayMs: 0, bufferPackets: 100 };
  const resolved = resolveValues(definition.parameters, values, context);
  port.attach(definition.create(port, resolved), definition.choosesAfterArrivals ?? false);
  const arrival: EventHandler = {
    onEvent: (index) => {
      const { bytes, green } = arrivals[index] as Arrival;
      const packet = packets.allocate();
      packets.flow[packet] = index;
      packets.bytes[packet] = bytes;
      packets.flags[packet] = green ? PacketFlag.green : 0;
      port.arrive(packet);
    },
  };
  const target = clock.register(arrival);
  for (const [index, { at }] of arrivals.entries()) clock.schedule(at * TICK_NS, EventPriority.arrival, target, index);
  clock.runUntil(1e15);
  return { started, dropped, mostBytes, deadlines };
}
