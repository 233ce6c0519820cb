/**
 * The lens of policies for video. It draws the buffers side by side with the packets that they refuse. For each video
 * it draws the last two groups of pictures. A frame is complete, damaged, or useless because a frame that it needs was
 * lost.
 */

import { BUFFER_STRIDE, BufferColumn } from '../../engine/contract/policy-tables.ts';
import {
  type Frame,
  FrameStatus,
  type RunDescription,
  VIDEO_FRAME_STRIDE,
  VideoFrameColumn,
} from '../../engine/frame/frame.ts';
import { FrameKind } from '../../engine/packets/packet.ts';
import { numberAt } from '../../params/lists.ts';
import { type Surface, surfaceOf } from '../draw/canvas.ts';
import { fitText } from '../draw/labels.ts';
import { amount, figure } from '../draw/number-text.ts';
import { addPacket, drawCross, fillPackets } from '../draw/packets.ts';
import {
  type ClassMark,
  classMark,
  FONT,
  type Ink,
  inkOfTheme,
  packetMark,
  packetMarks,
  SMALL_FONT,
} from '../draw/palette.ts';
import { NARROW_LENS } from './lens-axes.ts';
import type { Lens, LensModel } from './lens-model.ts';

const TITLE = 18;
/** From this width of a buffer, px, its flow is named with the word. */
const NAMED_FLOW = 38;
/** Space for the names of buffers and of videos, px. */
const NAMES = 18;
/** Height of a row of frames, px. The first row has arrows above it. */
const ROW = 22;
const ARROWS = 16;
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

export class BuffersLens implements Lens {
  private readonly canvas: HTMLCanvasElement;

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
  }

  draw(model: LensModel): void {
    const surface = surfaceOf(this.canvas);
    if (surface === undefined) return;
    const ink = inkOfTheme();
    surface.context.font = FONT;
    surface.context.textBaseline = 'middle';
    const hasVideo = model.frame.videoFrames.length > 0;
    const split = hasVideo ? Math.round(surface.width * 0.42) : surface.width;
    this.drawBuffers(surface, ink, model, split - GAP);
    if (hasVideo) this.drawFrames(surface, ink, model, split);
  }

  private drawBuffers(surface: Surface, ink: Ink, { frame, description }: LensModel, width: number): void {
    const { context, height } = surface;
    const inBytes = !Number.isFinite(frame.limitPackets);
    const limit = inBytes ? frame.limitBytes : frame.limitPackets;
    const buffers = buffersOf(frame, inBytes, limit);
    context.textAlign = 'left';
    context.fillStyle = ink.text;
    const unit = inBytes ? 'kB' : 'packets';
    const rooms = buffers[0]?.room ?? 0;
    const equal = buffers.length > 1 && buffers.every(({ room }) => room === rooms);
    // Buffers of one size need no axis.
    const size = equal ? `each ${figure(inBytes ? rooms / 1e3 : rooms)} ` : '';
    if (buffers.length === 0) {
      context.fillText('Buffers: no packet has come yet.', 0, 9);
      return;
    }
    context.fillText(
      buffers.length === 1 && surface.width >= NARROW_LENS
        ? `Fill of one buffer for all (${unit})`
        : `Fill of ${buffers.length} ${buffers.length === 1 ? 'buffer' : 'buffers'} (${size}${unit})`,
      0,
      9,
    );
    const [top, bottom] = [TITLE + 12, height - NAMES];
    const step = width / buffers.length;
    const few = buffers.length <= FEW && (buffers.length === 1 || surface.width >= NARROW_LENS);
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
      fillPackets(context, classMark(description.classes, classIndex, ink.dark));
      context.strokeStyle = ink.muted;
      context.lineWidth = 1;
      context.strokeRect(Math.round(x) + 0.5, Math.round(bottom - tall) + 0.5, Math.round(wide), Math.round(tall));
      this.drawDiscardState(context, ink, x + wide / 2, bottom - tall - 7, buffer.discardBits, step);
      if (few) this.drawAmounts(context, ink, buffer, x + wide + 5, bottom, step - wide - 12, inBytes);
    }
    this.drawOwners(context, ink, buffers, description, step, wide, bottom + 10);
  }

  /** Draws a closed door over a buffer that refuses useless packets, with the letter of the lost frame. */
  private drawDiscardState(
    context: CanvasRenderingContext2D,
    ink: Ink,
    x: number,
    y: number,
    bits: number,
    step: number,
  ): void {
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
    context: CanvasRenderingContext2D,
    ink: Ink,
    buffers: readonly Buffer[],
    { classes }: RunDescription,
    step: number,
    wide: number,
    y: number,
  ): void {
    context.font = SMALL_FONT;
    context.fillStyle = ink.muted;
    context.textAlign = 'center';
    const single = step >= 14 || buffers.length <= FEW;
    for (const [place, { flow, classIndex }] of buffers.entries()) {
      const name = classIndex < 0 ? 'all' : (classes[classIndex]?.label ?? '');
      const run = buffers.filter((other) => other.classIndex === classIndex).length;
      const own = step >= NAMED_FLOW ? `flow ${flow}` : String(flow);
      if (single) fitText(context, flow >= 0 ? own : name, place * step + wide / 2, y, Math.max(step, 40));
      else if (buffers[place - 1]?.classIndex !== classIndex)
        fitText(context, name, (place + run / 2) * step, y, run * step);
    }
    context.font = FONT;
  }

  private drawAmounts(
    context: CanvasRenderingContext2D,
    ink: Ink,
    { held, room, fullPackets, refusedPackets }: Buffer,
    x: number,
    bottom: number,
    width: number,
    inBytes: boolean,
  ): void {
    const shown = (quantity: number) => figure(inBytes ? quantity / 1e3 : quantity);
    const amounts: (readonly [words: string, rest: string])[] = [
      [shown(held), `of ${shown(room)}`],
      ['full:', amount(fullPackets)],
    ];
    if (refusedPackets > 0) amounts.push(['refused:', amount(refusedPackets)]);
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
      fitText(context, words, x, bottom - 8 - 15 * (lines.length - 1 - place), width);
    }
  }

  private drawFrames(surface: Surface, ink: Ink, model: LensModel, left: number): void {
    const { context, width, height } = surface;
    const { videoFrames } = model.frame;
    const marks = packetMarks(model.description.classes, ink.dark);
    const classIndex = model.description.classes.findIndex(({ kind }) => kind === 'video');
    const count = videoFrames.length / VIDEO_FRAME_STRIDE;
    const cell = (row: number, column: number) => numberAt(videoFrames, row * VIDEO_FRAME_STRIDE + column);
    context.textAlign = 'left';
    context.fillStyle = ink.text;
    context.fillText('Frames of each video, in order', left, 9);
    const fits = Math.max(1, Math.floor((height - TITLE - ARROWS - NAMES) / ROW));
    const from = left + NAMES;
    const step = Math.min(16, (width - from - 4) / 18);
    let lastFlow = -1;
    let line = -1;
    let first = 0;
    for (let row = 0; row < count; row++) {
      const flow = cell(row, VideoFrameColumn.flow);
      if (flow !== lastFlow) {
        lastFlow = flow;
        line++;
        first = cell(row, VideoFrameColumn.frame);
        if (line >= fits) break;
        context.fillStyle = ink.muted;
        context.textAlign = 'right';
        context.fillText(String(flow), from - 5, this.rowBottom(line) - 8);
      }
      const place = cell(row, VideoFrameColumn.frame) - first;
      const kind = cell(row, VideoFrameColumn.kind);
      const x = from + place * step;
      const mark = packetMark(marks, Math.max(0, classIndex), kind);
      this.drawFrame(context, ink, mark, x, this.rowBottom(line), step - 2, cell, row);
      if (line === 0) this.drawNeed(context, ink, from, step, first, cell, row);
    }
    this.drawKey(surface, ink, from, height - 8, this.rowBottom(Math.min(line, fits - 1)) + 10 < height - 20);
  }

  private rowBottom(line: number): number {
    return TITLE + ARROWS + (line + 1) * ROW - 2;
  }

  /** Draws a frame as a bar that fills with its packets. The bar of a useless frame is hollow, and a frame that lost a packet has a cross. */
  private drawFrame(
    context: CanvasRenderingContext2D,
    ink: Ink,
    mark: ClassMark,
    x: number,
    bottom: number,
    wide: number,
    cell: (row: number, column: number) => number,
    row: number,
  ): void {
    const status = cell(row, VideoFrameColumn.status);
    const tall = ROW - 5;
    const packets = Math.max(1, cell(row, VideoFrameColumn.packets));
    const come = cell(row, VideoFrameColumn.delivered) / packets;
    context.fillStyle = mark.colour;
    context.globalAlpha = status === FrameStatus.underWay ? 0.35 + 0.65 * come : 1;
    context.beginPath();
    addPacket(context, mark, x, bottom - tall, wide, tall);
    if (status === FrameStatus.useless) {
      context.strokeStyle = ink.muted;
      context.lineWidth = 1;
      context.stroke();
    } else context.fill();
    context.globalAlpha = 1;
    if (mark.edge !== mark.colour && status !== FrameStatus.useless) {
      context.strokeStyle = mark.edge;
      context.lineWidth = 1;
      context.stroke();
    }
    if (status === FrameStatus.damaged) drawCross(context, ink.text, x + wide / 2, bottom - 4, Math.min(3, wide / 2));
  }

  /** Draws an arc over the first video from each frame to the frame that it directly depends on. */
  private drawNeed(
    context: CanvasRenderingContext2D,
    ink: Ink,
    from: number,
    step: number,
    first: number,
    cell: (row: number, column: number) => number,
    row: number,
  ): void {
    const frame = cell(row, VideoFrameColumn.frame);
    const needs = cell(row, VideoFrameColumn.needs);
    if (needs === frame || needs < first) return;
    const useless = cell(row, VideoFrameColumn.status) === FrameStatus.useless;
    const [frameX, neededX] = [from + (frame - first + 0.5) * step - 1, from + (needs - first + 0.5) * step - 1];
    const foot = TITLE + ARROWS;
    const tall = cell(row, VideoFrameColumn.kind) === FrameKind.predicted ? ARROWS - 4 : ARROWS / 2;
    context.strokeStyle = useless ? ink.text : ink.muted;
    context.lineWidth = useless ? 1.4 : 0.8;
    context.setLineDash(useless ? [3, 2] : []);
    context.beginPath();
    context.moveTo(frameX, foot);
    context.quadraticCurveTo((frameX + neededX) / 2, foot - 2 * tall, neededX, foot);
    context.stroke();
    context.setLineDash([]);
  }

  /** @param tall whether there is space for two lines */
  private drawKey({ context, width }: Surface, ink: Ink, x: number, y: number, tall: boolean): void {
    context.font = SMALL_FONT;
    context.fillStyle = ink.muted;
    context.textAlign = 'left';
    const [kinds, key] = ['I tall, P middle, B short · arc: needs', '×: lost a packet · hollow: useless'];
    const room = width - x - 2;
    const whole = `${kinds} · ${key}`;
    const fits = context.measureText(whole).width <= room;
    // The part of the key that fits.
    if (!fits && tall) fitText(context, kinds, x, y - 12, room);
    fitText(context, fits ? whole : key, x, y, room);
    context.font = FONT;
  }
}
