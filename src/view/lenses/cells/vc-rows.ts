/**
 * A row for each VC: a bar for its cells, a line at its share, and words for the chance that its next frame is dropped.
 * All lanes with cells of one kind, real or virtual, have one scale. Many VCs stand in several columns.
 */

import { required } from '../../../shared/required.ts';
import { textWidth } from '../../draw/labels.ts';
import { formatAmount } from '../../draw/number-text.ts';
import { fillPackets } from '../../draw/packets.ts';
import { DRAWING_FONT, SMALL_DRAWING_FONT } from '../../draw/palette.ts';
import { type LinearScale, linearScale, roundUpAxisEnd } from '../../draw/scale.ts';
import type { ThemedContext } from '../../draw/themed-context.ts';
import { drawVcToken, VC_TOKEN_RADIUS_PX, vcGlyph } from '../../draw/vc-token.ts';
import type { LensDrawing } from '../lens-drawing.ts';
import { signalValue } from '../lens-model.ts';
import { hasVirtualQueues, nextFrames, type VcCells, vcCells } from './vc-cells.ts';

const TITLE_HEIGHT_PX = 18;
const HEAD_HEIGHT_PX = 18;
/** The rule of VBS for virtual cells, the longest text first, and the height of its line, px. */
const VIRTUAL_CELLS_RULES = [
  'When the buffer reaches L, a VC whose bar passes the line loses its tagged frames.',
  'At L, a VC whose bar passes the line loses its tagged frames.',
];
const VIRTUAL_CELLS_HEIGHT_PX = 14;
/** The titles of the lens, the longest one first, and the space of its switch behind them, px. */
const TITLES = ['Is the next frame dropped?'];
const VIRTUAL_TITLES = ['Dropped? By virtual queues, not the cells above', 'Dropped? By virtual queues'];
const SWITCH_WIDTH_PX = 130;
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
/** Side of the square of a dropped frame, and the space of it, px. */
const SQUARE_PX = 10;
const SQUARE_SPACE_PX = 15;
/** Distance of a bracket around several rows from their verdict, and the length of its arms, px. */
const BRACKET_GAP_PX = 6;
const BRACKET_ARM_PX = 4;
const COLUMN_GAP_PX = 16;

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
  const titles = hasVirtualQueues(model) ? VIRTUAL_TITLES : frames === undefined ? ['Cells of each VC'] : TITLES;
  const title = titles.find((text) => textWidth(context, text) <= width - left - SWITCH_WIDTH_PX) ?? titles.at(-1);
  context.fillText(title ?? '', left, 9);
  const hasRule = !Number.isNaN(signalValue(model, 'low')) && drawVirtualRule(drawing, left, vcs.length);
  const headTop = TITLE_HEIGHT_PX + (hasRule ? VIRTUAL_CELLS_HEIGHT_PX : 0);
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
    const vcsOfColumn = vcs.slice(number * rowCount, (number + 1) * rowCount);
    const middles = vcsOfColumn.map((_, row) => top + (row + 0.5) * step);
    for (const [row, vc] of vcsOfColumn.entries()) drawRow(drawing, column, vc, required(middles[row]), step);
    if (frames === undefined || column.verdicts === undefined) continue;
    const framesOfColumn = vcsOfColumn.map(({ index }) => required(frames[index]));
    drawVerdicts(
      drawing,
      framesOfColumn.map((frame) => frame.untaggedProbability),
      column.verdicts[0],
      middles,
    );
    drawVerdicts(
      drawing,
      framesOfColumn.map((frame) => frame.taggedProbability),
      column.verdicts[1],
      middles,
    );
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

/**
 * Writes the rule for virtual cells below the title, if all VCs keep a row.
 * @returns whether it is written
 */
function drawVirtualRule({ context, theme, width, height }: LensDrawing, left: number, vcCount: number): boolean {
  const rowsPx = height - TITLE_HEIGHT_PX - VIRTUAL_CELLS_HEIGHT_PX - HEAD_HEIGHT_PX;
  context.font = SMALL_DRAWING_FONT;
  const rule =
    rowsPx >= vcCount * MIN_ROW_PX
      ? VIRTUAL_CELLS_RULES.find((text) => textWidth(context, text) <= width - left)
      : undefined;
  context.fillStyle = theme.muted;
  if (rule !== undefined) context.fillText(rule, left, TITLE_HEIGHT_PX + VIRTUAL_CELLS_HEIGHT_PX / 2);
  context.font = DRAWING_FONT;
  return rule !== undefined;
}

function drawHead(drawing: LensDrawing, { x, verdicts }: RowColumn, y: number): void {
  const { context, theme, model, width } = drawing;
  context.font = SMALL_DRAWING_FONT;
  context.fillStyle = theme.muted;
  context.textAlign = 'left';
  const texts = hasVirtualQueues(model)
    ? [
        'hollow: cells that it would hold under round robin · line: its share',
        'hollow bar: virtual cells · line: its share',
        'hollow: virtual · | share',
      ]
    : ['bar: cells now · line: its share', 'cells · | share'];
  const maxWidth = (verdicts?.[0] ?? width) - x.start - 8;
  const text = texts.find((shorter) => textWidth(context, shorter) <= maxWidth) ?? '';
  context.fillText(text, x.start, y);
  for (const [index, left] of (verdicts ?? []).entries())
    context.fillText(required(['untagged', 'tagged'][index]), left, y);
  context.font = DRAWING_FONT;
}

function drawRow(
  drawing: LensDrawing,
  { left, x, hasNumbers }: RowColumn,
  { index, cells, share }: VcCells,
  y: number,
  rowHeight: number,
): void {
  const { context, theme, model } = drawing;
  const glyph = vcGlyph(model.description, index, theme);
  const barHeight = Math.min(MAX_BAR_HEIGHT_PX, rowHeight - 2 * LINE_OVERHANG_PX - 1);
  context.beginPath();
  context.rect(x.start, y - barHeight / 2, x(cells) - x.start, barHeight);
  if (hasVirtualQueues(model)) {
    context.strokeStyle = glyph.edge;
    context.lineWidth = 2;
    context.stroke();
  } else fillPackets(context, glyph);
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
  const barEnd = x(share > 0 ? Math.max(cells, share) : cells);
  if (hasNumbers) context.fillText(formatAmount(cells), barEnd + NUMBER_GAP_PX, y);
  context.font = DRAWING_FONT;
}

/** Writes how often the frames of the VCs are dropped. If it is the same for several VCs, it is written once, behind a bracket around their rows. */
function drawVerdicts(
  drawing: LensDrawing,
  probabilities: readonly number[],
  x: number,
  middles: readonly number[],
): void {
  const [top = 0, bottom = top] = [middles[0], middles.at(-1)];
  if (middles.length < 2 || new Set(probabilities.map(formatProbability)).size > 1) {
    for (const [row, y] of middles.entries()) drawVerdict(drawing, probabilities[row] ?? Number.NaN, x, y);
    return;
  }
  const { context, theme } = drawing;
  const [bracketX, bracketTop, bracketHeight] = [x - BRACKET_GAP_PX, top - SQUARE_PX / 2, bottom - top + SQUARE_PX];
  context.fillStyle = theme.muted;
  context.fillRect(bracketX, bracketTop, 1, bracketHeight);
  for (const end of [0, bracketHeight - 1]) context.fillRect(bracketX, bracketTop + end, BRACKET_ARM_PX, 1);
  drawVerdict(drawing, probabilities[0] ?? Number.NaN, x, (top + bottom) / 2);
}

/** Writes how often a frame is dropped, with a square that is filled as far. */
function drawVerdict(drawing: LensDrawing, probability: number, x: number, y: number): void {
  if (Number.isNaN(probability)) return;
  const { context, theme } = drawing;
  if (probability > 0) drawDropMark(drawing, Math.min(1, probability), x, y);
  context.textAlign = 'left';
  context.fillStyle = probability > 0 ? theme.text : theme.muted;
  context.fillText(formatProbability(probability), x + SQUARE_SPACE_PX, y);
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
  if (probability <= 0) return 'never';
  if (probability >= 1) return 'always';
  return probability < 0.01 ? '< 1 %' : `${Math.min(99, Math.round(100 * probability))} %`;
}
