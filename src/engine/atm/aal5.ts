/** Packets in ATM cells. Source: ITU-T I.363.5 (AAL5); RFC 2684 (LLC encapsulation). */

/** Bytes of a cell on the wire, and of its payload. */
export const CELL_BYTES = 53;
export const CELL_BITS = 8 * CELL_BYTES;
export const CELL_PAYLOAD_BYTES = 48;
/** LLC/SNAP header and AAL5 trailer. */
const OVERHEAD_BYTES = 16;

/** Cells of a packet: with header and trailer, padded to whole ones. */
export function cellsOfPacket(packetBytes: number): number {
  return Math.ceil((packetBytes + OVERHEAD_BYTES) / CELL_PAYLOAD_BYTES);
}

/** Bytes on the wire of a packet's AAL5 frame: all its cells. */
export function aal5FrameBytes(packetBytes: number): number {
  return cellsOfPacket(packetBytes) * CELL_BYTES;
}
