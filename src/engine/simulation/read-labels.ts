/** The labels of the packets of a run, as policies read them. */
import type { PacketLabels } from '../contract/policy.ts';
import { codePointOf, hostOfClass } from '../packets/label-numbers.ts';
import type { PacketPool } from '../packets/packet.ts';
import type { ResolvedScenario } from '../scenario/scenario.ts';
import type { ClassArrivals } from '../time-lists/arrivals.ts';

/**
 * The settings of the class, or what a list says of the packet.
 * @param listedArrivals by class: its arrivals, if they come from a list
 */
export function readLabels(
  sources: ResolvedScenario['sources'],
  listedArrivals: readonly (ClassArrivals | undefined)[],
  packets: PacketPool,
): PacketLabels {
  const codePoints = sources.map(({ values }) => codePointOf(String(values.codePoint ?? '')));
  const sourceHosts = sources.map(({ values }, index) => hostOfClass(Number(values.sourceHost ?? 0), index));
  const destinationHosts = sources.map(({ values }, index) => hostOfClass(Number(values.destinationHost ?? 0), index));
  const listedOf = (packet: number, column: 'codePoint' | 'sourceHost' | 'destinationHost') =>
    listedArrivals[packets.classIndex[packet]]?.list[column]?.[packets.sequence[packet]];
  return {
    codePointOf: (packet) => listedOf(packet, 'codePoint') ?? codePoints[packets.classIndex[packet]],
    sourceHostOf: (packet) => listedOf(packet, 'sourceHost') ?? sourceHosts[packets.classIndex[packet]],
    destinationHostOf: (packet) => listedOf(packet, 'destinationHost') ?? destinationHosts[packets.classIndex[packet]],
  };
}
