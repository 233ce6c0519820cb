/** The dropped packet that a question is about. It stays at the place of its drop. */

import { type Frame, type RunDescription, VERDICT_STRIDE, VerdictColumn } from '../../engine/frame/frame.ts';
import { tableRows } from '../../shared/tables.ts';
import { drawDropCross, drawPacket } from '../draw/packets.ts';
import { type ClassGlyph, glyphIndex } from '../draw/palette.ts';
import { drawDot } from '../draw/pen.ts';
import type { ThemedContext } from '../draw/themed-context.ts';
import type { PickedPacket } from './queue-model.ts';

export interface PinnedDrop extends PickedPacket {
  /** Place in the last drawing, px. */
  x: number;
  y: number;
  /** Index of its glyph. */
  readonly glyphIndex: number;
  readonly waitingBefore: number;
  readonly droppedNs: number;
  /** With its time, and in fewer words. */
  readonly reasons: readonly string[];
}

/** Undefined if the packet is not among the newest drops of a run. */
export function pinnedDrop({ refusals }: Frame, { reasons }: RunDescription, serial: number): PinnedDrop | undefined {
  for (const entry of tableRows(refusals, VERDICT_STRIDE)) {
    const reason = reasons[entry(VerdictColumn.reason)];
    if (entry(VerdictColumn.serial) !== serial || reason?.verdict !== 'drop') continue;
    return {
      x: 0,
      y: 0,
      serial,
      arrivedNs: entry(VerdictColumn.arrivedNs),
      glyphIndex: glyphIndex(entry(VerdictColumn.classIndex), entry(VerdictColumn.glyphVariant)),
      waitingBefore: entry(VerdictColumn.waitingPackets),
      droppedNs: entry(VerdictColumn.timeNs),
      reasons: [
        `${reason.label}, ${(entry(VerdictColumn.timeNs) / 1e9).toFixed(3)} s`,
        reason.label,
        ...(reason.shortLabel === undefined ? [] : [reason.shortLabel]),
      ],
    };
  }
  return undefined;
}

/** Draws the packet with the cross of a drop beside it. */
export function drawPinnedDrop(drawing: ThemedContext, { x, y }: PinnedDrop, glyph: ClassGlyph): void {
  // The question is about this packet, so its ring hides everything below it.
  drawDot(drawing, x, y, 9, { ink: 'surface' });
  drawPacket(drawing, glyph, x - 4, y - 4, 8);
  drawDropCross(drawing, x + 16, y, 3.5);
}
