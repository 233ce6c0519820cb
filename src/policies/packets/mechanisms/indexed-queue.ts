/**
 * One queue in order of arrival. A packet can be removed from its middle. The packets are in a table, oldest first.
 * Access to any place takes constant time. If a packet is removed, the packets on the shorter side move by one place.
 */
import { NO_PACKET } from '../../../engine/contract/policy.ts';
import type { PacketColumns } from '../../../engine/packets/packet.ts';

const FIRST_CAPACITY = 64;

/** A queue for policies that drop from its middle. */
export class IndexedQueue {
  byteCount = 0;
  private readonly packets: PacketColumns;
  /** The packets are at the indices from `head` to `end` - 1. */
  private table = new Int32Array(FIRST_CAPACITY);
  private head = 0;
  private endIndex = 0;

  constructor(packets: PacketColumns) {
    this.packets = packets;
  }

  get packetCount(): number {
    return this.endIndex - this.head;
  }

  push(packet: number): void {
    if (this.endIndex === this.table.length) this.ensureRoom();
    this.table[this.endIndex++] = packet;
    this.byteCount += this.packets.bytes[packet];
  }

  /** Removes and returns the oldest packet, or returns NO_PACKET. */
  shift(): number {
    return this.head === this.endIndex ? NO_PACKET : this.remove(0);
  }

  /**
   * The packet at a place: 0 is the oldest.
   * @param position an integer from 0 to `packetCount` - 1
   */
  at(position: number): number {
    return this.table[this.head + position];
  }

  /**
   * Removes and returns a packet.
   * @param position an integer from 0 to `packetCount` - 1
   */
  remove(position: number): number {
    const { table, head, endIndex } = this;
    const index = head + position;
    const packet = table[index];
    if (2 * position < endIndex - head) {
      table.copyWithin(head + 1, head, index);
      this.head++;
    } else {
      table.copyWithin(index, index + 1, endIndex);
      this.endIndex--;
    }
    this.byteCount -= this.packets.bytes[packet];
    return packet;
  }

  /** Writes the packets, oldest first, into `into` from `startIndex`; returns the index after the last. */
  list(into: Int32Array, startIndex = 0): number {
    const count = Math.min(into.length - startIndex, this.packetCount);
    into.set(this.table.subarray(this.head, this.head + count), startIndex);
    return startIndex + count;
  }

  /** Moves the packets to the front of the table; a table that is more than half full is replaced by a larger one. */
  private ensureRoom(): void {
    const { table, head, endIndex } = this;
    const count = endIndex - head;
    if (2 * count <= table.length) table.copyWithin(0, head, endIndex);
    else {
      this.table = new Int32Array(2 * table.length);
      this.table.set(table.subarray(head, endIndex));
    }
    this.head = 0;
    this.endIndex = count;
  }
}
