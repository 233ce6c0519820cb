/** The largest packet of a scenario. */
import type { ResolvedScenario } from './scenario.ts';

/** A full packet on Ethernet, for queues of packets of unknown size, bytes. */
export const FULL_PACKET_BYTES = 1500;

/**
 * The largest packet that any source with flows sends, on the wire; for video the packet size into which frames are
 * cut.
 */
export function largestPacket({ sources }: Pick<ResolvedScenario, 'sources'>): {
  readonly source: string;
  readonly bytes: number;
} {
  const sizes = sources.flatMap(({ id, values }) => {
    const { segmentBytes, packetBytes, headerBytes } = values as Record<string, number | undefined>;
    return values.flows === 0 ? [] : [{ source: id, bytes: (segmentBytes ?? packetBytes ?? 0) + (headerBytes ?? 0) }];
  });
  return sizes.reduce((max, other) => (other.bytes > max.bytes ? other : max), { source: '', bytes: 0 });
}
