/** Writes a packet into a row of a frame's table: waiting, in transmission, sent, or with a verdict. */
import type { PacketPool } from '../packets/packet.ts';

/** Columns that all these tables have side by side, from the number of the packet on. */
export const PacketRowColumn = {
  serial: 0,
  flow: 1,
  classIndex: 2,
  flags: 3,
  bytes: 4,
  arrivedNs: 5,
  glyphVariant: 6,
} as const;

/** @param start the cell of the row for the number of the packet */
export function writePacketRow(table: Float64Array, start: number, packets: PacketPool, packet: number): void {
  table[start + PacketRowColumn.serial] = packets.serial[packet];
  table[start + PacketRowColumn.flow] = packets.flow[packet];
  table[start + PacketRowColumn.classIndex] = packets.classIndex[packet];
  table[start + PacketRowColumn.flags] = packets.flags[packet];
  table[start + PacketRowColumn.bytes] = packets.bytes[packet];
  table[start + PacketRowColumn.arrivedNs] = packets.arrivedNs[packet];
  table[start + PacketRowColumn.glyphVariant] = packets.glyphVariantOf(packet);
}
