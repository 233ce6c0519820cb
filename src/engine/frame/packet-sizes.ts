/** The sizes of the data packets of a run, on the wire: also before packets are sent, and while none waits. */
import { numberAt } from '../../shared/tables.ts';
import { FULL_PACKET_BYTES } from '../packets/packet.ts';
import { CLASS_STRIDE, ClassColumn, type ClassDescription, type Frame } from './frame.ts';

export type ClassSizes = Pick<ClassDescription, 'packetBytes' | 'hasVaryingSizes'>;

/** Mean size of the data packets before any was sent, bytes, above 0: all classes with flows count equally. */
export function declaredPacketBytes(classes: readonly ClassSizes[]): number {
  const sizes = classes.flatMap(({ packetBytes = [] }) => packetBytes);
  return sizes.reduce((sum, size) => sum + size, 0) / sizes.length || FULL_PACKET_BYTES;
}

/**
 * Mean size of the packets that leave a queue, bytes, above 0. Each class counts with its packets that left. A class of
 * one size has this size, so the packets that set up a connection do not change it. Other classes have the mean of
 * their packets that left. Before the first packet, it is that of `declaredPacketBytes`.
 * @param counts rows of `ClassColumn`
 */
export function meanPacketBytes(classes: readonly ClassSizes[], counts: Float64Array): number {
  let bytes = 0;
  let packets = 0;
  for (const [index, { packetBytes, hasVaryingSizes }] of classes.entries()) {
    const row = index * CLASS_STRIDE;
    const sentPackets = numberAt(counts, row + ClassColumn.departedPackets);
    packets += sentPackets;
    bytes +=
      packetBytes && !hasVaryingSizes ? sentPackets * packetBytes : numberAt(counts, row + ClassColumn.departedBytes);
  }
  return bytes / packets || declaredPacketBytes(classes);
}

/**
 * The counts that the mean size of the packets so far is taken from: those since the warm-up or, until a packet has
 * left since then, those of the whole run.
 */
export function sizeCounts({ classes, measured }: Pick<Frame, 'classes' | 'measured'>): Float64Array {
  return hasDepartures(measured.classes) ? measured.classes : classes;
}

/** Whether a queue has a mean size of packets: some have left, or all data packets have one size. */
export function hasMeanPacketBytes(classes: readonly ClassSizes[], counts: Float64Array): boolean {
  const sizes = classes.flatMap(({ packetBytes = [], hasVaryingSizes }) => (hasVaryingSizes ? [] : packetBytes));
  const isOneSize = sizes.length === classes.length && sizes.every((size) => size === sizes[0]);
  return isOneSize || hasDepartures(counts);
}

function hasDepartures(counts: Float64Array): boolean {
  for (let column = ClassColumn.departedPackets; column < counts.length; column += CLASS_STRIDE)
    if (numberAt(counts, column) > 0) return true;
  return false;
}
