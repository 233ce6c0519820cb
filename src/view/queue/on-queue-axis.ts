/** The lenses that share the axis of the queue, and the end of their axis. */
import type { LensName } from '../../engine/contract/drawing.ts';
import type { Frame, RunDescription } from '../../engine/frame/frame.ts';
import { declaredPacketBytes } from '../../engine/frame/packet-sizes.ts';

/** Lenses that count the queue below it. */
export const LENSES_ON_QUEUE_AXIS: ReadonlySet<LensName> = new Set<LensName>(['occupancy', 'curve']);

/** From this size, in steps, buffers are rarely full. Their axis follows the longest queue so far. */
const LARGE_BUFFER_STEPS = 1_000;
const MIN_AXIS_STEPS = 64;

/** The queue and its buffer, and the time with each length of the queue since the end of the warm-up. */
export interface Occupancy {
  readonly unit: 'packets' | 'kB';
  /** The amounts below, up to `waitingAmount`, are in the unit. */
  readonly step: number;
  readonly binWidth: number;
  readonly capacity: number;
  readonly waitingAmount: number;
  /** Bin i, ns: the time with queues from i times `binWidth` on. */
  readonly timesNs: Float64Array;
}

/**
 * The occupancy in the unit of the lens: of a buffer in bytes kB, but packets if its policy has a curve over packets.
 */
export function queueOccupancy(frame: Frame, { bufferUnit, hints, classes }: RunDescription): Occupancy {
  const { limitBytes, limitPackets } = frame;
  if (bufferUnit === 'bytes' && hints.lens !== 'curve') {
    const step = frame.byteOccupancyStepBytes / 1e3;
    return {
      unit: 'kB',
      step,
      binWidth: step * frame.byteOccupancyBinSteps,
      capacity: limitBytes / 1e3,
      waitingAmount: frame.waitingBytes / 1e3,
      timesNs: frame.byteOccupancyNs,
    };
  }
  return {
    unit: 'packets',
    step: 1,
    binWidth: frame.occupancyBinPackets,
    capacity: Number.isFinite(limitPackets) ? limitPackets : Math.ceil(limitBytes / declaredPacketBytes(classes)),
    waitingAmount: frame.waitingPackets,
    timesNs: frame.occupancyNs,
  };
}

/** Whether the lens of a policy has the axis of the queue. Then thresholds are lines through both. */
export function sharesQueueAxis(description: RunDescription, frame: Frame): boolean {
  const occupancy = queueOccupancy(frame, description);
  return (
    description.bufferUnit === (occupancy.unit === 'kB' ? 'bytes' : 'packets') &&
    LENSES_ON_QUEUE_AXIS.has(description.hints.lens) &&
    queueAxisEnd(occupancy) === occupancy.capacity
  );
}

/** The least length that the longest queue so far can have had, in the unit of the occupancy. */
export function leastLongest({ unit, timesNs, binWidth, step }: Occupancy): number {
  // Bytes are rounded to steps: a queue can be half a step shorter than the start of its bin.
  return (timesNs.length - 1) * binWidth - (unit === 'kB' ? step / 2 : 0);
}

/** End of the axis of a queue, in the unit of the occupancy. */
export function queueAxisEnd(occupancy: Occupancy): number {
  const { step, capacity, waitingAmount } = occupancy;
  const longestQueue = Math.max(waitingAmount, leastLongest(occupancy), step);
  if (capacity <= Math.max(LARGE_BUFFER_STEPS * step, 10 * longestQueue)) return Math.max(capacity, longestQueue);
  let end = MIN_AXIS_STEPS * step;
  while (end < longestQueue) end *= 2;
  return end;
}
