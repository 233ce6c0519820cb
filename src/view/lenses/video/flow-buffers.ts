/** The buffers of a lane with several of them. */

import { BUFFER_STRIDE, BufferColumn } from '../../../engine/contract/policy-tables.ts';
import { WAITING_STRIDE, WaitingColumn } from '../../../engine/frame/frame.ts';
import { numberAt, tableRows } from '../../../shared/tables.ts';
import { type ClassGlyph, classGlyph, glyphIndex, packetGlyph, packetGlyphs } from '../../draw/palette.ts';
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
  const rows = tableRows(buffers, BUFFER_STRIDE).map((entry) => ({
    flow: entry(BufferColumn.flow),
    classIndex: entry(BufferColumn.classIndex),
    heldContent: entry(countsBytes ? BufferColumn.waitingBytes : BufferColumn.waitingPackets),
    capacity: entry(BufferColumn.share) * limit,
    discardBits: entry(BufferColumn.discardBits),
    fullPackets: entry(BufferColumn.fullPackets),
    refusedPackets: entry(BufferColumn.refusedPackets),
  }));
  return rows.sort((a, b) => a.classIndex - b.classIndex || a.flow - b.flow);
}

/** The content of one class in a buffer; of a video, of one kind of frame. */
export interface ContentPart {
  readonly classIndex: number;
  /** As in `glyphIndex`; 0 for a class that is not a video. */
  readonly glyphVariant: number;
  /** Share of the content of the buffer, 0 to 1. */
  readonly share: number;
}

/**
 * The parts of a buffer, in the order of the classes: its owner, or all waiting packets in the buffer that all classes
 * share.
 */
export function contentParts(
  { frame: { waiting }, description: { classes } }: LensLaneData,
  { flow, classIndex, heldContent }: Pick<FlowBuffer, 'flow' | 'classIndex' | 'heldContent'>,
  countsBytes: boolean,
): readonly ContentPart[] {
  if (heldContent <= 0) return [];
  const contents = new Map<number, number>();
  for (let row = 0; row < waiting.length; row += WAITING_STRIDE) {
    const entry = (column: number) => numberAt(waiting, row + column);
    const index = entry(WaitingColumn.classIndex);
    if ((classIndex >= 0 && index !== classIndex) || (flow >= 0 && entry(WaitingColumn.flow) !== flow)) continue;
    const variant = classes[index]?.kind === 'video' ? entry(WaitingColumn.glyphVariant) : 0;
    const glyph = glyphIndex(index, variant);
    contents.set(glyph, (contents.get(glyph) ?? 0) + (countsBytes ? entry(WaitingColumn.bytes) : 1));
  }
  // A frame does not list all packets of a very long queue: the shares are those of its first packets.
  const sum = [...contents.values()].reduce((total, content) => total + content, 0);
  if (sum === 0) return classIndex < 0 ? [] : [{ classIndex, glyphVariant: 0, share: 1 }];
  return [...contents]
    .sort(([one], [other]) => one - other)
    .map(([glyph, content]) => ({
      classIndex: Math.floor(glyph / glyphIndex(1, 0)),
      glyphVariant: glyph % glyphIndex(1, 0),
      share: content / sum,
    }));
}

/** The glyph of a part: that of its kind of frame, or of its class. */
export function partGlyph(
  { description: { classes } }: Pick<LensLaneData, 'description'>,
  { classIndex, glyphVariant }: ContentPart,
  isDark: boolean,
): ClassGlyph {
  const isVideo = classes[classIndex]?.kind === 'video';
  return isVideo
    ? packetGlyph(packetGlyphs(classes, isDark), classIndex, glyphVariant)
    : classGlyph(classes, classIndex, isDark);
}

/** The largest capacity of the buffers, in the unit of the buffers. */
export function largestCapacity(buffers: readonly FlowBuffer[]): number {
  return Math.max(...buffers.map(({ capacity }) => capacity));
}
