/**
 * Verdicts as movements: an accepted packet flies from its source to its place, and a dropped packet falls out of the
 * queue.
 */
import { VERDICT_STRIDE, VerdictColumn } from '../../engine/frame/frame.ts';
import { required } from '../../shared/required.ts';
import { numberAt, rowAt } from '../../shared/tables.ts';
import { type Surface, writeReadably } from '../draw/canvas.ts';
import { drawDropCross, drawPacket } from '../draw/packets.ts';
import { type ClassGlyph, glyphIndex } from '../draw/palette.ts';
import type { ThemedContext } from '../draw/themed-context.ts';
import type { ReasonSpace } from './drop-reason.ts';
import type { LevelOfDetail } from './level-of-detail.ts';
import { loadedDrawings } from './loaded-drawings.ts';
import type { PinnedDrop } from './pinned-drop.ts';
import type { QueueDrawing } from './queue-drawing.ts';
import type { PickedPacket, QueueModel } from './queue-model.ts';

interface FallingPacket extends PickedPacket {
  readonly x: number;
  /** Place in the last drawing, px. */
  y: number;
  /** Index of its glyph. */
  readonly glyphIndex: number;
  readonly bornMs: number;
  /** Number of drops that it stands for: its own, and those after the last falling packet. */
  readonly dropCount: number;
  /** Whether they are of several glyphs. */
  readonly isMixed: boolean;
  /** The number beside it in the last drawing. */
  shownDropCount: number;
  /** Whether this number counts several glyphs. Then it stands beside the cross alone. */
  isShownMixed: boolean;
}

interface EnteringPacket {
  readonly classIndex: number;
  readonly glyphIndex: number;
  readonly bornMs: number;
}

const FALL_DURATION_MS = 900;
const MAX_FALLING = 24;
/** Smallest time between two falling packets, ms, so that they do not cover each other. */
const MIN_FALL_GAP_MS = 150;
/** Width of a falling packet with its cross and its number, px. */
const FALLING_WIDTH_PX = 38;
/** Below this height, px, packets that fall at one place cover each other. */
const MIN_FALL_DEPTH_PX = 24;
const ENTRY_DURATION_MS = 260;
/**
 * Distance of falling packets from the line of words above them and from the lower edge, where buttons of a lens may
 * be, px.
 */
const FALL_MARGIN_PX = { over: 14, under: 10 };
/** Least distance of the packet of a question, with its ring, from the lower edge, px. */
const PINNED_UNDER_PX = 9;

/** The packets of one queue that move after their verdicts, and the last reasons. */
export class VerdictMoves {
  readonly fallingPackets: FallingPacket[] = [];
  /** Packets between their source and their place, by serial number. */
  readonly enteringPackets = new Map<number, EnteringPacket>();
  /** The packet of the present question, if it was dropped. It stays visible. */
  pinnedDrop: PinnedDrop | undefined;
  /** The reason of the last drop, in more and in fewer words. */
  private lastReasons: readonly string[] = [];
  /** Drops since the last falling packet, and their glyphs. */
  private uncountedDropCount = 0;
  private readonly uncountedGlyphs = new Set<number>();

  clear(): void {
    this.fallingPackets.length = 0;
    this.enteringPackets.clear();
    this.pinnedDrop = undefined;
    this.uncountedDropCount = 0;
    this.uncountedGlyphs.clear();
  }

  /** @param xOf horizontal place of a drop, px, for the number of waiting packets at the drop */
  collect(model: QueueModel, detail: LevelOfDetail, xOf: (waitingPackets: number) => number): void {
    const { verdicts } = model.frame;
    const { reasons } = model.description;
    const enters = detail === 'packets' && !model.isStill;
    for (let index = 0; index < verdicts.length; index += VERDICT_STRIDE) {
      if (reasons[numberAt(verdicts, index + VerdictColumn.reason)]?.verdict !== 'drop') continue;
      const classIndex = numberAt(verdicts, index + VerdictColumn.classIndex);
      this.uncountedDropCount++;
      this.uncountedGlyphs.add(glyphIndex(classIndex, numberAt(verdicts, index + VerdictColumn.glyphVariant)));
    }
    let falls =
      this.uncountedDropCount > 0 && model.wallMs - (this.fallingPackets.at(-1)?.bornMs ?? 0) >= MIN_FALL_GAP_MS;
    for (let row = verdicts.length / VERDICT_STRIDE - 1; row >= 0 && (falls || enters); row--) {
      const entry = rowAt(verdicts, row * VERDICT_STRIDE);
      const reason = reasons[entry(VerdictColumn.reason)];
      const serial = entry(VerdictColumn.serial);
      const classIndex = entry(VerdictColumn.classIndex);
      const glyph = glyphIndex(classIndex, entry(VerdictColumn.glyphVariant));
      const isLater = entry(VerdictColumn.timeNs) > entry(VerdictColumn.arrivedNs);
      if (reason?.verdict !== 'drop') {
        if (enters && !isLater)
          this.enteringPackets.set(serial, { classIndex, glyphIndex: glyph, bornMs: model.wallMs });
      } else if (falls) {
        falls = false;
        this.lastReasons = reason.shortLabel === undefined ? [reason.label] : [reason.label, reason.shortLabel];
        const jitter = (serial * 7) % 17;
        const arrivedNs = entry(VerdictColumn.arrivedNs);
        const x = Math.max(4, xOf(entry(VerdictColumn.waitingPackets)) + jitter - 4);
        this.fallingPackets.push({
          x,
          y: 0,
          serial,
          arrivedNs,
          glyphIndex: glyph,
          bornMs: model.wallMs,
          dropCount: this.uncountedDropCount,
          isMixed: this.uncountedGlyphs.size > 1,
          shownDropCount: 1,
          isShownMixed: false,
        });
        this.uncountedDropCount = 0;
        this.uncountedGlyphs.clear();
      }
    }
    while (this.fallingPackets.length > MAX_FALLING) this.fallingPackets.shift();
  }

  /** Keeps the packet of the present question at the place of its drop while the run is at or after this drop. */
  pin({ frame, description, highlight, wallMs }: QueueModel, xOf: (waitingPackets: number) => number): void {
    if (this.pinnedDrop?.serial !== highlight || frame.timeNs < (this.pinnedDrop?.droppedNs ?? 0))
      this.pinnedDrop = undefined;
    if (highlight === undefined) return;
    this.pinnedDrop ??= loadedDrawings(wallMs)?.pinnedDrop(frame, description, highlight);
    if (this.pinnedDrop !== undefined) this.pinnedDrop.x = Math.max(12, xOf(this.pinnedDrop.waitingBefore));
  }

  /**
   * @param from place of the source of a class, px
   * @param to place of a packet in the queue, px; undefined if it is no longer there
   */
  drawEntering(
    drawing: Surface,
    model: QueueModel,
    glyphs: readonly ClassGlyph[],
    from: (classIndex: number) => { readonly x: number; readonly y: number },
    to: (serial: number) => { readonly x: number; readonly y: number } | undefined,
  ): void {
    for (const [serial, { classIndex, glyphIndex: glyph, bornMs }] of this.enteringPackets) {
      const progress = (model.wallMs - bornMs) / ENTRY_DURATION_MS;
      const target = to(serial);
      if (progress >= 1 || target === undefined) {
        this.enteringPackets.delete(serial);
        continue;
      }
      const start = from(classIndex);
      const x = start.x + progress * (target.x - start.x);
      const y = start.y + progress * (target.y - start.y);
      drawPacket(drawing, required(glyphs[glyph]), x - 4, y - 4, 8);
    }
  }

  /** @param line vertical place of the words below the queue, px. Packets fall below them. */
  drawFalling(drawing: ThemedContext & Surface, model: QueueModel, glyphs: readonly ClassGlyph[], line: number): void {
    const { context, theme, height, isMirrored = false } = drawing;
    const from = line + FALL_MARGIN_PX.over;
    const depth = Math.max(0, height - FALL_MARGIN_PX.under - from);
    if (this.pinnedDrop !== undefined) {
      const { pinnedDrop } = this;
      pinnedDrop.y = Math.min(from + 0.5 * depth, height - PINNED_UNDER_PX);
      loadedDrawings(model.wallMs)?.drawPinnedDrop(drawing, pinnedDrop, required(glyphs[pinnedDrop.glyphIndex]));
    }
    // Without movement or depth, packets at one place are one packet with their number.
    const merges = model.isStill || depth < MIN_FALL_DEPTH_PX;
    for (const fall of this.fallingPackets) {
      fall.shownDropCount = fall.dropCount;
      fall.isShownMixed = fall.isMixed;
    }
    for (const [index, fall] of this.fallingPackets.entries()) {
      if (fall.serial === this.pinnedDrop?.serial) continue;
      const coveringPacket = merges ? this.coveringPacket(fall, index) : undefined;
      if (coveringPacket !== undefined) {
        coveringPacket.shownDropCount += fall.shownDropCount;
        coveringPacket.isShownMixed ||= fall.isShownMixed || fall.glyphIndex !== coveringPacket.glyphIndex;
        continue;
      }
      const age = Math.min(1, (model.wallMs - fall.bornMs) / FALL_DURATION_MS);
      fall.y = from + (model.isStill ? 0.5 : age * age) * depth;
      context.globalAlpha = model.isStill ? 1 : 1 - age * 0.7;
      if (!fall.isShownMixed) drawPacket(drawing, required(glyphs[fall.glyphIndex]), fall.x - 4, fall.y - 4, 8);
      drawDropCross(drawing, fall.x + 11, fall.y, 3.5);
      if (fall.shownDropCount > 1) {
        context.fillStyle = theme.text;
        context.textAlign = isMirrored ? 'right' : 'left';
        writeReadably(drawing, fall.x + 17, (x) => context.fillText(String(fall.shownDropCount), x, fall.y));
      }
    }
    context.globalAlpha = 1;
    while (this.fallingPackets[0] !== undefined && model.wallMs - this.fallingPackets[0].bornMs > FALL_DURATION_MS)
      this.fallingPackets.shift();
  }

  /** The next later packet that would cover this one. */
  private coveringPacket({ x }: FallingPacket, index: number): FallingPacket | undefined {
    return this.fallingPackets.find(
      (other, otherIndex) => otherIndex > index && Math.abs(other.x - x) < FALLING_WIDTH_PX,
    );
  }

  /** Writes the reason of the last drop. */
  drawReason(drawing: QueueDrawing, space: Omit<ReasonSpace, 'sign' | 'falls'>): void {
    const last = this.pinnedDrop ?? this.fallingPackets.at(-1);
    if (last === undefined) return;
    const reasons = this.pinnedDrop?.reasons ?? this.lastReasons;
    loadedDrawings(drawing.model.wallMs)?.drawDropReason(drawing, reasons, {
      ...space,
      sign: last,
      falls: this.fallingPackets,
    });
  }
}
