/**
 * One queue in order of arrival, as a table of places. A packet that is removed from the middle leaves a hole, which
 * keeps its place until it reaches the head. Source: Linux, sch_choke.
 */
import { NO_PACKET } from '../../../../engine/contract/policy.ts';
import type { PacketColumns } from '../../../../engine/packets/packet.ts';

const FIRST_CAPACITY = 64;

/** A queue whose packets can be removed at any place. */
export class QueueWithHoles {
  packetCount = 0;
  byteCount = 0;
  private readonly packets: PacketColumns;
  /**
   * The places are at the indices from `head` to `endIndex` - 1. A hole is NO_PACKET; the first place is never a hole.
   */
  private table = new Int32Array(FIRST_CAPACITY);
  private head = 0;
  private endIndex = 0;

  constructor(packets: PacketColumns) {
    this.packets = packets;
  }

  /** Places, with the holes. */
  get placeCount(): number {
    return this.endIndex - this.head;
  }

  push(packet: number): void {
    if (this.endIndex === this.table.length) this.ensureRoom();
    this.table[this.endIndex++] = packet;
    this.packetCount++;
    this.byteCount += this.packets.bytes[packet];
  }

  /** Removes and returns the oldest packet, or returns NO_PACKET. */
  shift(): number {
    return this.packetCount === 0 ? NO_PACKET : this.remove(0);
  }

  /**
   * The packet at a place, or NO_PACKET at a hole.
   * @param place an integer from 0 to `placeCount` - 1; 0 is the oldest packet
   */
  at(place: number): number {
    return this.table[this.head + place];
  }

  /** Removes and returns the packet at a place that is no hole. */
  remove(place: number): number {
    const { table } = this;
    const packet = this.at(place);
    table[this.head + place] = NO_PACKET;
    while (this.head < this.endIndex && table[this.head] === NO_PACKET) this.head++;
    this.packetCount--;
    this.byteCount -= this.packets.bytes[packet];
    return packet;
  }

  /** Writes the packets, oldest first, into `into` from `startIndex`; returns the index after the last. */
  list(into: Int32Array, startIndex = 0): number {
    let index = startIndex;
    for (let place = 0; place < this.placeCount && index < into.length; place++) {
      const packet = this.at(place);
      if (packet !== NO_PACKET) into[index++] = packet;
    }
    return index;
  }

  /** Moves the places to the front of the table; a table that is more than half full is replaced by a larger one. */
  private ensureRoom(): void {
    const { table, head, endIndex, placeCount } = this;
    if (2 * placeCount <= table.length) table.copyWithin(0, head, endIndex);
    else {
      this.table = new Int32Array(2 * table.length);
      this.table.set(table.subarray(head, endIndex));
    }
    this.head = 0;
    this.endIndex = placeCount;
  }
}
