/** The lenses that share the axis of the queue, and the end of an axis of waiting packets. */
import type { LensName } from '../../engine/contract/drawing.ts';
import type { Frame, RunDescription } from '../../engine/frame/frame.ts';

/** Lenses that count packets below the queue. */
export const LENSES_ON_QUEUE_AXIS: ReadonlySet<LensName> = new Set<LensName>(['occupancy', 'curve']);

/** Whether the lens of a policy has the axis of the queue. Then thresholds are lines through both. */
export function sharesQueueAxis({ bufferUnit, hints }: RunDescription, frame: Frame): boolean {
  return bufferUnit === 'packets' && LENSES_ON_QUEUE_AXIS.has(hints.lens) && queueAxisEnd(frame) === frame.limitPackets;
}

/** Packet size for the first axis of a buffer in bytes, bytes. */
const FULL_PACKET_BYTES = 1500;
/** From this size, packets, buffers are rarely full. Their axis follows the longest queue so far. */
const LARGE_BUFFER_PACKETS = 1_000;
const MIN_AXIS_PACKETS = 64;

export type Occupancy = Pick<
  Frame,
  'occupancyNs' | 'occupancyBinPackets' | 'limitPackets' | 'limitBytes' | 'waitingPackets'
>;

/** End of the axis of a queue, packets. */
export function queueAxisEnd({
  occupancyNs,
  occupancyBinPackets,
  limitPackets,
  limitBytes,
  waitingPackets,
}: Occupancy): number {
  const longestQueue = Math.max(waitingPackets, occupancyNs.length * occupancyBinPackets - 1, 1);
  const capacityPackets = Number.isFinite(limitPackets) ? limitPackets : Math.ceil(limitBytes / FULL_PACKET_BYTES);
  if (capacityPackets <= Math.max(LARGE_BUFFER_PACKETS, 10 * longestQueue))
    return Math.max(capacityPackets, longestQueue);
  let end = MIN_AXIS_PACKETS;
  while (end < longestQueue) end *= 2;
  return end;
}
