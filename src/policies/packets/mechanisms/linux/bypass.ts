/**
 * The bypass of the Linux kernel (net/core/dev.c, net/sched/sch_generic.c): a packet that finds its discipline empty
 * passes it by. If the device is busy, the packet waits in a slot of its own and leaves before all others. The
 * discipline never sees it, so no clock and no drop at the head counts it. But the slot is part of the queue, so it
 * counts for the limit.
 */
import {
  NO_PACKET,
  type Policy,
  type PolicyHost,
  type Reason,
  type TrafficView,
} from '../../../../engine/contract/policy.ts';
import type { PacketColumns } from '../../../../engine/packets/packet.ts';
import { booleanParameter } from '../../../../params/choice-parameter.ts';
import type { ParameterSchema } from '../../../../params/schema.ts';
import { acceptReason } from '../../../mechanisms/reasons.ts';

export const bypassParameter = {
  bypass: booleanParameter('Bypass when empty', {
    default: false,
    live: false,
    help: 'As in Linux, a packet that finds the queue empty passes the discipline by, and waits in a slot of its own while the link is busy.',
    source: 'Linux 7.2, net/core/dev.c',
  }),
} as const satisfies ParameterSchema;

/** The reason of the bypass, for the list of the policy. */
export const bypassedReason: Reason = acceptReason('bypassed', 'accepted: queue empty', {
  template: 'The queue was empty: the packet passed the discipline by.',
  source: 'Linux 7.2, net/core/dev.c',
});

/** The packet in front of a discipline. */
export class BypassSlot {
  /** 0 or 1, and its size. */
  packetCount = 0;
  byteCount = 0;
  private packet = NO_PACKET;

  put(packet: number, bytes: number): void {
    this.packet = packet;
    this.packetCount = 1;
    this.byteCount = bytes;
  }

  /** Removes and returns the packet, or returns NO_PACKET. */
  take(): number {
    const { packet } = this;
    this.packet = NO_PACKET;
    this.packetCount = 0;
    this.byteCount = 0;
    return packet;
  }

  /** Writes the packet into `into`; returns how many. */
  list(into: Int32Array): number {
    if (this.packetCount > 0 && into.length > 0) into[0] = this.packet;
    return Math.min(this.packetCount, into.length);
  }
}

/** The port as a discipline behind a slot sees it: the slot takes its part of the buffer. */
class HostBehindSlot implements PolicyHost {
  private readonly host: PolicyHost;
  private readonly slot: BypassSlot;

  constructor(host: PolicyHost, slot: BypassSlot) {
    this.host = host;
    this.slot = slot;
  }

  get packets(): PacketColumns {
    return this.host.packets;
  }
  get random(): PolicyHost['random'] {
    return this.host.random;
  }
  get nowNs(): number {
    return this.host.nowNs;
  }
  get traffic(): TrafficView {
    return this.host.traffic;
  }
  get rateBps(): number {
    return this.host.rateBps;
  }
  get limitPackets(): number {
    return this.host.limitPackets - this.slot.packetCount;
  }
  get limitBytes(): number {
    return this.host.limitBytes - this.slot.byteCount;
  }
  get inServicePackets(): number {
    return this.host.inServicePackets;
  }
  get inServiceBytes(): number {
    return this.host.inServiceBytes;
  }
  get inServiceEndNs(): number {
    return this.host.inServiceEndNs;
  }
  get explaining(): boolean {
    return this.host.explaining;
  }
  get explanation(): PolicyHost['explanation'] {
    return this.host.explanation;
  }
  mark(packet: number, reason: number): void {
    this.host.mark(packet, reason);
  }
  drop(packet: number, reason: number): void {
    this.host.drop(packet, reason);
  }
  wakeAt(timeNs: number): void {
    this.host.wakeAt(timeNs);
  }
}

class BypassedPolicy<V> implements Policy<V> {
  protected readonly innerPolicy: Policy<V>;
  private readonly host: PolicyHost;
  private readonly slot: BypassSlot;
  /** Index of `bypassedReason` in the list of the policy. */
  private readonly reason: number;

  constructor(host: PolicyHost, slot: BypassSlot, reason: number, innerPolicy: Policy<V>) {
    this.host = host;
    this.slot = slot;
    this.reason = reason;
    this.innerPolicy = innerPolicy;
  }

  enqueue(packet: number): number {
    if (this.waitingPackets() > 0) return this.innerPolicy.enqueue(packet);
    this.slot.put(packet, this.host.packets.bytes[packet]);
    return this.reason;
  }

  dequeue(): number {
    return this.slot.packetCount > 0 ? this.slot.take() : this.innerPolicy.dequeue();
  }

  wake(): void {
    this.innerPolicy.wake?.();
  }

  configure(values: V): void {
    this.innerPolicy.configure(values);
  }

  waitingPackets(): number {
    return this.slot.packetCount + this.innerPolicy.waitingPackets();
  }

  waitingBytes(): number {
    return this.slot.byteCount + this.innerPolicy.waitingBytes();
  }

  listWaiting(into: Int32Array): number {
    const count = this.slot.list(into);
    return count + this.innerPolicy.listWaiting(into.subarray(count));
  }

  signals(into: Float64Array): void {
    this.innerPolicy.signals(into);
  }
}

/** With several queues. The packet in the slot is in none of them. */
class BypassedQueues<V> extends BypassedPolicy<V> {
  listBuffers(into: Float64Array): number {
    return this.innerPolicy.listBuffers?.(into) ?? 0;
  }
}

/**
 * A discipline with its bypass.
 * @param reason index of `bypassedReason` in the list of the policy
 * @param open makes the discipline; one with a limit of its own subtracts what is in the slot
 */
export function withBypass<V>(
  host: PolicyHost,
  reason: number,
  open: (host: PolicyHost, slot: BypassSlot) => Policy<V>,
): Policy<V> {
  const slot = new BypassSlot();
  const innerPolicy = open(new HostBehindSlot(host, slot), slot);
  const Class = innerPolicy.listBuffers === undefined ? BypassedPolicy : BypassedQueues;
  return new Class(host, slot, reason, innerPolicy);
}
