/** The labels of the packets of a run, as policies read them. */
import type { PacketLabels } from '../contract/policy.ts';
import { codePointOf, hostOfClass } from '../packets/label-numbers.ts';
import type { PacketPool } from '../packets/packet.ts';
import type { ResolvedScenario } from '../scenario/scenario.ts';
import type { ClassArrivals } from '../time-lists/arrivals.ts';
import type { Direction } from './up-direction.ts';

/**
 * The settings of the class, or what a list says of the packet. In the direction in which a class gets only answers,
 * source and destination change places; so they do for the way up of a class that sends both ways.
 * @param listedArrivals by class: its arrivals, if they come from a list
 */
export function readLabels(
  sources: ResolvedScenario['sources'],
  listedArrivals: readonly (ClassArrivals | undefined)[],
  packets: PacketPool,
  direction: Direction,
): PacketLabels {
  const codePoints = sources.map(({ values }) => codePointOf(String(values.codePoint ?? '')));
  const hosts = sources.map(({ values }, index) => {
    const source = hostOfClass(Number(values.sourceHost ?? 0), index);
    const destination = hostOfClass(Number(values.destinationHost ?? 0), index);
    const isTurned = (values.direction === 'up') !== (direction === 'up');
    return isTurned ? { source: destination, destination: source } : { source, destination };
  });
  const listedOf = (packet: number, column: 'codePoint' | 'sourceHost' | 'destinationHost') =>
    listedArrivals[packets.classIndex[packet]]?.list[column]?.[packets.sequence[packet]];
  return {
    codePointOf: (packet) => listedOf(packet, 'codePoint') ?? codePoints[packets.classIndex[packet]],
    sourceHostOf: (packet) => listedOf(packet, 'sourceHost') ?? hosts[packets.classIndex[packet]].source,
    destinationHostOf: (packet) => listedOf(packet, 'destinationHost') ?? hosts[packets.classIndex[packet]].destination,
  };
}
