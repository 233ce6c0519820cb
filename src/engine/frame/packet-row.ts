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
  readonly glyphVariant: number;
}

/** @param rowStart the first cell of the row */
export function writePacketRow(
  table: Float64Array,
  rowStart: number,
  column: RowColumns,
  packets: PacketPool,
  packet: number,
): void {
  table[rowStart + column.serial] = packets.serial[packet];
  table[rowStart + column.flow] = packets.flow[packet];
  table[rowStart + column.classIndex] = packets.classIndex[packet];
  table[rowStart + column.flags] = packets.flags[packet];
  table[rowStart + column.bytes] = packets.bytes[packet];
  table[rowStart + column.arrivedNs] = packets.arrivedNs[packet];
  table[rowStart + column.glyphVariant] = packets.glyphVariantOf(packet);
}
