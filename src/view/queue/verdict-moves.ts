/**
 * Verdicts as movements: an accepted packet flies from its source to its place, and a dropped packet falls out of the
 * queue.
 */
import { VERDICT_STRIDE, VerdictColumn } from '../../engine/frame/frame.ts';
import { numberAt, required, rowAt } from '../../shared/lists.ts';
import type { Surface } from '../draw/canvas.ts';
import { lazyDrawing } from '../draw/loaded-drawing.ts';
import { drawDropCross, drawPacket } from '../draw/packets.ts';
import { type ClassGlyph, glyphIndex, type Ink } from '../draw/palette.ts';
import type { ReasonSpace } from './drop-reason.ts';
import type { LevelOfDetail } from './level-of-detail.ts';
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
  readonly drops: number;
  /** The number beside it in the last drawing. */
  shownDrops: number;
}

interface EnteringPacket {
  readonly classIndex: number;
  readonly glyphIndex: number;
  readonly bornMs: number;
}

const pinning = lazyDrawing(() => import('./pinned-drop.ts'));
const dropReason = lazyDrawing(async () => (await import('./drop-reason.ts')).drawDropReason);

const FALL_DURATION_MS = 900;
const MAX_FALLING = 24;
/** Smallest time between two falling packets, ms, so that they do not cover each other. */
const MIN_FALL_GAP_MS = 150;
/** Width of a falling packet with its cross and its number, px. */
const FALLING_WIDTH_PX = 38;
/** Below this height, px, packets that fall at one place cover each other. */
const MIN_FALL_DEPTH_PX = 24;
const ENTRY_DURATION_MS = 260;
/** Distance of falling packets from the line of words above them and from the lower edge, px. */
const FALL_MARGIN = { over: 14, under: 6 };
/** Least distance of the packet of a question, with its ring, from the lower edge, px. */
const PINNED_UNDER_PX = 9;

export class VerdictMoves {
  readonly falling: FallingPacket[] = [];
  /** Packets between their source and their place, by serial number. */
  readonly entering = new Map<number, EnteringPacket>();
  /** The packet of the present question, if it was dropped. It stays visible. */
  pinned: PinnedDrop | undefined;
  private lastDrop = '';
  /** Drops since the last falling packet. */
  private uncounted = 0;

  clear(): void {
    this.falling.length = 0;
    this.entering.clear();
    this.pinned = undefined;
    this.uncounted = 0;
  }

  /** @param xOf horizontal place of a drop, px, for the number of waiting packets at the drop */
  collect(model: QueueModel, detail: LevelOfDetail, xOf: (waitingPackets: number) => number): void {
    const { verdicts } = model.frame;
    const { reasons } = model.description;
    const enters = detail === 'packets' && !model.isStill;
    for (let index = 0; index < verdicts.length; index += VERDICT_STRIDE)
      if (reasons[numberAt(verdicts, index + VerdictColumn.reason)]?.verdict === 'drop') this.uncounted++;
    let falls = this.uncounted > 0 && model.wallMs - (this.falling.at(-1)?.bornMs ?? 0) >= MIN_FALL_GAP_MS;
    for (let row = verdicts.length / VERDICT_STRIDE - 1; row >= 0 && (falls || enters); row--) {
      const cell = rowAt(verdicts, row * VERDICT_STRIDE);
      const reason = reasons[cell(VerdictColumn.reason)];
      const serial = cell(VerdictColumn.serial);
      const classIndex = cell(VerdictColumn.classIndex);
      const glyph = glyphIndex(classIndex, cell(VerdictColumn.look));
      const isLater = cell(VerdictColumn.timeNs) > cell(VerdictColumn.arrivedNs);
      if (reason?.verdict !== 'drop') {
        if (enters && !isLater) this.entering.set(serial, { classIndex, glyphIndex: glyph, bornMs: model.wallMs });
      } else if (falls) {
        falls = false;
        this.lastDrop = reason.label;
        const jitter = (serial * 7) % 17;
        const offeredNs = cell(VerdictColumn.arrivedNs);
        const x = Math.max(4, xOf(cell(VerdictColumn.waitingPackets)) + jitter - 4);
        this.falling.push({
          x,
          y: 0,
          serial,
          offeredNs,
          glyphIndex: glyph,
          bornMs: model.wallMs,
          drops: this.uncounted,
          shownDrops: 1,
        });
        this.uncounted = 0;
      }
    }
    while (this.falling.length > MAX_FALLING) this.falling.shift();
  }

  /** Keeps the packet of the present question at the place of its drop while the run is at or after this drop. */
  pin({ frame, description, highlight, wallMs }: QueueModel, xOf: (waitingPackets: number) => number): void {
    if (this.pinned?.serial !== highlight || frame.timeNs < (this.pinned?.droppedNs ?? 0)) this.pinned = undefined;
    if (highlight === undefined) return;
    this.pinned ??= pinning(wallMs)?.pinnedDrop(frame, description, highlight);
    if (this.pinned !== undefined) this.pinned.x = Math.max(12, xOf(this.pinned.foundWaiting));
  }

  /**
   * @param from place of the source of a class, px
   * @param to place of a packet in the queue, px; undefined if it is no longer there
   */
  drawEntering(
    { context }: Surface,
    model: QueueModel,
    glyphs: readonly ClassGlyph[],
    from: (classIndex: number) => { readonly x: number; readonly y: number },
    to: (serial: number) => { readonly x: number; readonly y: number } | undefined,
  ): void {
    for (const [serial, { classIndex, glyphIndex: glyph, bornMs }] of this.entering) {
      const progress = (model.wallMs - bornMs) / ENTRY_DURATION_MS;
      const target = to(serial);
      if (progress >= 1 || target === undefined) {
        this.entering.delete(serial);
        continue;
      }
      const start = from(classIndex);
      const x = start.x + progress * (target.x - start.x);
      const y = start.y + progress * (target.y - start.y);
      drawPacket(context, required(glyphs[glyph]), x - 4, y - 4, 8);
    }
  }

  /** @param line vertical place of the words below the queue, px. Packets fall below them. */
  drawFalling(
    { context, height }: Surface,
    ink: Ink,
    model: QueueModel,
    glyphs: readonly ClassGlyph[],
    line: number,
  ): void {
    const from = line + FALL_MARGIN.over;
    const depth = Math.max(0, height - FALL_MARGIN.under - from);
    if (this.pinned !== undefined) {
      const { pinned } = this;
      pinned.y = Math.min(from + 0.5 * depth, height - PINNED_UNDER_PX);
      pinning(model.wallMs)?.drawPinnedDrop({ context, ink }, pinned, required(glyphs[pinned.glyphIndex]));
    }
    // Without movement or depth, packets at one place are one packet with their number.
    const merges = model.isStill || depth < MIN_FALL_DEPTH_PX;
    for (const fall of this.falling) fall.shownDrops = fall.drops;
    for (const [index, fall] of this.falling.entries()) {
      if (fall.serial === this.pinned?.serial) continue;
      const covering = merges ? this.coverOf(fall, index) : undefined;
      if (covering !== undefined) {
        covering.shownDrops += fall.shownDrops;
        continue;
      }
      const age = Math.min(1, (model.wallMs - fall.bornMs) / FALL_DURATION_MS);
      fall.y = from + (model.isStill ? 0.5 : age * age) * depth;
      context.globalAlpha = model.isStill ? 1 : 1 - age * 0.7;
      drawPacket(context, required(glyphs[fall.glyphIndex]), fall.x - 4, fall.y - 4, 8);
      drawDropCross(context, ink.text, fall.x + 11, fall.y, 3.5);
      if (fall.shownDrops > 1) {
        context.fillStyle = ink.text;
        context.textAlign = 'left';
        context.fillText(String(fall.shownDrops), fall.x + 17, fall.y);
      }
    }
    context.globalAlpha = 1;
    while (this.falling[0] !== undefined && model.wallMs - this.falling[0].bornMs > FALL_DURATION_MS)
      this.falling.shift();
  }

  /** The next later packet that would cover this one. */
  private coverOf({ x }: FallingPacket, index: number): FallingPacket | undefined {
    return this.falling.find((other, later) => later > index && Math.abs(other.x - x) < FALLING_WIDTH_PX);
  }

  /** Writes the reason of the last drop. */
  drawReason(drawing: QueueDrawing, { line, end, takenSpans, walls }: Omit<ReasonSpace, 'x'>): void {
    const last = this.pinned ?? this.falling.at(-1);
    if (last === undefined) return;
    const reason = this.pinned?.label ?? this.lastDrop;
    dropReason(drawing.model.wallMs)?.(drawing, reason, { x: last.x, line, end, takenSpans, walls });
  }
}
