/** The data packets of a scenario. */
import type { ResolvedScenario } from './scenario.ts';

/**
 * Bytes of a full data packet of a source, with its header; for video those of the packets into which frames are cut,
 * and 0 for a list of arrivals.
 */
export function dataPacketBytes(values: Readonly<Record<string, unknown>>): number {
  const { segmentBytes, packetBytes, headerBytes } = values as Record<string, number | undefined>;
  return (segmentBytes ?? packetBytes ?? 0) + (headerBytes ?? 0);
}

/**
 * The largest packet that any source with flows sends, on the wire; for video the packet size into which frames are
 * cut.
 */
export function largestPacket({ sources }: Pick<ResolvedScenario, 'sources'>): {
  readonly source: string;
  readonly bytes: number;
} {
  const sizes = sources.flatMap(({ id, values }) => {
    return values.flows === 0 ? [] : [{ source: id, bytes: dataPacketBytes(values) }];
  });
  return sizes.reduce((max, other) => (other.bytes > max.bytes ? other : max), { source: '', bytes: 0 });
}
