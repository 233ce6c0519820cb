/**
 * Many queues, each in order of arrival, linked through the packet pool. Their state is in tables, so a thousand queues
 * cost little.
 */
import { NO_PACKET } from '../../../engine/contract/policy.ts';
import { copyIntoGrown } from '../../../engine/numbers/grown-array.ts';
import type { PacketColumns } from '../../../engine/packets/packet.ts';

/** If at least this number of queues has held packets, a tree of comparisons finds the longest one. */
const MIN_MANY_QUEUES = 256;

/** A number of queues with common counts, and the longest of them. */
export class Fifos {
  /** Number of packets of all queues together. */
  packetCount = 0;
  byteCount = 0;
  /** By queue. */
  readonly packetCounts: Int32Array;
  readonly byteCounts: Int32Array;
  /** Queues that have held a packet, in the order of their first packet, and their number. */
  readonly usedQueues: Int32Array;
  usedCount = 0;
  private readonly usedByQueue: Uint8Array;
  private readonly head: Int32Array;
  private readonly tail: Int32Array;
  /** By packet: the one in front of it in its queue, or NO_PACKET. */
  private previousPacket: Int32Array;
  private readonly packets: PacketColumns;
  /**
   * Place i has the longer one of the queues at places 2 i and 2 i + 1; the second half of the table has the queues
   * themselves. So place 1 has the queue with most bytes. Undefined until many queues are searched for the first time.
   */
  private tournamentTree: Int32Array | undefined = undefined;

  /** @param queueCount how many, from 1 */
  constructor(packets: PacketColumns, queueCount: number) {
    this.packets = packets;
    this.packetCounts = new Int32Array(queueCount);
    this.byteCounts = new Int32Array(queueCount);
    this.usedQueues = new Int32Array(queueCount);
    this.usedByQueue = new Uint8Array(queueCount);
    this.head = new Int32Array(queueCount).fill(NO_PACKET);
    this.tail = new Int32Array(queueCount).fill(NO_PACKET);
    this.previousPacket = new Int32Array(packets.capacity);
  }

  /** The oldest packet of a queue, or NO_PACKET. */
  headOf(queue: number): number {
    return this.head[queue];
  }

  push(queue: number, packet: number): void {
    const { packets, tail } = this;
    if (this.usedByQueue[queue] === 0) {
      this.usedByQueue[queue] = 1;
      this.usedQueues[this.usedCount++] = queue;
    }
    if (packet >= this.previousPacket.length)
      this.previousPacket = copyIntoGrown(this.previousPacket, new Int32Array(packets.capacity));
    const tailPacket = tail[queue];
    packets.next[packet] = NO_PACKET;
    this.previousPacket[packet] = tailPacket;
    if (tailPacket === NO_PACKET) this.head[queue] = packet;
    else packets.next[tailPacket] = packet;
    tail[queue] = packet;
    this.count(queue, 1, packets.bytes[packet]);
  }

  /** Removes and returns the oldest packet of a queue, or returns NO_PACKET. */
  shift(queue: number): number {
    const { packets, head } = this;
    const packet = head[queue];
    if (packet === NO_PACKET) return NO_PACKET;
    const next = packets.next[packet];
    head[queue] = next;
    if (next === NO_PACKET) this.tail[queue] = NO_PACKET;
    else this.previousPacket[next] = NO_PACKET;
    this.count(queue, -1, -packets.bytes[packet]);
    return packet;
  }

  /** Removes and returns the youngest packet of a queue, or returns NO_PACKET. */
  pop(queue: number): number {
    const { packets, tail } = this;
    const packet = tail[queue];
    if (packet === NO_PACKET) return NO_PACKET;
    const last = this.previousPacket[packet];
    tail[queue] = last;
    if (last === NO_PACKET) this.head[queue] = NO_PACKET;
    else packets.next[last] = NO_PACKET;
    this.count(queue, -1, -packets.bytes[packet]);
    return packet;
  }

  /** Removes a packet, wherever it stands in its queue. */
  remove(queue: number, packet: number): void {
    const { packets, previousPacket } = this;
    const packetBefore = previousPacket[packet];
    if (packetBefore === NO_PACKET) {
      this.shift(queue);
      return;
    }
    const next = packets.next[packet];
    packets.next[packetBefore] = next;
    if (next === NO_PACKET) this.tail[queue] = packetBefore;
    else previousPacket[next] = packetBefore;
    this.count(queue, -1, -packets.bytes[packet]);
  }

  /**
   * The queue with most bytes; of several, the one with the lowest number, or the one that was used first. -1 if
   * nothing waits.
   */
  longestQueue(prefersFirstUsed = false): number {
    if (prefersFirstUsed || this.usedCount < MIN_MANY_QUEUES) return this.longestByScan(prefersFirstUsed);
    this.tournamentTree ??= this.createTournamentTree();
    const longestQueue = this.tournamentTree[1];
    return this.byteCounts[longestQueue] === 0 ? -1 : longestQueue;
  }

  private longestByScan(prefersFirstUsed: boolean): number {
    const { usedQueues, usedCount, byteCounts } = this;
    let longestQueue = -1;
    let max = 0;
    for (let index = 0; index < usedCount; index++) {
      const queue = usedQueues[index];
      const bytes = byteCounts[queue];
      if (bytes > max || (bytes === max && !prefersFirstUsed && queue < longestQueue)) {
        longestQueue = queue;
        max = bytes;
      }
    }
    return longestQueue;
  }

  /**
   * Writes the packets, queue by queue in the order of their first use, oldest first, into `into` from `startIndex`;
   * returns the index after the last.
   */
  list(into: Int32Array, startIndex = 0): number {
    const { usedQueues, usedCount, head } = this;
    const { next } = this.packets;
    let offset = startIndex;
    for (let index = 0; index < usedCount; index++)
      for (let packet = head[usedQueues[index]]; packet !== NO_PACKET && offset < into.length; packet = next[packet])
        into[offset++] = packet;
    return offset;
  }

  protected count(queue: number, packets: number, bytes: number): void {
    this.packetCounts[queue] = this.packetCounts[queue] + packets;
    this.byteCounts[queue] = this.byteCounts[queue] + bytes;
    this.packetCount += packets;
    this.byteCount += bytes;
    const { tournamentTree } = this;
    if (tournamentTree === undefined) return;
    for (let node = (tournamentTree.length / 2 + queue) >> 1; node > 0; node >>= 1) {
      const winnerQueue = this.winnerAt(tournamentTree, node);
      if (winnerQueue !== queue && tournamentTree[node] === winnerQueue) return;
      tournamentTree[node] = winnerQueue;
    }
  }

  private createTournamentTree(): Int32Array {
    const queueCount = this.byteCounts.length;
    const tournamentTree = Int32Array.from({ length: 2 * queueCount }, (_, node) => node - queueCount);
    for (let node = queueCount - 1; node > 0; node--) tournamentTree[node] = this.winnerAt(tournamentTree, node);
    return tournamentTree;
  }

  /** Of queues with equal bytes, the one with the lowest number is chosen. */
  private winnerAt(tournamentTree: Int32Array, node: number): number {
    const { byteCounts } = this;
    const leftQueue = tournamentTree[2 * node];
    const rightQueue = tournamentTree[2 * node + 1];
    if (byteCounts[leftQueue] === byteCounts[rightQueue]) return leftQueue < rightQueue ? leftQueue : rightQueue;
    return byteCounts[leftQueue] > byteCounts[rightQueue] ? leftQueue : rightQueue;
  }
}
