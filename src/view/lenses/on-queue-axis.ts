/** Which lenses have the axis of the queue above them, and how far an axis of waiting packets reaches. */
import type { Frame, RunDescription } from '../../engine/frame.ts';

/** Lenses that count packets under the queue. */
const LENSES: ReadonlySet<string> = new Set(['occupancy', 'red']);

/** Whether the lens of a policy has the queue's axis: thresholds then are lines through both. */
export function onQueueAxis({ bufferUnit, hints }: RunDescription, frame: Frame): boolean {
  return bufferUnit === 'packets' && LENSES.has(hints.lens) && axisEnd(frame) === frame.limitPackets;
}

/** The size of a packet by which the axis of a buffer of bytes starts. */
const FULL_PACKET_BYTES = 1500;
/** Buffers that are seldom full, packets: their axis follows the longest queue that there has been. */
const LARGE = 1_000;
const LEAST_AXIS = 64;

export type Occupancy = Pick<
  Frame,
  'occupancyNs' | 'occupancyBinPackets' | 'limitPackets' | 'limitBytes' | 'waitingPackets'
>;

/** What the axis of a queue has to hold, packets. */
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
  let end = LEAST_AXIS;
  while (end < longest) end *= 2;
  return end;
}
