/** The waiting packets in the box of the queue, with their head at the right. */

import { type Frame, WAITING_STRIDE, WaitingColumn } from '../../engine/frame/frame.ts';
import { PacketFlag } from '../../engine/packets/packet.ts';
import { numberAt, rowAt } from '../../params/lists.ts';
import { addPacket, drawSigns, fillPackets, SIGNED_PX } from '../draw/packets.ts';
import { type Ink, markIndex } from '../draw/palette.ts';
import { type Detail, detailOf, NARROWEST_PX } from './detail.ts';
import type { QueueDrawing } from './queue-drawing.ts';
import { type Box, type PickedPacket, sentShare } from './queue-model.ts';

const MOST_ROWS = 12;
/** From this width, px, a packet has the full height of the queue. */
const ONE_ROW = 12;
/** Largest height of a packet, px. */
const TALLEST = 22;
/** Below this width, px, packets have no outline and are filled with its colour. */
const OUTLINED = 4;

interface Shown {
  readonly slot: number;
  readonly detail: Detail;
  readonly passing: number;
  readonly entering: { readonly size: number; has(serial: number): boolean };
}

export class WaitingDrawing {
  private frame: Frame | undefined;
  private box: Box = { left: 0, right: 1, top: 0, bottom: 1 };
  /** Places of the waiting packets in the last drawing. */
  private readonly places: number[] = [];
  private grid = { width: 1, height: 1, rows: 1, columns: 1, shift: 0, size: 1, drawn: 1 };

  /** The packet at a place. */
  at(x: number, y: number): PickedPacket | undefined {
    const { frame, box, grid } = this;
    const row = Math.floor((y - box.top - 3) / grid.height);
    const column = Math.floor((box.right + grid.shift - x) / grid.width);
    if (frame === undefined || column < 0 || row < 0 || row >= grid.rows) return undefined;
    const { waiting } = frame;
    const at = (column * grid.rows + row) * grid.columns * WAITING_STRIDE;
    if (at >= waiting.length) return undefined;
    const cell = rowAt(waiting, at);
    return { serial: cell(WaitingColumn.serial), offeredNs: cell(WaitingColumn.arrivedNs) };
  }

  /** Size of the marks in a legend, px: packets with room for a number have it there too. */
  get legendPx(): number {
    return Math.min(this.grid.size, this.grid.drawn) < SIGNED_PX ? SIGNED_PX - 1 : SIGNED_PX + 2;
  }

  placeOf(serial: number, frame: Frame): { readonly x: number; readonly y: number } | undefined {
    const { grid, box } = this;
    // The search begins at the tail, because most searched packets arrived recently.
    for (let at = frame.waiting.length - WAITING_STRIDE; at >= 0; at -= WAITING_STRIDE) {
      if (frame.waiting[at + WaitingColumn.serial] !== serial) continue;
      const packet = at / WAITING_STRIDE;
      const perColumn = grid.rows * grid.columns;
      const column = Math.floor(packet / perColumn);
      const row = Math.floor((packet % perColumn) / grid.columns);
      return {
        x: box.right + grid.shift - (column + 1) * grid.width + grid.size / 2,
        y: box.top + 3 + (row + 0.5) * grid.height,
      };
    }
    return undefined;
  }

  /**
   * @param slot width of a packet in a single row, px
   * @param detail of the last drawing
   * @param passing packets per second of wall time
   * @param entering serial numbers of packets that are drawn on their way into the queue
   * @returns the level of detail
   */
  draw(
    { context, ink, model: { frame, speed }, marks, box }: QueueDrawing,
    { slot, detail: before, passing, entering }: Shown,
  ): Detail {
    const { right, top, bottom } = box;
    // Cells about as wide as they are high.
    const tall = bottom - top - 6;
    const rows = slot >= ONE_ROW ? 1 : Math.min(MOST_ROWS, Math.max(1, Math.round(Math.sqrt(tall / slot))));
    const cell = slot * rows;
    const detail = detailOf(before, passing, cell);
    const height = tall / rows;
    const columns = detail === 'density' ? Math.ceil(NARROWEST_PX / cell) : 1;
    const width = cell * columns;
    const perColumn = rows * columns;
    const size = Math.max(1, Math.min(width - (width > 4 ? 1 : 0), TALLEST));
    const shift = rows === 1 && speed < 0.2 ? sentShare(frame) * cell : 0;
    this.frame = frame;
    this.box = box;
    const drawn = Math.min(height - 1, TALLEST);
    this.grid = { width, height, rows, columns, shift, size, drawn };
    const { places } = this;
    const count = frame.waiting.length / WAITING_STRIDE;
    for (const [index, mark] of marks.entries()) {
      context.beginPath();
      places.length = 0;
      for (let packet = 0; packet < count; packet++) {
        const at = packet * WAITING_STRIDE;
        const classIndex = numberAt(frame.waiting, at + WaitingColumn.classIndex);
        if (markIndex(classIndex, numberAt(frame.waiting, at + WaitingColumn.look)) !== index) continue;
        if (entering.size > 0 && entering.has(numberAt(frame.waiting, at + WaitingColumn.serial))) continue;
        const column = Math.floor(packet / perColumn);
        const row = Math.floor((packet % perColumn) / columns);
        const x = right - (column + 1) * width + shift;
        const y = top + 3 + row * height + (height - 1 - drawn) / 2;
        addPacket(context, mark, x, y, size, drawn);
        if (mark.sign !== undefined) places.push(x, y);
      }
      if (size >= OUTLINED) fillPackets(context, mark, size, drawn);
      else {
        context.fillStyle = mark.edge;
        context.fill();
      }
      drawSigns(context, mark, places, size, drawn);
    }
    if (detail !== 'density') this.drawMarked(context, ink, frame);
    return detail;
  }

  private drawMarked(context: CanvasRenderingContext2D, ink: Ink, frame: Frame): void {
    const { right, top } = this.box;
    const { width, height, rows } = this.grid;
    context.fillStyle = ink.text;
    context.beginPath();
    const count = frame.waiting.length / WAITING_STRIDE;
    for (let packet = 0; packet < count; packet++) {
      if ((numberAt(frame.waiting, packet * WAITING_STRIDE + WaitingColumn.flags) & PacketFlag.ce) === 0) continue;
      const x = right - (Math.floor(packet / rows) + 0.5) * width;
      const y = top + 3 + ((packet % rows) + 0.5) * height;
      context.moveTo(x + 3, y);
      context.arc(x, y, Math.min(3, height / 2), 0, 2 * Math.PI);
    }
    context.fill();
    context.strokeStyle = ink.surface;
    context.lineWidth = 1;
    context.stroke();
  }
}
