/**
 * A table with a row for each VC: a bar for the cells that the policy compares, a line at the share that it compares
 * them with, the number of its cells, and the chance that its next frame is dropped. With virtual queues, a thin bar
 * shows the cells in the buffer. All lanes with cells of one kind, real or virtual, have one scale. Many VCs stand in
 * several columns of rows.
 */

import { formatAmount } from '../../../shared/number-text.ts';
import { required } from '../../../shared/required.ts';
import { fillPackets } from '../../draw/packets.ts';
import { SMALL_DRAWING_FONT } from '../../draw/palette.ts';
import { drawBox, drawLine, drawText } from '../../draw/pen.ts';
import { type LinearScale, linearScale, roundUpAxisEnd } from '../../draw/scale.ts';
import { fittingText, SMALL_MUTED, textWidth } from '../../draw/shapes.ts';
import { drawVcToken, VC_TOKEN_HALF_PX, vcGlyph } from '../../draw/vc-token.ts';
import type { LensDrawing } from '../lens-drawing.ts';
import { signalValue } from '../lens-model.ts';
import { hasTaggedFrames, hasVirtualQueues, type NextFrame, nextFrames, type VcCells, vcCells } from './vc-cells.ts';

/** Height of the title and of the controls beside it, with the space below them, px. */
const TITLE_HEIGHT_PX = 22;
/** The two lines of the head of the table, and their height, px. */
const HEAD_LINE_PX = 14;
const HEAD_HEIGHT_PX = 2 * HEAD_LINE_PX + 1;
/** The titles of the lens, the longest one first, and the space of its controls behind them, px. */
const TITLES = ['Is the next frame dropped?'];
const VIRTUAL_TITLES = [
  'Is the next frame dropped? Virtual queues decide',
  'Next frame dropped? Virtual queues decide',
  'Virtual queues decide',
];
const CONTROLS_WIDTH_PX = 146;
/** Space below the last row, px. */
const BOTTOM_PX = 3;
/** Smallest height of a row, px. */
const MIN_ROW_PX = 14.5;
/** Space of the token before a bar, and the largest height of a bar, px. */
const TOKEN_SPACE_PX = 22;
const MAX_BAR_HEIGHT_PX = 14;
/**
 * Height of the thin bar of the cells in the buffer, and its distance from the bar of the virtual cells above it, px.
 */
const THIN_BAR_HEIGHT_PX = 2;
const THIN_BAR_GAP_PX = 1;
/** Length of the line of a share beyond its bar, at each end, px. */
const LINE_OVERHANG_PX = 3;
/** Below this width of a column of rows, px, it has no numbers of cells. */
const MIN_NUMBERED_COLUMN_PX = 260;
/**
 * Widths of the chances of untagged and tagged frames, of any where none is tagged, and of a number of cells, with the
 * space before, px.
 */
const CHANCE_WIDTHS_PX = { untagged: 76, tagged: 78, any: 130 };
const CHANCES_WIDTH_PX = CHANCE_WIDTHS_PX.untagged + CHANCE_WIDTHS_PX.tagged;
const NUMBER_WIDTH_PX = 52;
/** Space before the bracket that joins the chances, and height of its ends, px. */
const CHANCES_GAP_PX = 12;
const BRACKET_END_PX = 3;
/**
 * From this number of rows on, equal chances stand once, beside a bracket: its distance, its ends and how far it
 * reaches over the rows, px.
 */
const MIN_JOINED_ROWS = 3;
const JOINT_GAP_PX = 7;
const JOINT_TICK_PX = 4;
const JOINT_END_PX = 5;
const COLUMN_GAP_PX = 16;
/** The heads of the chances, of the only one, and of both together: the longest one first. */
const CHANCE_HEADS = ['untagged', 'tagged'] as const;
const ANY_CHANCE_HEAD = 'chance to be dropped';
const CHANCES_HEADS = [ANY_CHANCE_HEAD, 'dropped'];

/** The shortest key of the rows. */
const LINE_KEY = 'line: share';

interface RowColumn {
  readonly left: number;
  /** The bars begin at 0. */
  readonly x: LinearScale;
  /** Right end of the numbers of cells, px; undefined without numbers. */
  readonly numbersEnd: number | undefined;
  /**
   * Right ends of the chances of untagged and tagged frames or, where none is tagged, of the only one, px; empty
   * without chances.
   */
  readonly chanceEnds: readonly number[];
}

/** @param left left end of the rows, px */
export function drawVcRows(drawing: LensDrawing, left: number): void {
  const { width, height, model } = drawing;
  const vcs = vcCells(model);
  const frames = nextFrames(model);
  const titles = hasVirtualQueues(model) ? VIRTUAL_TITLES : frames === undefined ? ['Cells of each VC'] : TITLES;
  const title = fittingText(drawing.context, titles, width - left - CONTROLS_WIDTH_PX) ?? titles.at(-1);
  drawText(drawing, title ?? '', left, 9);
  const [top, bottom] = [TITLE_HEIGHT_PX + HEAD_HEIGHT_PX, height - BOTTOM_PX];
  const columnCount = Math.ceil(vcs.length / Math.max(1, Math.floor((bottom - top) / MIN_ROW_PX)));
  const rowCount = Math.max(1, Math.ceil(vcs.length / columnCount));
  const step = (bottom - top) / rowCount;
  const columnWidth = (width - left + COLUMN_GAP_PX) / columnCount;
  const end = largestAmount(drawing);
  const chances = frames === undefined ? 'none' : hasTaggedFrames(model) ? 'both' : 'any';
  for (let number = 0; number < columnCount; number++) {
    const columnLeft = left + number * columnWidth;
    const column = placeColumn(columnLeft, columnWidth - COLUMN_GAP_PX, end, chances);
    drawHead(drawing, column, TITLE_HEIGHT_PX);
    const rows = vcs
      .slice(number * rowCount, (number + 1) * rowCount)
      .map((vc, row) => ({ vc, y: top + (row + 0.5) * step }));
    for (const { vc, y } of rows) drawRow(drawing, column, vc, y, step);
    if (frames === undefined) continue;
    for (const [index, chanceEnd] of column.chanceEnds.entries()) {
      const probabilityOf = ({ untaggedProbability, taggedProbability }: NextFrame) =>
        index === 0 ? untaggedProbability : taggedProbability;
      drawChances(
        drawing,
        chanceEnd,
        rows.map(({ vc, y }) => [probabilityOf(required(frames[vc.index])), y]),
      );
    }
  }
}

/** The end of the scale: a round number above the cells and the shares of all lanes with cells of the same kind. */
function largestAmount({ model }: LensDrawing): number {
  const isVirtual = hasVirtualQueues(model);
  const lanes = model
    .lanes()
    .filter((lane) => lane.description.bufferUnit === 'cells' && hasVirtualQueues(lane) === isVirtual);
  const amounts = lanes.flatMap((lane) =>
    vcCells(lane).flatMap(({ cells, realCells = 0, share }) => [cells, realCells, share]),
  );
  return roundUpAxisEnd(Math.max(1, ...amounts.filter(Number.isFinite)), 5);
}

/** The chances of a column: of untagged and of tagged frames, of any frame where none is tagged, or none. */
type Chances = 'both' | 'any' | 'none';

function placeColumn(left: number, width: number, end: number, chances: Chances): RowColumn {
  const right = left + width;
  const chancesLeft = right - { both: CHANCES_WIDTH_PX, any: CHANCE_WIDTHS_PX.any, none: 0 }[chances];
  const hasNumbers = width >= MIN_NUMBERED_COLUMN_PX;
  const barsEnd = chancesLeft - (hasNumbers ? NUMBER_WIDTH_PX : 8);
  return {
    left,
    x: linearScale(0, end, left + TOKEN_SPACE_PX, Math.max(left + TOKEN_SPACE_PX + 1, barsEnd)),
    numbersEnd: hasNumbers ? chancesLeft : undefined,
    chanceEnds: { both: [right - CHANCE_WIDTHS_PX.tagged, right], any: [right], none: [] }[chances],
  };
}

/** Frames that a VC sends above its minimum rate are tagged (F-GCRA, ATM Forum TM 4.1). */
const TAG_KEYS = ['tagged: sent above the minimum rate', 'tagged: above the minimum', 'tagged: above minimum'];
/**
 * The rule of VBS on tagged frames: above L, a VC whose bar passes its line loses them. The longest text first.
 */
const TAG_RULES = [
  'dropped if tagged (above the minimum), queue > L and bar > line',
  'dropped if tagged, queue > L and bar > line',
  'dropped: tagged, queue > L, bar > line',
];

/**
 * Writes the heads of the numbers, and the keys of the tagged frames and of the bars. A bracket under their common head
 * joins the chances.
 */
function drawHead(drawing: LensDrawing, { left, x, numbersEnd, chanceEnds }: RowColumn, top: number): void {
  const { context, model } = drawing;
  const isVirtual = hasVirtualQueues(model);
  const [firstY, secondY] = [top + HEAD_LINE_PX / 2, top + 1.5 * HEAD_LINE_PX];
  const look = { ink: 'muted', isSmall: true, align: 'right' } as const;
  const widthOf = (text: string) => textWidth(context, text, SMALL_DRAWING_FONT);
  const numbersHead = isVirtual ? 'virtual cells' : 'cells';
  if (numbersEnd !== undefined) drawText(drawing, numbersHead, numbersEnd, secondY, look);
  const shownBarKeys = barKeys(model.description.hints.shares !== 'none', isVirtual);
  const findFitting = (texts: readonly string[], right: number) =>
    fittingText(context, texts, right - left, SMALL_MUTED);
  let keys = [findFitting(shownBarKeys, numbersEnd ?? x.end)];
  const [untaggedEnd, end] = chanceEnds;
  if (untaggedEnd !== undefined && end === undefined) drawText(drawing, ANY_CHANCE_HEAD, untaggedEnd, secondY, look);
  if (untaggedEnd !== undefined && end !== undefined) {
    for (const [index, chanceEnd] of chanceEnds.entries())
      drawText(drawing, required(CHANCE_HEADS[index]), chanceEnd, secondY, look);
    // The line of the common head is free over the numbers of cells.
    const maxWidth = CHANCES_WIDTH_PX + (numbersEnd === undefined ? 0 : NUMBER_WIDTH_PX / 2);
    const head = fittingText(context, CHANCES_HEADS, maxWidth, SMALL_MUTED) ?? '';
    const chancesLeft = end - Math.max(CHANCES_WIDTH_PX - CHANCES_GAP_PX, widthOf(head));
    drawText(drawing, head, end, firstY, look);
    const bracketY = Math.round(top + HEAD_LINE_PX) - 2;
    drawBox(drawing, chancesLeft, bracketY, end - chancesLeft, 1, { ink: 'muted' });
    for (const endX of [chancesLeft, end - 1]) drawBox(drawing, endX, bracketY, 1, BRACKET_END_PX, { ink: 'muted' });
    const firstEnd = chancesLeft - 8;
    const secondEnd = numbersEnd === undefined ? x.end : numbersEnd - widthOf(numbersHead) - 8;
    const tagKeys = Number.isNaN(signalValue(model, 'low')) ? TAG_KEYS : [...TAG_RULES, ...TAG_KEYS];
    const lowerBarKey = findFitting(shownBarKeys, secondEnd);
    // The meaning of the bars has the longer line if it needs it.
    keys =
      lowerBarKey === undefined || lowerBarKey === LINE_KEY
        ? [findFitting(shownBarKeys, firstEnd), findFitting(tagKeys, secondEnd)]
        : [findFitting(tagKeys, firstEnd), lowerBarKey];
  }
  for (const [index, key] of keys.entries())
    drawText(drawing, key ?? '', left, index === 0 ? firstY : secondY, SMALL_MUTED);
}

/** The meanings of the bars and of the lines, the longest first. */
function barKeys(hasShares: boolean, isVirtual: boolean): readonly string[] {
  if (!hasShares) return ['bar: cells now'];
  if (!isVirtual) return ['bar: cells now · line: its buffer share', 'bar: cells · line: share', LINE_KEY];
  return [
    'bar: virtual cells, those that would wait under round robin · thin: cells now · line: its share',
    'bar: virtual cells · thin: cells now · line: its share',
    'bar: virtual cells · thin: now · line: share',
    'bar: virtual, thin: now, line: share',
    LINE_KEY,
  ];
}

function drawRow(
  drawing: LensDrawing,
  { left, x, numbersEnd }: RowColumn,
  { index, cells, realCells, share }: VcCells,
  y: number,
  rowHeight: number,
): void {
  const { context, theme, model } = drawing;
  const glyph = vcGlyph(model.description, index, theme);
  const barHeight = Math.min(MAX_BAR_HEIGHT_PX, rowHeight - 2 * LINE_OVERHANG_PX - 1);
  context.beginPath();
  context.rect(x.start, y - barHeight / 2, x(cells) - x.start, barHeight);
  fillPackets(context, glyph);
  const thinTop = y + barHeight / 2 + THIN_BAR_GAP_PX;
  if (realCells !== undefined)
    drawBox(drawing, x.start, thinTop, x(realCells) - x.start, THIN_BAR_HEIGHT_PX, { colour: glyph.edge });
  const lineReach = barHeight / 2 + LINE_OVERHANG_PX;
  if (share > 0) drawLine(drawing, [x(share), y - lineReach, x(share), y + lineReach], { widthPx: 2 });
  drawVcToken(drawing, glyph, left + VC_TOKEN_HALF_PX, y, String(index + 1));
  if (numbersEnd !== undefined) drawText(drawing, formatAmount(cells), numbersEnd, y, { align: 'right' });
}

/**
 * Writes how often frames of each VC are dropped, right-aligned at a place. If all are equal, the number stands once,
 * beside a bracket over all rows.
 */
function drawChances(
  drawing: LensDrawing,
  end = Number.NaN,
  chances: readonly (readonly [probability: number, y: number])[],
): void {
  const [first, last] = [required(chances[0]), required(chances.at(-1))];
  const areEqual = chances.length >= MIN_JOINED_ROWS && chances.every(([probability]) => probability === first[0]);
  const write = (probability: number, right: number, y: number, firstWord = '') => {
    if (Number.isNaN(probability)) return;
    const ink = probability > 0 ? 'text' : 'muted';
    const text = firstWord + formatProbability(probability);
    drawText(drawing, text, right, y, { ink, isBold: probability >= 1, align: 'right' });
  };
  if (!areEqual) {
    for (const [probability, y] of chances) write(probability, end, y);
    return;
  }
  write(first[0], end - JOINT_GAP_PX, (first[1] + last[1]) / 2, 'all ');
  const [top, bottom] = [Math.round(first[1] - JOINT_END_PX), Math.round(last[1] + JOINT_END_PX)];
  drawBox(drawing, end - 1, top, 1, bottom - top, { ink: 'muted' });
  for (const y of [top, bottom]) drawBox(drawing, end - JOINT_TICK_PX, y, JOINT_TICK_PX, 1, { ink: 'muted' });
}

function formatProbability(probability: number): string {
  if (probability <= 0) return '0 %';
  if (probability >= 1) return '100 %';
  return probability < 0.01 ? '< 1 %' : `${Math.min(99, Math.round(100 * probability))} %`;
}
