/**
 * Enlarges the cells of a queue that is nearly empty, in a frame in its empty part. Two lines lead from the frame to the
 * cells, so that it does not look like cells that wait there.
 */

import { required } from '../../shared/required.ts';
import { numberAt } from '../../shared/tables.ts';
import { textWidth } from '../draw/labels.ts';
import { formatAmount } from '../draw/number-text.ts';
import { fillPackets } from '../draw/packets.ts';
import { classGlyph, DRAWING_FONT, SMALL_DRAWING_FONT } from '../draw/palette.ts';
import { BREAK_SPACE_PX } from './axis-break.ts';
import type { QueueDrawing } from './queue-drawing.ts';
import type { QueueBox } from './queue-model.ts';

/** Cells that take a smaller part of the queue's width are enlarged. A larger part is too, if no VC has room for its number. */
const ENLARGED_SHARE = 0.08;
/** Largest width of the frame, and its least distance from lines and from the cells, px. */
const MAX_FRAME_WIDTH_PX = 210;
const FRAME_DISTANCE_PX = 8;
/** Least length of the lines to the cells, px. */
const LINES_LENGTH_PX = 22;
/** A frame in a lower queue would look like cells that wait, px. */
const MIN_QUEUE_HEIGHT_PX = 64;
const SPACES_PX = { outside: 10, inside: 6 };
/** Height of the title, and largest height of the cells, px. */
const TITLE_HEIGHT_PX = 13;
const MAX_CELLS_HEIGHT_PX = 40;
/** Least width of the part of a VC with its number, px. */
const MIN_NUMBERED_PART_PX = 8;
const PART_GAP_PX = 1;

/** The cells of a VC on the queue, px. */
interface VcBlock {
  readonly classIndex: number;
  readonly right: number;
  readonly widthPx: number;
}

/**
 * @param blocks the VCs with cells
 * @param minNumberedPx least width of a block with its number, px
 * @param thresholdXs places of lines that the frame does not cover, px
 * @returns whether the blocks need no other numbers: they are enlarged, or the queue is too low for numbers at thin blocks
 */
export function drawEnlargedCells(
  drawing: QueueDrawing,
  blocks: readonly VcBlock[],
  minNumberedPx: number,
  thresholdXs: readonly number[],
): boolean {
  const { context, theme, box, model } = drawing;
  const cellsLeft = Math.min(...blocks.map(({ right, widthPx }) => right - widthPx));
  const cellsWidthPx = box.right - cellsLeft;
  const isSmall = cellsWidthPx < ENLARGED_SHARE * (box.right - box.left);
  const areNarrow = blocks.every(({ widthPx }) => widthPx < minNumberedPx);
  if (blocks.length === 0 || !(isSmall || areNarrow)) return false;
  // The legend names the colours of the thin blocks.
  if (box.bottom - box.top < MIN_QUEUE_HEIGHT_PX) return true;
  const title = `enlarged: ${formatAmount(numberAt(model.shownSignals, 0))} cells`;
  context.font = SMALL_DRAWING_FONT;
  const frame = placeFrame(box, cellsLeft, thresholdXs, textWidth(context, title));
  if (frame !== undefined) {
    drawFrame(drawing, frame, cellsLeft);
    context.fillStyle = theme.text;
    context.textAlign = 'left';
    context.fillText(title, frame.left + frame.inside, frame.top + frame.inside + TITLE_HEIGHT_PX / 2 - 0.5);
    drawParts(drawing, blocks, frame, cellsWidthPx);
  }
  context.font = DRAWING_FONT;
  return frame !== undefined;
}

interface PlacedFrame extends QueueBox {
  /** Space at its edges, px. */
  readonly inside: number;
}

/** The widest place between two lines; undefined if it is too narrow or too low. */
function placeFrame(
  box: QueueBox,
  cellsLeft: number,
  thresholdXs: readonly number[],
  titlePx: number,
): PlacedFrame | undefined {
  const heightPx = box.bottom - box.top;
  const { outside, inside } = SPACES_PX;
  const roomPx = heightPx - 2 * (outside + inside) - TITLE_HEIGHT_PX;
  const frameHeightPx = Math.min(roomPx, MAX_CELLS_HEIGHT_PX) + TITLE_HEIGHT_PX + 2 * inside;
  const left = box.left + BREAK_SPACE_PX - FRAME_DISTANCE_PX;
  const lines = thresholdXs.filter((x) => x > left && x < cellsLeft).sort((a, b) => a - b);
  const ends = [left, ...lines, cellsLeft];
  const places = ends.slice(1).map((end, index) => {
    const right = Math.min(end - FRAME_DISTANCE_PX, cellsLeft - LINES_LENGTH_PX);
    return { right, widthPx: Math.min(MAX_FRAME_WIDTH_PX, right - required(ends[index]) - FRAME_DISTANCE_PX) };
  });
  const [place] = places.sort((a, b) => b.widthPx - a.widthPx || b.right - a.right);
  if (place === undefined || place.widthPx < titlePx + 2 * inside) return undefined;
  const top = Math.round(box.top + (heightPx - frameHeightPx) / 2) + 0.5;
  const right = Math.round(place.right) + 0.5;
  return { left: right - Math.floor(place.widthPx), right, top, bottom: top + Math.floor(frameHeightPx), inside };
}

function drawFrame({ context, theme, box }: QueueDrawing, frame: PlacedFrame, cellsLeft: number): void {
  const { left, right, top, bottom } = frame;
  context.strokeStyle = theme.muted;
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(right, top);
  context.lineTo(cellsLeft, box.top + 1);
  context.moveTo(right, bottom);
  context.lineTo(cellsLeft, box.bottom - 1);
  context.stroke();
  context.fillStyle = theme.surface;
  context.fillRect(left, top, right - left, bottom - top);
  context.strokeRect(left, top, right - left, bottom - top);
}

/** Draws the part of each VC with its number. */
function drawParts(
  { context, theme, model: { description } }: QueueDrawing,
  blocks: readonly VcBlock[],
  { left, right, top, bottom, inside }: PlacedFrame,
  cellsWidthPx: number,
): void {
  const enlargement = (right - left - 2 * inside) / cellsWidthPx;
  const cellsTop = top + inside + TITLE_HEIGHT_PX;
  const middle = (cellsTop + bottom - inside) / 2;
  const queueRight = Math.max(...blocks.map((block) => block.right));
  context.textAlign = 'center';
  context.font = `bold ${SMALL_DRAWING_FONT}`;
  for (const block of blocks) {
    const { classNumber: _, ...glyph } = classGlyph(description.classes, block.classIndex, theme.isDark);
    const partRight = right - inside - (queueRight - block.right) * enlargement;
    const widthPx = block.widthPx * enlargement;
    context.beginPath();
    context.rect(partRight - widthPx, cellsTop, Math.max(1, widthPx - PART_GAP_PX), bottom - inside - cellsTop);
    fillPackets(context, glyph);
    if (widthPx < MIN_NUMBERED_PART_PX) continue;
    context.fillStyle = glyph.textColour;
    context.fillText(String(block.classIndex + 1), partRight - (widthPx + PART_GAP_PX) / 2, middle + 0.5);
  }
}
