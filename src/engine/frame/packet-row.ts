/** Writes a packet into a row of a frame's table: waiting, in transmission, sent, or with a verdict. */
import type { PacketPool } from '../packets/packet.ts';

/** The columns that all these tables have, at different places. */
interface RowColumns {
  readonly serial: number;
  readonly flow: number;
  readonly classIndex: number;
  readonly flags: number;
  readonly bytes: number;
  readonly arrivedNs: number;
  readonly look: number;
}

/** @param at the first cell of the row */
export function writePacket(
  table: Float64Array,
  at: number,
  column: RowColumns,
  packets: PacketPool,
  packet: number,
): void {
  table[at + column.serial] = packets.serial[packet];
  table[at + column.flow] = packets.flow[packet];
  table[at + column.classIndex] = packets.classIndex[packet];
  table[at + column.flags] = packets.flags[packet];
  table[at + column.bytes] = packets.bytes[packet];
  table[at + column.arrivedNs] = packets.arrivedNs[packet];
  table[at + column.look] = packets.lookOf(packet);
}
