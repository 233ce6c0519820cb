/** The waiting packets in the box of the queue, with their head at the right. */

import { type Frame, MAX_WAITING_ROWS, WAITING_STRIDE, WaitingColumn } from '../../engine/frame/frame.ts';
import { PacketFlag } from '../../engine/packets/packet.ts';
import { required } from '../../shared/required.ts';
import { numberAt, rowAt } from '../../shared/tables.ts';
import type { DrawingContext } from '../draw/drawing-context.ts';
import { addPacket, MIN_NUMBERED_PX } from '../draw/packet-shape.ts';
import { drawClassNumbers, fillPackets } from '../draw/packets.ts';
import { type DrawingTheme, glyphIndex } from '../draw/palette.ts';
import { type LevelOfDetail, MIN_PACKET_WIDTH_PX, nextLevelOfDetail } from './level-of-detail.ts';
import type { QueueDrawing } from './queue-drawing.ts';
import { type PickedPacket, type QueueBox, sentShare } from './queue-model.ts';
import type { WaitingOrder } from './waiting-order.ts';

/** Largest number of lines of packets above each other. */
const MAX_PACKET_LINES = 12;
/** From this width, px, a packet has the full height of the queue. */
const MIN_FULL_HEIGHT_PX = 12;
/** Largest height of a packet, px: this, or its width. */
const MAX_PACKET_HEIGHT_PX = 44;
/** Largest width of a packet, px. */
const MAX_PACKET_WIDTH_PX = 34;
/**
 * Packets that do not fit into their row are drawn narrower, but not below this multiple of their width: wide ones, and
 * others.
 */
const MIN_WIDTH_RATIO = { wide: 0.5, other: 0.75 };
/** Packets that stay as wide as this are wide, px. */
const MIN_WIDE_PX = 8;
const SINGLE_ROW = [{ share: 1, shareAbove: 0, bufferShare: 1 }];
/** Below this width, px, packets have no outline and are filled with its colour. */
const MIN_OUTLINED_PX = 4;

interface PacketBox {
  left: number;
  top: number;
  width: number;
  height: number;
}

interface WaitingOptions {
  readonly pitchPx: number;
  readonly detail: LevelOfDetail;
  readonly passingPacketsPerSecond: number;
  readonly enteringPackets: { readonly size: number; has(serial: number): boolean };
}

/** Whole pixels, so that small packets have equal sizes and no pattern of their edges. */
const wholePx = (length: number) => Math.max(1, Math.floor(length));

/** Width of a packet in a cell, px. */
function packetWidth(cellPx: number): number {
  return Math.max(1, Math.min(cellPx - (cellPx > MIN_OUTLINED_PX ? 1 : 0), MAX_PACKET_WIDTH_PX));
}

/** The cells of the waiting packets in the last drawing, px. */
export interface PacketGrid {
  readonly rows: readonly {
    readonly top: number;
    /** Lines of cells above each other. */
    readonly lineCount: number;
    readonly width: number;
    readonly height: number;
  }[];
  /** Packets in a cell. */
  readonly columnCount: number;
  /** Movement to the right while a packet is sent. */
  readonly shift: number;
  /** Least width and height of a packet. */
  readonly size: number;
  readonly drawnPackets: number;
  /** The cells of each VC are too small to be separate. */
  readonly hasBands: boolean;
}

/**
 * Height of the packets of a queue in a single line, px; undefined if they have several lines.
 * @param pitchPx width of a packet in a single line, px
 */
export function singleLineHeight(pitchPx: number): number | undefined {
  return pitchPx < MIN_FULL_HEIGHT_PX ? undefined : MAX_PACKET_HEIGHT_PX;
}

/** Draws the waiting packets of one queue, and finds the packet at a place. */
export class WaitingView {
  private frame: Frame | undefined;
  private box: QueueBox = { left: 0, right: 1, top: 0, bottom: 1 };
  /** Places of the waiting packets in the last drawing. */
  private readonly positions: number[] = [];
  /** The glyph of each waiting packet in the last drawing. */
  private readonly glyphIndices = new Uint16Array(MAX_WAITING_ROWS);
  grid: PacketGrid = { rows: [], columnCount: 1, shift: 0, size: 1, drawnPackets: 1, hasBands: false };
  private order: WaitingOrder | undefined;
  private readonly packetBox: PacketBox = { left: 0, top: 0, width: 1, height: 1 };

  /** The packet at a place. */
  packetAt(x: number, y: number): PickedPacket | undefined {
    const { frame } = this;
    const count = (frame?.waiting.length ?? 0) / WAITING_STRIDE;
    for (let packet = 0; packet < count; packet++) {
      const { left, top, width, height } = this.placePacket(packet);
      if (frame === undefined || x < left || x >= left + width || y < top || y >= top + height) continue;
      const entry = rowAt(frame.waiting, packet * WAITING_STRIDE);
      return { serial: entry(WaitingColumn.serial), arrivedNs: entry(WaitingColumn.arrivedNs) };
    }
    return undefined;
  }

  /** The cell of a packet, px. */
  private placePacket(packet: number): PacketBox {
    const { columnCount, shift } = this.grid;
    const cellIndex = this.order?.positionInRow[packet] ?? packet;
    const { top, lineCount, width, height } = required(this.grid.rows[this.order?.rowOf[packet] ?? 0]);
    const { packetBox } = this;
    packetBox.left = this.box.right + shift - (Math.floor(cellIndex / (lineCount * columnCount)) + 1) * width;
    packetBox.top = top + Math.floor((cellIndex % (lineCount * columnCount)) / columnCount) * height;
    packetBox.width = width;
    packetBox.height = height;
    return packetBox;
  }

  /**
   * Size of the glyphs in a legend, px: packets with room for a number, and numbered blocks, have the number there too.
   */
  get legendPx(): number {
    const hasNumbers = this.order?.blocks.length || Math.min(this.grid.size, this.grid.drawnPackets) >= MIN_NUMBERED_PX;
    return hasNumbers ? MIN_NUMBERED_PX + 2 : MIN_NUMBERED_PX - 1;
  }

  pointOf(serial: number, frame: Frame): { readonly x: number; readonly y: number } | undefined {
    // The search begins at the tail, because most searched packets arrived recently.
    for (let index = frame.waiting.length - WAITING_STRIDE; index >= 0; index -= WAITING_STRIDE) {
      if (frame.waiting[index + WaitingColumn.serial] !== serial) continue;
      const { left, top, height } = this.placePacket(index / WAITING_STRIDE);
      return { x: left + this.grid.size / 2, y: top + height / 2 };
    }
    return undefined;
  }

  /**
   * @param pitchPx width of a packet in a single line over the whole height, px
   * @param before level of detail of the last drawing
   * @param passingPacketsPerSecond packets per second of wall time
   * @param enteringPackets serial numbers of packets that are drawn on their way into the queue
   * @returns the level of detail
   */
  draw(
    drawing: QueueDrawing,
    { pitchPx, detail: before, passingPacketsPerSecond, enteringPackets }: WaitingOptions,
  ): LevelOfDetail {
    const { context, theme, model, glyphs, box, order } = drawing;
    const { frame, speed } = model;
    const { left, right, top, bottom } = box;
    // The packets of a row are between its lines.
    const margin = order === undefined || order.rows.length === 1 ? 3 : 0.5;
    const blockHeight = bottom - top - 2 * margin;
    // The width of a row is its part of the buffer. Packets have places about as wide as high.
    const rowGrids = (order?.rows ?? SINGLE_ROW).map(({ share, shareAbove, bufferShare }) => {
      const packetPx = pitchPx / bufferShare;
      const rowHeight = share * blockHeight;
      const maxLines = packetPx >= MIN_FULL_HEIGHT_PX ? 1 : MAX_PACKET_LINES;
      const lineCount = Math.min(maxLines, Math.max(1, Math.round(Math.sqrt(rowHeight / packetPx))));
      const rowTop = top + Math.max(1, margin) + shareAbove * blockHeight;
      return { top: rowTop, lineCount, width: packetPx * lineCount, height: rowHeight / lineCount };
    });
    const narrowestWidth = Math.min(...rowGrids.map((grid) => grid.width));
    const detail = nextLevelOfDetail(before, passingPacketsPerSecond, narrowestWidth);
    const columns = detail === 'density' ? Math.ceil(MIN_PACKET_WIDTH_PX / narrowestWidth) : 1;
    const count = frame.waiting.length / WAITING_STRIDE;
    const rows = rowGrids.map((grid, index) => {
      const width = grid.width * columns;
      // Small packets take less of their row than packets of mean size.
      const fittingLengthPx = (right - left) / Math.ceil((order?.lengths[index] ?? count) / (grid.lineCount * columns));
      const minRatio = fittingLengthPx < MIN_WIDE_PX ? MIN_WIDTH_RATIO.other : MIN_WIDTH_RATIO.wide;
      return {
        ...grid,
        width: fittingLengthPx < width && fittingLengthPx > minRatio * width ? fittingLengthPx : width,
      };
    });
    const width = Math.min(...rows.map((row) => row.width));
    const size = packetWidth(width);
    const drawnSize = Math.min(Math.min(...rows.map((row) => row.height)) - 1, Math.max(MAX_PACKET_HEIGHT_PX, size));
    const shift = rows.length === 1 && rows[0]?.lineCount === 1 && speed < 0.2 ? sentShare(frame) * width : 0;
    this.frame = frame;
    this.box = box;
    this.order = order;
    const isSorted = order !== undefined && order.blocks.length > 0;
    const hasBands = isSorted && size < MIN_OUTLINED_PX;
    this.grid = { rows, columnCount: columns, shift, size, drawnPackets: drawnSize, hasBands };
    if (hasBands) return detail;
    const { positions } = this;
    const glyphIndices = this.glyphsOf(frame, count);
    for (const [index, glyph] of (order?.glyphs ?? glyphs).entries()) {
      if (!glyphIndices.includes(index)) continue;
      context.beginPath();
      positions.length = 0;
      // The outline of a cell is inside it, so all cells have equal sizes.
      const inset = isSorted && glyph.edge !== glyph.colour ? 0.5 : 0;
      for (let packet = 0; packet < count; packet++) {
        if (glyphIndices[packet] !== index) continue;
        const serial = packet * WAITING_STRIDE + WaitingColumn.serial;
        if (enteringPackets.size > 0 && enteringPackets.has(numberAt(frame.waiting, serial))) continue;
        const cell = this.placePacket(packet);
        if (rows.length > 1 && cell.left < left) continue;
        const isMoving = shift > 0;
        const x = isMoving ? cell.left : Math.round(cell.left);
        const sizeHere = isMoving ? packetWidth(cell.width) : wholePx(packetWidth(cell.width));
        const drawnHere = wholePx(Math.min(cell.height - 1, Math.max(MAX_PACKET_HEIGHT_PX, sizeHere)));
        const y = Math.round(cell.top + (cell.height - 1 - drawnHere) / 2);
        addPacket(context, glyph, x + inset, y + inset, sizeHere - 2 * inset, drawnHere - 2 * inset);
        if (glyph.classNumber !== undefined) positions.push(x, y);
      }
      if (size >= MIN_OUTLINED_PX) fillPackets(context, glyph, size, drawnSize);
      else {
        context.fillStyle = glyph.edge;
        context.fill();
      }
      drawClassNumbers(drawing, glyph, positions, size, drawnSize);
    }
    if (detail !== 'density') this.drawMarked(context, theme, frame);
    return detail;
  }

  /** The index of each packet's glyph; valid until the next call. */
  private glyphsOf({ waiting }: Frame, count: number): typeof this.glyphIndices {
    const glyphIndices = this.glyphIndices.subarray(0, count);
    for (let packet = 0; packet < count; packet++) {
      const offset = packet * WAITING_STRIDE;
      const classIndex = numberAt(waiting, offset + WaitingColumn.classIndex);
      glyphIndices[packet] = glyphIndex(classIndex, numberAt(waiting, offset + WaitingColumn.glyphVariant));
    }
    return glyphIndices;
  }

  private drawMarked(context: DrawingContext, theme: DrawingTheme, frame: Frame): void {
    context.fillStyle = theme.text;
    context.beginPath();
    const count = frame.waiting.length / WAITING_STRIDE;
    for (let packet = 0; packet < count; packet++) {
      if ((numberAt(frame.waiting, packet * WAITING_STRIDE + WaitingColumn.flags) & PacketFlag.ce) === 0) continue;
      const { left, top, width, height } = this.placePacket(packet);
      if (this.grid.rows.length > 1 && left < this.box.left) continue;
      const [x, y] = [left + width / 2, top + height / 2];
      context.moveTo(x + 3, y);
      context.arc(x, y, Math.min(3, height / 2), 0, 2 * Math.PI);
    }
    context.fill();
    context.strokeStyle = theme.surface;
    context.lineWidth = 1;
    context.stroke();
  }
}
