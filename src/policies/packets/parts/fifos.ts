/** Many queues, each in order of arrival, linked through the packet pool. Their state lies in tables, so that a thousand cost little. */
import { extended } from '../../../engine/extended.ts';
import type { PacketPool } from '../../../engine/packet.ts';
import { NO_PACKET } from '../../../engine/policy.ts';

export class Fifos {
  /** Of all queues together. */
  packetCount = 0;
  byteCount = 0;
  /** By queue. */
  readonly packetsOf: Int32Array;
  readonly bytesOf: Int32Array;
  private readonly head: Int32Array;
  private readonly tail: Int32Array;
  /** By packet: the one in front of it in its queue, or NO_PACKET. */
  private before: Int32Array;
  private readonly packets: PacketPool;

  /** @param queues how many, from 1 */
  constructor(packets: PacketPool, queues: number) {
    this.packets = packets;
    this.packetsOf = new Int32Array(queues);
    this.bytesOf = new Int32Array(queues);
    this.head = new Int32Array(queues).fill(NO_PACKET);
    this.tail = new Int32Array(queues).fill(NO_PACKET);
    this.before = new Int32Array(packets.capacity);
  }

  /** The oldest packet of a queue, or NO_PACKET. */
  headOf(queue: number): number {
    return this.head[queue];
  }

  push(queue: number, packet: number): void {
    const { packets, tail } = this;
    if (packet >= this.before.length) this.before = extended(this.before, new Int32Array(packets.capacity));
    const last = tail[queue];
    packets.next[packet] = NO_PACKET;
    this.before[packet] = last;
    if (last === NO_PACKET) this.head[queue] = packet;
    else packets.next[last] = packet;
    tail[queue] = packet;
    this.count(queue, 1, packets.bytes[packet]);
  }

  /** Takes the oldest packet of a queue out, or answers NO_PACKET. */
  shift(queue: number): number {
    const { packets, head } = this;
    const packet = head[queue];
    if (packet === NO_PACKET) return NO_PACKET;
    const next = packets.next[packet];
    head[queue] = next;
    if (next === NO_PACKET) this.tail[queue] = NO_PACKET;
    else this.before[next] = NO_PACKET;
    this.count(queue, -1, -packets.bytes[packet]);
    return packet;
  }

  /** Takes the youngest packet of a queue out, or answers NO_PACKET. */
  pop(queue: number): number {
    const { packets, tail } = this;
    const packet = tail[queue];
    if (packet === NO_PACKET) return NO_PACKET;
    const last = this.before[packet];
    tail[queue] = last;
    if (last === NO_PACKET) this.head[queue] = NO_PACKET;
    else packets.next[last] = NO_PACKET;
    this.count(queue, -1, -packets.bytes[packet]);
    return packet;
  }

  /** Writes the packets of a queue, oldest first, into `into` from `at` on; returns one past the last written. */
  list(queue: number, into: Int32Array, at = 0): number {
    const { next } = this.packets;
    let index = at;
    for (let packet = this.head[queue]; packet !== NO_PACKET && index < into.length; packet = next[packet])
      into[index++] = packet;
    return index;
  }

  private count(queue: number, packets: number, bytes: number): void {
    this.packetsOf[queue] = this.packetsOf[queue] + packets;
    this.bytesOf[queue] = this.bytesOf[queue] + bytes;
    this.packetCount += packets;
    this.byteCount += bytes;
  }
}
