/** The sizes of the packets of a run, on the wire: also before packets are sent, and while none waits. */
import { numberAt } from '../../shared/tables.ts';
import { FULL_PACKET_BYTES } from '../packets/packet.ts';
import { CLASS_STRIDE, ClassColumn, type ClassDescription } from './frame.ts';

export type ClassSizes = Pick<ClassDescription, 'packetBytes' | 'hasVaryingSizes' | 'crossing'>;

/** Size of all packets of a class that cross this queue, bytes. Undefined if they differ, as data packets and ACKs do. */
export function onlySizeOf({ packetBytes, hasVaryingSizes, crossing = 'data' }: ClassSizes): number | undefined {
  return hasVaryingSizes || crossing !== 'data' ? undefined : packetBytes;
}

/** Mean size of the data packets before any was sent, bytes, above 0: all classes with flows count equally. */
export function declaredPacketBytes(classes: readonly ClassSizes[]): number {
  const sizes = classes.flatMap(({ packetBytes = [] }) => packetBytes);
  return sizes.reduce((sum, size) => sum + size, 0) / sizes.length || FULL_PACKET_BYTES;
}

/**
 * Mean size of the packets of a run, bytes, above 0. Each class counts with its packets that left. A class of one size
 * has this size, so the packets that set up a connection do not change it. Other classes have the mean of their packets
 * that left, and so do those whose ACKs cross this queue. Before the first packet, it is that of `declaredPacketBytes`.
 * @param counts rows of `ClassColumn`
 */
export function meanPacketBytes(classes: readonly ClassSizes[], counts: Float64Array): number {
  let bytes = 0;
  let packets = 0;
  for (const [index, sizes] of classes.entries()) {
    const row = index * CLASS_STRIDE;
    const sentPackets = numberAt(counts, row + ClassColumn.departedPackets);
    packets += sentPackets;
    const onlySize = onlySizeOf(sizes);
    bytes += onlySize ? sentPackets * onlySize : numberAt(counts, row + ClassColumn.departedBytes);
  }
  return bytes / packets || declaredPacketBytes(classes);
}
