/**
 * A row for each VC: a bar for its cells, a line at its share, and a mark if its next frame is dropped. All lanes with
 * cells of one kind, real or virtual, have one scale. Many VCs stand in several columns.
 */

import { required } from '../../../shared/required.ts';
import type { DrawingContext } from '../../draw/drawing-context.ts';
import { textWidth } from '../../draw/labels.ts';
import { formatAmount } from '../../draw/number-text.ts';
import { fillPackets } from '../../draw/packets.ts';
import { DRAWING_FONT, SMALL_DRAWING_FONT } from '../../draw/palette.ts';
import { type LinearScale, linearScale, roundUpAxisEnd } from '../../draw/scale.ts';
import type { ThemedContext } from '../../draw/themed-context.ts';
import { drawVcToken, VC_TOKEN_RADIUS_PX, vcGlyph } from '../../draw/vc-token.ts';
import type { LensDrawing } from '../lens-drawing.ts';
import { hasVirtualQueues, type NextFrame, nextFrames, type VcCells, vcCells } from './vc-cells.ts';

const TITLE_HEIGHT_PX = 18;
const HEAD_HEIGHT_PX = 18;
/** The meaning of virtual cells, from long to short, and the height of its line, px. */
const VIRTUAL_CELLS_TEXTS = [
  'Virtual cells would wait if each VC had its own queue, served by its minimum.',
  'Virtual cells: as if each VC had its own queue.',
];
const VIRTUAL_CELLS_HEIGHT_PX = 14;
/** Space below the last row, px. */
const BOTTOM_PX = 6;
/** Smallest height of a row, px. */
const MIN_ROW_PX = 15;
/** Space of the token before a bar, and the largest height of a bar, px. */
const TOKEN_SPACE_PX = 22;
const MAX_BAR_HEIGHT_PX = 14;
/** Length of the line of a share beyond its bar, at each end, px. */
const LINE_OVERHANG_PX = 3;
/** Below this width of a column, px, its bars have no numbers. */
const MIN_NUMBERED_COLUMN_PX = 300;
/** Space of a verdict, and of the number of cells behind a bar, px. */
const VERDICT_WIDTH_PX = 62;
const NUMBER_WIDTH_PX = 40;
/** Space before this number, px. */
const NUMBER_GAP_PX = 6;
/** Radius of the dot for an accepted frame, px. */
const ACCEPTED_RADIUS_PX = 1.5;
/** Side of the square of a dropped frame, and the space of it, px. */
const SQUARE_PX = 10;
const SQUARE_SPACE_PX = 15;
const COLUMN_GAP_PX = 16;
/** Space before and after the key of the verdicts, px. */
const KEY_GAP_PX = 10;

interface RowColumn {
  readonly left: number;
  readonly hasNumbers: boolean;
  /** The bars begin at 0. */
  readonly x: LinearScale;
  /** Left ends of the verdicts on untagged and on tagged frames, px; undefined without verdicts. */
  readonly verdicts: readonly [untagged: number, tagged: number] | undefined;
}

/** @param left left end of the rows, px */
export function drawVcRows(drawing: LensDrawing, left: number): void {
  const { context, width, height, theme, model } = drawing;
  const vcs = vcCells(model);
  const frames = nextFrames(model);
  context.textAlign = 'left';
  context.fillStyle = theme.text;
  if (frames === undefined) context.fillText('Cells of each VC', left, 9);
  else drawQuestion(drawing, left, 9);
  const hasMeaning = hasVirtualQueues(model) && drawVirtualMeaning(drawing, left, vcs.length);
  const headTop = TITLE_HEIGHT_PX + (hasMeaning ? VIRTUAL_CELLS_HEIGHT_PX : 0);
  const [top, bottom] = [headTop + HEAD_HEIGHT_PX, height - BOTTOM_PX];
  const rowCount = Math.max(1, Math.min(vcs.length, Math.floor((bottom - top) / MIN_ROW_PX)));
  const columnCount = Math.ceil(vcs.length / rowCount);
  const step = (bottom - top) / rowCount;
  const columnWidth = (width - left + COLUMN_GAP_PX) / columnCount;
  const end = largestAmount(drawing);
  for (let number = 0; number < columnCount; number++) {
    const columnLeft = left + number * columnWidth;
    const column = placeColumn(columnLeft, columnWidth - COLUMN_GAP_PX, end, frames !== undefined);
    drawHead(drawing, column, headTop + HEAD_HEIGHT_PX / 2);
    for (const [row, vc] of vcs.slice(number * rowCount, (number + 1) * rowCount).entries())
      drawRow(drawing, column, vc, frames?.[vc.index], top + (row + 0.5) * step, step);
  }
}

/** The end of the scale: a round number above the cells and the shares of all lanes with cells of the same kind. */
function largestAmount({ model }: LensDrawing): number {
  const isVirtual = hasVirtualQueues(model);
  const lanes = model
    .lanes()
    .filter((lane) => lane.description.bufferUnit === 'cells' && hasVirtualQueues(lane) === isVirtual);
  const amounts = lanes.flatMap((lane) => vcCells(lane).flatMap(({ cells, share }) => [cells, share]));
  return roundUpAxisEnd(Math.max(1, ...amounts.filter(Number.isFinite)), 5);
}

function placeColumn(left: number, width: number, end: number, hasVerdicts: boolean): RowColumn {
  const hasNumbers = width >= MIN_NUMBERED_COLUMN_PX;
  const right = left + width;
  const verdictsLeft = hasVerdicts ? right - 2 * VERDICT_WIDTH_PX : right;
  const barsEnd = verdictsLeft - (hasNumbers ? NUMBER_WIDTH_PX : 8);
  return {
    left,
    hasNumbers,
    x: linearScale(0, end, left + TOKEN_SPACE_PX, Math.max(left + TOKEN_SPACE_PX + 1, barsEnd)),
    verdicts: hasVerdicts ? [verdictsLeft, verdictsLeft + VERDICT_WIDTH_PX] : undefined,
  };
}

/** Writes the question of the rows, with the mark of a dropped frame. */
function drawQuestion(drawing: LensDrawing, left: number, y: number): void {
  const { context } = drawing;
  const [start, end] = ['Whose next frame is dropped', '?'];
  context.fillText(start, left, y);
  const markX = left + textWidth(context, start) + 5;
  drawDropMark(drawing, 1, markX, y);
  context.fillText(end, markX + SQUARE_PX + 3, y);
}

/**
 * Writes the meaning of virtual cells below the title, if all VCs keep a row.
 * @returns whether it is written
 */
function drawVirtualMeaning({ context, theme, width, height }: LensDrawing, left: number, vcCount: number): boolean {
  const rowsPx = height - TITLE_HEIGHT_PX - VIRTUAL_CELLS_HEIGHT_PX - HEAD_HEIGHT_PX;
  context.font = SMALL_DRAWING_FONT;
  const text = VIRTUAL_CELLS_TEXTS.find((shorter) => textWidth(context, shorter) <= width - left);
  const fits = text !== undefined && rowsPx >= vcCount * MIN_ROW_PX;
  context.fillStyle = theme.muted;
  if (fits) context.fillText(text, left, TITLE_HEIGHT_PX + VIRTUAL_CELLS_HEIGHT_PX / 2);
  context.font = DRAWING_FONT;
  return fits;
}

function drawHead(drawing: LensDrawing, { x, verdicts }: RowColumn, y: number): void {
  const { context, theme, model, width } = drawing;
  context.font = SMALL_DRAWING_FONT;
  context.fillStyle = theme.muted;
  context.textAlign = 'left';
  const texts = hasVirtualQueues(model)
    ? ['bar: virtual cells · line: its share', 'virtual cells · | share', 'virtual · | share']
    : ['bar: cells now · line: its share', 'cells · | share'];
  const maxWidth = (verdicts?.[0] ?? width) - x.start - 8;
  const text = texts.find((shorter) => textWidth(context, shorter) <= maxWidth) ?? '';
  context.fillText(text, x.start, y);
  if (verdicts !== undefined) drawVerdictKey(drawing, x.start + textWidth(context, text), verdicts[0], y);
  context.fillStyle = theme.muted;
  for (const [index, left] of (verdicts ?? []).entries())
    context.fillText(required(['untagged', 'tagged'][index]), left, y);
  context.font = DRAWING_FONT;
}

/** Writes the meanings of the signs that the title does not have before the verdicts, if there is room. */
function drawVerdictKey(drawing: LensDrawing, from: number, right: number, y: number): void {
  const { context } = drawing;
  const [sometimes, never] = ['sometimes', 'never'];
  const neverLeft = right - KEY_GAP_PX - textWidth(context, never);
  const dotLeft = neverLeft - SQUARE_PX - 1;
  const sometimesLeft = dotLeft - KEY_GAP_PX + 2 - textWidth(context, sometimes);
  const squareLeft = sometimesLeft - SQUARE_SPACE_PX;
  if (squareLeft < from + KEY_GAP_PX) return;
  context.fillText(sometimes, sometimesLeft, y);
  context.fillText(never, neverLeft, y);
  drawDropMark(drawing, 0.2, squareLeft, y);
  drawAcceptedMark(drawing, dotLeft, y);
}

function drawRow(
  drawing: LensDrawing,
  { left, x, hasNumbers, verdicts }: RowColumn,
  { index, cells, share }: VcCells,
  frame: NextFrame | undefined,
  y: number,
  rowHeight: number,
): void {
  const { context, theme, model } = drawing;
  const glyph = vcGlyph(model.description, index, theme);
  const barHeight = Math.min(MAX_BAR_HEIGHT_PX, rowHeight - 2 * LINE_OVERHANG_PX - 1);
  context.beginPath();
  context.rect(x.start, y - barHeight / 2, x(cells) - x.start, barHeight);
  fillPackets(context, glyph);
  if (share > 0) {
    context.strokeStyle = theme.text;
    context.lineWidth = 2;
    context.beginPath();
    context.moveTo(x(share), y - barHeight / 2 - LINE_OVERHANG_PX);
    context.lineTo(x(share), y + barHeight / 2 + LINE_OVERHANG_PX);
    context.stroke();
  }
  drawVcToken(context, glyph, left + VC_TOKEN_RADIUS_PX, y, String(index + 1));
  context.font = SMALL_DRAWING_FONT;
  context.fillStyle = theme.muted;
  context.textAlign = 'left';
  if (hasNumbers) context.fillText(formatAmount(cells), numberLeft(context, x, cells, share), y);
  context.font = DRAWING_FONT;
  if (frame === undefined || verdicts === undefined) return;
  drawVerdict(drawing, frame.untaggedProbability, verdicts[0], y);
  drawVerdict(drawing, frame.taggedProbability, verdicts[1], y);
}

/** The left end of the number of cells, px: behind the bar, or behind the line if the line is there. */
function numberLeft(context: DrawingContext, x: LinearScale, cells: number, share: number): number {
  const behindBar = x(cells) + NUMBER_GAP_PX;
  const isClear = x(share) < x(cells) + 2 || x(share) > behindBar + textWidth(context, formatAmount(cells)) + 3;
  return isClear || !(share > 0) ? behindBar : x(share) + NUMBER_GAP_PX;
}

/** Draws a dot if frames are accepted, otherwise a square. A drop that is not certain has its probability beside it. */
function drawVerdict(drawing: LensDrawing, probability: number, x: number, y: number): void {
  if (Number.isNaN(probability)) return;
  const { context } = drawing;
  if (probability > 0) {
    drawDropMark(drawing, Math.min(1, probability), x, y);
    context.textAlign = 'left';
    if (probability < 1) context.fillText(formatProbability(probability), x + SQUARE_SPACE_PX, y);
    return;
  }
  drawAcceptedMark(drawing, x, y);
}

function drawAcceptedMark({ context, theme }: ThemedContext, x: number, y: number): void {
  context.fillStyle = theme.muted;
  context.beginPath();
  context.arc(x + SQUARE_PX / 2, y, ACCEPTED_RADIUS_PX, 0, 2 * Math.PI);
  context.fill();
}

/** Draws a square. Its filled part is the drop probability. */
function drawDropMark({ context, theme }: ThemedContext, probability: number, x: number, y: number): void {
  const top = Math.round(y - SQUARE_PX / 2);
  const filledWidth = probability * SQUARE_PX;
  context.fillStyle = theme.text;
  context.fillRect(x, top + SQUARE_PX - filledWidth, SQUARE_PX, filledWidth);
  context.strokeStyle = theme.text;
  context.lineWidth = 1;
  context.strokeRect(x + 0.5, top + 0.5, SQUARE_PX - 1, SQUARE_PX - 1);
}

function formatProbability(probability: number): string {
  return probability < 0.01 ? '< 1 %' : `${Math.min(99, Math.round(100 * probability))} %`;
}
