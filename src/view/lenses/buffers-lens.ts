/**
 * The lens of policies for video. It draws the buffers side by side with the packets that they refuse. For each video
 * it draws the last two groups of pictures (`video-frames.ts`). A frame is complete, damaged, or useless because a frame
 * that it needs was lost.
 */

import { BUFFER_STRIDE, BufferColumn } from '../../engine/contract/policy-tables.ts';
import type { Frame } from '../../engine/frame/frame.ts';
import { numberAt } from '../../shared/lists.ts';
import type { Brush } from '../draw/brush.ts';
import { drawFittingText } from '../draw/labels.ts';
import { formatAmount, formatNumber } from '../draw/number-text.ts';
import { drawCross, fillPackets } from '../draw/packets.ts';
import { classGlyph, FONT, SMALL_FONT } from '../draw/palette.ts';
import { NARROW_LENS } from './lens-axes.ts';
import type { LensDrawing } from './lens-drawing.ts';
import { PaintedLens } from './painted-lens.ts';
import { drawVideoFrames } from './video-frames.ts';

const TITLE = 18;
/** From this width of a buffer, px, its flow is named with the word. */
const NAMED_FLOW = 38;
/** Space for the names of buffers, px. */
const NAMES = 18;
const GAP = 20;
/** Up to this number of buffers, the amounts are beside them. */
const FEW = 3;

interface Buffer {
  /** Index of the owner; -1 if several share the buffer. */
  readonly flow: number;
  readonly classIndex: number;
  /** Present and largest content, packets or bytes. */
  readonly held: number;
  readonly room: number;
  readonly discardBits: number;
  readonly fullPackets: number;
  readonly refusedPackets: number;
}

/** The buffers of a frame, by class and flow. */
function buffersOf({ buffers }: Frame, inBytes: boolean, limit: number): Buffer[] {
  const rows = Array.from({ length: buffers.length / BUFFER_STRIDE }, (_, row) => {
    const cell = (column: number) => numberAt(buffers, row * BUFFER_STRIDE + column);
    return {
      flow: cell(BufferColumn.flow),
      classIndex: cell(BufferColumn.classIndex),
      held: cell(inBytes ? BufferColumn.waitingBytes : BufferColumn.waitingPackets),
      room: cell(BufferColumn.share) * limit,
      discardBits: cell(BufferColumn.discardBits),
      fullPackets: cell(BufferColumn.fullPackets),
      refusedPackets: cell(BufferColumn.refusedPackets),
    };
  });
  return rows.sort((one, other) => one.classIndex - other.classIndex || one.flow - other.flow);
}

/** An amount of a buffer: its beginning, and the rest, which may stand below it. */
type Amount = readonly [words: string, rest: string];

function amountsOf({ held, room, fullPackets, refusedPackets }: Buffer, inBytes: boolean): readonly Amount[] {
  const formatQuantity = (quantity: number) => formatNumber(inBytes ? quantity / 1e3 : quantity);
  return [
    [formatQuantity(held), `of ${formatQuantity(room)}`],
    ['full:', formatAmount(fullPackets)],
    ...(refusedPackets > 0 ? [['refused:', formatAmount(refusedPackets)] as const] : []),
  ];
}

export class BuffersLens extends PaintedLens {
  protected paint(drawing: LensDrawing): void {
    const { width, model } = drawing;
    const hasVideo = model.frame.videoFrames.length > 0;
    const split = hasVideo ? Math.round(width * 0.42) : width;
    this.drawBuffers(drawing, split - GAP);
    if (hasVideo) drawVideoFrames(drawing, split);
  }

  private drawBuffers(drawing: LensDrawing, width: number): void {
    const {
      context,
      height,
      ink,
      model: { frame, description },
    } = drawing;
    const inBytes = !Number.isFinite(frame.limitPackets);
    const limit = inBytes ? frame.limitBytes : frame.limitPackets;
    const buffers = buffersOf(frame, inBytes, limit);
    context.textAlign = 'left';
    context.fillStyle = ink.text;
    const unit = inBytes ? 'kB' : 'packets';
    const rooms = buffers[0]?.room ?? 0;
    const equal = buffers.length > 1 && buffers.every(({ room }) => room === rooms);
    // Buffers of one size need no axis.
    const size = equal ? `each ${formatNumber(inBytes ? rooms / 1e3 : rooms)} ` : '';
    if (buffers.length === 0) {
      context.fillText('Buffers: no packet has come yet.', 0, 9);
      return;
    }
    context.fillText(
      buffers.length === 1 && drawing.width >= NARROW_LENS
        ? `Fill of one buffer for all (${unit})`
        : `Fill of ${buffers.length} ${buffers.length === 1 ? 'buffer' : 'buffers'} (${size}${unit})`,
      0,
      9,
    );
    const [top, bottom] = [TITLE + 12, height - NAMES];
    const step = width / buffers.length;
    const few = buffers.length <= FEW && (buffers.length === 1 || drawing.width >= NARROW_LENS);
    const wide = few ? Math.min(44, Math.max(26, step * 0.28)) : Math.max(2, step - (step > 8 ? 4 : 1));
    const largest = Math.max(...buffers.map(({ room }) => room));
    for (const [place, buffer] of buffers.entries()) {
      const { classIndex, room, held } = buffer;
      const x = place * step;
      const tall = Math.max(6, (room / largest) * (bottom - top));
      const filled = room > 0 ? Math.min(1, held / room) * tall : 0;
      context.fillStyle = ink.raised;
      context.fillRect(x, bottom - tall, wide, tall);
      context.beginPath();
      context.rect(x, bottom - filled, wide, filled);
      fillPackets(context, classGlyph(description.classes, classIndex, ink.dark));
      context.strokeStyle = ink.muted;
      context.lineWidth = 1;
      context.strokeRect(Math.round(x) + 0.5, Math.round(bottom - tall) + 0.5, Math.round(wide), Math.round(tall));
      this.drawDiscardState(drawing, x + wide / 2, bottom - tall - 7, buffer.discardBits, step);
      if (few)
        this.drawAmounts(drawing, amountsOf(buffer, inBytes), { x: x + wide + 5, bottom, width: step - wide - 12 });
    }
    this.drawOwners(drawing, buffers, { step, wide, y: bottom + 10 });
  }

  /** Draws a closed door over a buffer that refuses useless packets, with the letter of the lost frame. */
  private drawDiscardState({ context, ink }: Brush, x: number, y: number, bits: number, step: number): void {
    if (bits === 0) return;
    const letter = (bits & 1) !== 0 ? 'I' : (bits & 2) !== 0 ? 'P' : 'B';
    if (step < 9) {
      context.fillStyle = ink.text;
      context.fillRect(x - 2, y, 4, 4);
      return;
    }
    drawCross(context, ink.text, step >= 22 ? x - 5 : x, y, 3);
    if (step < 22) return;
    context.fillStyle = ink.text;
    context.textAlign = 'left';
    context.fillText(letter, x + 2, y);
  }

  /** Draws the flow of each buffer if there is space, otherwise the class of neighbouring buffers. */
  private drawOwners(
    { context, ink, model }: LensDrawing,
    buffers: readonly Buffer[],
    { step, wide, y }: { readonly step: number; readonly wide: number; readonly y: number },
  ): void {
    const { classes } = model.description;
    context.font = SMALL_FONT;
    context.fillStyle = ink.muted;
    context.textAlign = 'center';
    const single = step >= 14 || buffers.length <= FEW;
    for (const [place, { flow, classIndex }] of buffers.entries()) {
      const name = classIndex < 0 ? 'all' : (classes[classIndex]?.label ?? '');
      const run = buffers.filter((other) => other.classIndex === classIndex).length;
      const own = step >= NAMED_FLOW ? `flow ${flow}` : String(flow);
      if (single) drawFittingText(context, flow >= 0 ? own : name, place * step + wide / 2, y, Math.max(step, 40));
      else if (buffers[place - 1]?.classIndex !== classIndex)
        drawFittingText(context, name, (place + run / 2) * step, y, run * step);
    }
    context.font = FONT;
  }

  private drawAmounts(
    { context, ink }: Brush,
    amounts: readonly Amount[],
    { x, bottom, width }: { readonly x: number; readonly bottom: number; readonly width: number },
  ): void {
    // On two lines where there is no room for one, as low as they go.
    const lines = amounts.flatMap(([words, rest], index): [string, string][] => {
      const colour = index === 0 ? ink.text : ink.muted;
      const whole = `${words} ${rest}`;
      if (context.measureText(whole).width <= width) return [[whole, colour]];
      return [
        [words, colour],
        [rest, colour],
      ];
    });
    context.textAlign = 'left';
    for (const [place, [words, colour]] of lines.entries()) {
      context.fillStyle = colour;
      drawFittingText(context, words, x, bottom - 8 - 15 * (lines.length - 1 - place), width);
    }
  }
}
