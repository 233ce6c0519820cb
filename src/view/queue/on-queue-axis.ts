/** The lenses that share the axis of the queue, and the end of an axis of waiting packets. */
import type { LensName } from '../../engine/contract/drawing.ts';
import type { Frame, RunDescription } from '../../engine/frame/frame.ts';

/** Lenses that count packets below the queue. */
const LENSES: ReadonlySet<LensName> = new Set<LensName>(['occupancy', 'curve']);

/** Whether the lens of a policy has the axis of the queue. Then thresholds are lines through both. */
export function sharesQueueAxis({ bufferUnit, hints }: RunDescription, frame: Frame): boolean {
  return bufferUnit === 'packets' && LENSES.has(hints.lens) && axisEnd(frame) === frame.limitPackets;
}

/** Packet size for the first axis of a buffer in bytes, bytes. */
const FULL_PACKET_BYTES = 1500;
/** From this size, packets, buffers are rarely full. Their axis follows the longest queue so far. */
const LARGE = 1_000;
const MIN_AXIS = 64;

export type Occupancy = Pick<
  Frame,
  'occupancyNs' | 'occupancyBinPackets' | 'limitPackets' | 'limitBytes' | 'waitingPackets'
>;

/** End of the axis of a queue, packets. */
export function axisEnd({
  occupancyNs,
  occupancyBinPackets,
  limitPackets,
  limitBytes,
  waitingPackets,
}: Occupancy): number {
  const longest = Math.max(waitingPackets, occupancyNs.length * occupancyBinPackets - 1, 1);
  const room = Number.isFinite(limitPackets) ? limitPackets : Math.ceil(limitBytes / FULL_PACKET_BYTES);
  if (room <= Math.max(LARGE, 10 * longest)) return Math.max(room, longest);
  let end = MIN_AXIS;
  while (end < longest) end *= 2;
  return end;
}
