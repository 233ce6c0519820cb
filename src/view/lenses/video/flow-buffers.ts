/** The buffers of a lane with several of them. */

import { BUFFER_STRIDE, BufferColumn } from '../../../engine/contract/policy-tables.ts';
import { numberAt } from '../../../shared/tables.ts';
import type { LensLaneData } from '../lens-model.ts';

export interface FlowBuffer {
  /** Index of the owner; -1 if several share the buffer. */
  readonly flow: number;
  readonly classIndex: number;
  /** Present and largest content, packets or bytes. */
  readonly heldContent: number;
  readonly capacity: number;
  readonly discardBits: number;
  readonly fullPackets: number;
  readonly refusedPackets: number;
}

/** The buffers of a lane, by class and flow. */
export function flowBuffers(
  { frame: { buffers, limitPackets, limitBytes } }: LensLaneData,
  countsBytes: boolean,
): FlowBuffer[] {
  const limit = countsBytes ? limitBytes : limitPackets;
  const rows = Array.from({ length: buffers.length / BUFFER_STRIDE }, (_, row) => {
    const entry = (column: number) => numberAt(buffers, row * BUFFER_STRIDE + column);
    return {
      flow: entry(BufferColumn.flow),
      classIndex: entry(BufferColumn.classIndex),
      heldContent: entry(countsBytes ? BufferColumn.waitingBytes : BufferColumn.waitingPackets),
      capacity: entry(BufferColumn.share) * limit,
      discardBits: entry(BufferColumn.discardBits),
      fullPackets: entry(BufferColumn.fullPackets),
      refusedPackets: entry(BufferColumn.refusedPackets),
    };
  });
  return rows.sort((a, b) => a.classIndex - b.classIndex || a.flow - b.flow);
}

export function largestCapacity(buffers: readonly FlowBuffer[]): number {
  return Math.max(...buffers.map(({ capacity }) => capacity));
}
