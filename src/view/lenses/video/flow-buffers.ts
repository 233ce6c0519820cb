/** The buffers of a lane with several of them. */

import { BUFFER_STRIDE, BufferColumn } from '../../../engine/contract/policy-tables.ts';
import { WAITING_STRIDE, WaitingColumn } from '../../../engine/frame/frame.ts';
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

/** The content of one class in a buffer. */
export interface ContentPart {
  readonly classIndex: number;
  /** Of the content of the buffer, 0 to 1. */
  readonly share: number;
}

/** The classes in a buffer, in their order: its owner, or all waiting packets in the buffer that all classes share. */
export function contentParts(
  { frame: { waiting }, description: { classes } }: LensLaneData,
  { classIndex, heldContent }: Pick<FlowBuffer, 'classIndex' | 'heldContent'>,
  countsBytes: boolean,
): readonly ContentPart[] {
  if (heldContent <= 0) return [];
  if (classIndex >= 0) return [{ classIndex, share: 1 }];
  const contents = new Float64Array(classes.length);
  for (let row = 0; row < waiting.length; row += WAITING_STRIDE) {
    const index = numberAt(waiting, row + WaitingColumn.classIndex);
    contents[index] = numberAt(contents, index) + (countsBytes ? numberAt(waiting, row + WaitingColumn.bytes) : 1);
  }
  // A frame does not list all packets of a very long queue: the shares are those of its first packets.
  const sum = contents.reduce((total, content) => total + content, 0);
  return [...contents.entries()]
    .filter(([, content]) => content > 0)
    .map(([index, content]) => ({ classIndex: index, share: content / sum }));
}

export function largestCapacity(buffers: readonly FlowBuffer[]): number {
  return Math.max(...buffers.map(({ capacity }) => capacity));
}
