/** One queue in order of arrival, linked through the packet pool. */

import { NO_PACKET } from '../../../engine/contract/policy.ts';
import type { PacketColumns } from '../../../engine/packets/packet.ts';

/** A queue of packets; an operation takes a constant time. */
export class Fifo {
  packetCount = 0;
  byteCount = 0;
  private readonly packets: PacketColumns;
  private head = NO_PACKET;
  private tail = NO_PACKET;

  constructor(packets: PacketColumns) {
    this.packets = packets;
  }

  /** The oldest packet, or NO_PACKET. */
  get headPacket(): number {
    return this.head;
  }

  /** Size of the oldest packet; 0 when there is none. */
  get headBytes(): number {
    return this.head === NO_PACKET ? 0 : this.packets.bytes[this.head];
  }

  push(packet: number): void {
    const { packets } = this;
    packets.next[packet] = NO_PACKET;
    if (this.tail === NO_PACKET) this.head = packet;
    else packets.next[this.tail] = packet;
    this.tail = packet;
    this.packetCount++;
    this.byteCount += packets.bytes[packet];
  }

  /** Removes and returns the oldest packet, or returns NO_PACKET. */
  shift(): number {
    const packet = this.head;
    if (packet === NO_PACKET) return NO_PACKET;
    this.head = this.packets.next[packet];
    if (this.head === NO_PACKET) this.tail = NO_PACKET;
    this.packetCount--;
    this.byteCount -= this.packets.bytes[packet];
    return packet;
  }

  /** Writes the packets, oldest first, into `into` from `startIndex`; returns the index after the last. */
  list(into: Int32Array, startIndex = 0): number {
    let index = startIndex;
    for (let packet = this.head; packet !== NO_PACKET && index < into.length; packet = this.packets.next[packet])
      into[index++] = packet;
    return index;
  }
}
