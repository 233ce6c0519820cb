/** Draws the rows of a queue with several rows below the packets, and numbers above them. */

import { shortenToFit } from '../../shared/fit-text.ts';
import { formatNumber } from '../../shared/number-text.ts';
import { required } from '../../shared/required.ts';
import { numberAt } from '../../shared/tables.ts';
import type { DrawingContext } from '../draw/drawing-context.ts';
import { MIN_NUMBERED_PX } from '../draw/packet-shape.ts';
import { drawPacket } from '../draw/packets.ts';
import { type ClassGlyph, classGlyph, glyphAtQueue } from '../draw/palette.ts';
import { drawBox, drawLine, drawText, fontOf, middleOfPixel } from '../draw/pen.ts';
import { drawFittingText, textWidth } from '../draw/shapes.ts';
import { placeSideBySide } from '../draw/side-by-side.ts';
import { drawVcToken, VC_TOKEN_HALF_PX } from '../draw/vc-token.ts';
import { BREAK_SPACE_PX } from './axis-break.ts';
import { EMPTY_TEXT } from './new-packet-wait.ts';
import type { QueueDrawing } from './queue-drawing.ts';
import type { QueueBox } from './queue-model.ts';
import { type PlacedThreshold, THRESHOLD_KNOB_RADIUS_PX } from './queue-thresholds.ts';
import { boxesOfNames } from './threshold-names.ts';
import {
  MIN_NAMED_ROW_PX,
  MIN_NUMBERED_ROW_PX,
  type OrderWords,
  type QueueRow,
  type WaitingOrder,
} from './waiting-order.ts';
import type { PacketGrid } from './waiting-view.ts';

/** Smallest height of a row with a name of usual size, px. */
const MIN_USUAL_NAME_ROW_PX = 14;
/** Height of a line of words, and smallest height of a row with two of them, px. */
const NAME_LINE_PX = 14;
const MIN_TWO_LINES_ROW_PX = 32;
/** Size of the glyph before a name, px. */
const ROW_GLYPH_PX = 8;
/** Space of the glyph before a name, px. */
const GLYPH_SPACE_PX = 12;
/** Distance of a name from the left end of its row, px. */
const NAME_LEFT_PX = 6;
/** Least distance of a name with its delay from the line of a threshold, px. */
const LINE_CLEARANCE_PX = 3;
/** Space of the numbers of flows before the names, and the height of the ground of a number of packets, px. */
const USUAL_GROUND_PX = 14;
const FLOW_NUMBER_SPACE_PX = 16;
/** In lower rows, the digits of two numbers would touch: every second row has its number. */
const MIN_EACH_NUMBERED_PX = 12;
/** A name with fewer letters is not legible. */
const MIN_NAME_LETTERS = 4;
/** Width of a block with a number, px. */
const MIN_NUMBERED_BLOCK_PX = 14;
/**
 * Blocks that take a smaller part of the queue's width have no numbers above them: there are the knobs of low
 * thresholds.
 */
const MIN_NUMBERED_SHARE = 0.08;
/** Size of a numbered sign above its block, as in the legend, and the space between two bands, px. */
const BLOCK_SIGN_PX = MIN_NUMBERED_PX + 2;
/** Distance of the sign from its block, and how far the line that joins them reaches into the block, px. */
const SIGN_DISTANCE_PX = 5;
const SIGN_LINE_INSIDE_PX = 3;
/** Space of a sign beside a name, px. */
const SIGN_ROOM_PX = 3;
/** Largest distance of a sign from the place over its block, px, where a name or a knob is there. */
const MAX_SIGN_SHIFT_PX = 24;
const BAND_GAP_PX = 1;
/** Width of the ring around a number, px. */
const TOKEN_RING_PX = 1.5;
/** How far a number beside a line may be outside its block, px. */
const TOKEN_OVERHANG_PX = 3;

/** Separates the rows by lines. The packets are drawn over them. */
export function drawRowBorders(drawing: QueueDrawing): void {
  const { box, order } = drawing;
  for (const { shareAbove, isApart = false } of order?.rows.slice(1) ?? []) {
    const y = middleOfPixel(box.top + shareAbove * (box.bottom - box.top));
    drawLine(drawing, [box.left, y, box.right, y], { ink: isApart ? 'text' : 'grid' });
  }
}

/**
 * Names the rows, with the mean delay of their class since the warm-up, if there is room beside their packets. A row
 * that is too low has no name. Counts the packets beyond the end of a row.
 * @returns the words with the delays that have no room, or without the meaning of the delays if no row needs it
 */
export function drawRowNames(
  drawing: QueueDrawing,
  { rows: grid, columnCount }: PacketGrid,
  { isBroken, thresholds, words: orderWords }: RowTexts,
): OrderWords {
  const { context, theme, box, order } = drawing;
  if (order === undefined || order.blocks.length > 0) return orderWords;
  const hiddenDelays: string[] = [];
  const names: PlacedName[] = [];
  const rowsLeft = box.left + (isBroken ? BREAK_SPACE_PX : NAME_LEFT_PX);
  const areNumbered = order.rows.some(({ flow }) => flow !== undefined);
  const left = rowsLeft + (areNumbered ? FLOW_NUMBER_SPACE_PX : 0);
  for (const [index, row] of order.rows.entries()) {
    const { name, repeatedName = '', classIndex, colour, flow, share, shareAbove } = row;
    const { lineCount, width } = required(grid[index]);
    const rowHeight = share * (box.bottom - box.top);
    const y = box.top + (shareAbove + share / 2) * (box.bottom - box.top) + 0.5;
    const cells = numberAt(order.lengths, index) / (lineCount * columnCount);
    const hiddenCount = Math.round((cells - Math.floor((box.right - box.left) / width)) * lineCount * columnCount);
    const isLow = rowHeight < MIN_NAMED_ROW_PX;
    const delayMs = rowDelayMs(drawing, { classIndex, colour });
    const hideDelay = () => {
      if (!Number.isNaN(delayMs) && name !== '') hiddenDelays.push(`${name} ${formatNumber(delayMs)} ms`);
    };
    const isSmall = rowHeight < MIN_USUAL_NAME_ROW_PX;
    if (hiddenCount > 0) {
      if (rowHeight >= MIN_NUMBERED_ROW_PX) hideDelay();
      drawHiddenCount(drawing, hiddenCount, rowHeight, left, y);
      continue;
    }
    const roomPx = box.right - Math.ceil(cells) * width - rowsLeft - NAME_LEFT_PX;
    const isFlowShown = flow !== undefined && (rowHeight >= MIN_EACH_NUMBERED_PX || flow % 2 === 0);
    const flowX = rowsLeft + FLOW_NUMBER_SPACE_PX - NAME_LEFT_PX;
    if (isFlowShown && roomPx >= FLOW_NUMBER_SPACE_PX)
      drawText(drawing, String(flow), flowX, y, { ink: 'muted', isSmall: true, align: 'right' });
    const maxWidth = roomPx - (left - rowsLeft);
    if (isLow) continue;
    const lineXs = thresholds.flatMap(({ hint, x }) => ((hint.row ?? index) === index ? [x] : []));
    if (name === '') {
      drawRepeatedName(drawing, repeatedName, { isSmall, left, y, maxWidth, lineXs });
      continue;
    }
    const hasTwoLines = rowHeight >= MIN_TWO_LINES_ROW_PX;
    const glyph =
      order.replacesLegend === true && classIndex !== undefined
        ? glyphAtQueue(drawing.model.description.classes, classIndex, theme.isDark)
        : undefined;
    names.push({
      name,
      glyph,
      delayMs,
      isSmall,
      left,
      y,
      maxWidth,
      lineXs,
      hasTwoLines,
      hideDelay,
      isEmpty: cells === 0 && flow === undefined,
    });
  }
  const fullWords = names.map((name) => wordsOfRow(context, name, true));
  // All rows have the word "mean", or none.
  const needsMeaning = fullWords.some(({ shownDelay }) => shownDelay === 'delay');
  const words = needsMeaning ? names.map((name) => wordsOfRow(context, name, false)) : fullWords;
  for (const [index, name] of names.entries()) {
    const { lines, shownDelay } = required(words[index]);
    drawRowName(drawing, name, lines, order.replacesLegend === true);
    if (name.isEmpty && !drawing.model.isPlaying) drawEmptyText(drawing, name);
    if (shownDelay === 'nothing') name.hideDelay();
  }
  return orderWords.hasDelays === true
    ? { order: orderWords.order, hasDelays: needsMeaning, listedDelays: hiddenDelays }
    : orderWords;
}

/** Writes the number of packets beyond the end of a row. */
function drawHiddenCount(drawing: QueueDrawing, count: number, rowHeight: number, left: number, y: number): void {
  const isSmall = rowHeight < MIN_USUAL_NAME_ROW_PX;
  const text = `+ ${count}`;
  const groundPx = Math.min(USUAL_GROUND_PX, rowHeight - 1);
  // Beside a very low row, because the number would cover its neighbours.
  if (rowHeight < MIN_NUMBERED_ROW_PX)
    drawText(drawing, text, drawing.box.left - NAME_LEFT_PX, y, { isSmall, align: 'right' });
  else drawText(drawing, text, left, y, { isSmall, hasGround: true, groundPx });
}

/** The mean delay of the colour or of the class of a row, ms; NaN without one. */
function rowDelayMs(
  { model: { delayMsOf, delayMsOfColour } }: QueueDrawing,
  { classIndex, colour }: Pick<QueueRow, 'classIndex' | 'colour'>,
): number {
  if (colour !== undefined) return delayMsOfColour(colour);
  return classIndex === undefined ? Number.NaN : delayMsOf(classIndex);
}

/** The meaning of the delays of rows, in a row with room for it. */
const MEAN_TEXT = 'mean';

/** The longest delay that a row shows: words behind it stay in their place while the delay changes. */
const LONGEST_DELAY_TEXT = `${MEAN_TEXT} 0.000 ms`;

/** The form in which a row shows its delay: with the word "mean", without it, or not. */
type ShownDelay = 'mean' | 'delay' | 'nothing';

/** The values on which the names of rows depend, beside their packets. */
interface RowTexts {
  /** The axis has a break at its left end. */
  readonly isBroken: boolean;
  readonly thresholds: readonly PlacedThreshold[];
  readonly words: OrderWords;
}

/** The name of a row with its place, px. */
interface PlacedName {
  readonly name: string;
  /** The glyph before the name, if no legend has it. */
  readonly glyph: ClassGlyph | undefined;
  readonly delayMs: number;
  readonly isSmall: boolean;
  readonly left: number;
  readonly y: number;
  readonly maxWidth: number;
  /** Places of the lines of thresholds through the row. */
  readonly lineXs: readonly number[];
  /** The row has room for the delay below the name. */
  readonly hasTwoLines: boolean;
  /** No packet waits in the row, which is not that of one flow. */
  readonly isEmpty: boolean;
  /** Leaves the delay to the text below the rows. */
  readonly hideDelay: () => void;
}

/** The lines of a row; without lines, its name has no room. */
interface RowWords {
  readonly lines: readonly string[];
  readonly shownDelay: ShownDelay;
}

const glyphSpace = ({ glyph }: PlacedName) => (glyph === undefined ? 0 : GLYPH_SPACE_PX);

/**
 * The name of a row with its delay, as much as fits.
 * @param canSayMean the word "mean" may stand before the delay
 */
function wordsOfRow(context: DrawingContext, placedName: PlacedName, canSayMean: boolean): RowWords {
  const { name, delayMs, left, maxWidth, lineXs, hasTwoLines } = placedName;
  const space = glyphSpace(placedName);
  const widthOf = (words: string) => textWidth(context, words, fontOf(placedName));
  const isFitting = (words: string) => widthOf(words) <= maxWidth - space;
  // The number of its rows gives way before a part of its name.
  const plainName = name.replace(/ \(.*\)$/, '');
  const shownName = isFitting(name) ? name : shortenToFit(plainName, maxWidth - space, widthOf);
  if (shownName.length < Math.min(plainName.length, MIN_NAME_LETTERS)) return { lines: [], shownDelay: 'nothing' };
  const delay = `${formatNumber(delayMs)} ms`;
  const meanDelay = `${MEAN_TEXT} ${delay}`;
  const meanChoices: readonly RowWords[] = [
    { lines: [`${name} ${meanDelay}`], shownDelay: 'mean' },
    { lines: [name, meanDelay], shownDelay: 'mean' },
  ];
  const choices: readonly RowWords[] = [
    ...(canSayMean ? meanChoices : []),
    { lines: [`${name} ${delay}`], shownDelay: 'delay' },
    { lines: [name, delay], shownDelay: 'delay' },
  ];
  const fittingChoices = choices.filter(({ lines }) => lines.every(isFitting) && (lines.length === 1 || hasTwoLines));
  const isCrossed = (line: string) => {
    const end = left + space + widthOf(line) + LINE_CLEARANCE_PX;
    return lineXs.some((x) => x > left && x < end);
  };
  const freeChoice = fittingChoices.find(({ lines }) => !lines.some(isCrossed));
  const shortChoice = fittingChoices.find(({ shownDelay }) => shownDelay === 'delay');
  const choice = Number.isNaN(delayMs) ? undefined : (freeChoice ?? shortChoice);
  return choice ?? { lines: [shownName], shownDelay: 'nothing' };
}

/** Writes the lines of a row. A name without room is left out; if no legend has it, it is before its row. */
function drawRowName(
  drawing: QueueDrawing,
  placedName: PlacedName,
  lines: readonly string[],
  replacesLegend: boolean,
): void {
  const { name, glyph, isSmall, left, y } = placedName;
  if (lines.length === 0) {
    const right = drawing.box.left - NAME_LEFT_PX;
    if (replacesLegend) drawFittingText(drawing, [name], right, y, right, { ink: 'muted', isSmall, align: 'right' });
    return;
  }
  if (glyph !== undefined) drawPacket(drawing, glyph, left, y - 4, ROW_GLYPH_PX);
  for (const [index, line] of lines.entries()) {
    const lineY = y + (index - (lines.length - 1) / 2) * NAME_LINE_PX;
    drawText(drawing, line, left + glyphSpace(placedName), lineY, { ink: 'muted', isSmall });
  }
}

/**
 * Says at the head of a row of several flows that no packet waits in it, if there is room beside its name and its mean
 * delay. While a run plays, the words would flicker.
 */
function drawEmptyText(drawing: QueueDrawing, placedName: PlacedName): void {
  const { context, box } = drawing;
  const { name, isSmall, left, y, lineXs } = placedName;
  const widthOf = (words: string) => textWidth(context, words, fontOf(placedName));
  const right = box.right - NAME_LEFT_PX;
  const from = right - widthOf(EMPTY_TEXT);
  const nameEnd = left + GLYPH_SPACE_PX + widthOf(`${name} ${LONGEST_DELAY_TEXT}`);
  if (from < nameEnd || lineXs.some((x) => x > from - LINE_CLEARANCE_PX && x < box.right)) return;
  drawText(drawing, EMPTY_TEXT, right, y, { ink: 'muted', isSmall, align: 'right' });
}

/** Writes the name of a row whose class has its delay in a row above, if there is room for all of it. */
function drawRepeatedName(
  drawing: QueueDrawing,
  name: string,
  { isSmall, left, y, maxWidth, lineXs }: Pick<PlacedName, 'isSmall' | 'left' | 'y' | 'maxWidth' | 'lineXs'>,
): void {
  const from = left + (drawing.order?.replacesLegend === true ? GLYPH_SPACE_PX : 0);
  const end = from + textWidth(drawing.context, name, fontOf({ isSmall }));
  if (end > left + maxWidth || lineXs.some((x) => x > left && x < end + LINE_CLEARANCE_PX)) return;
  drawText(drawing, name, from, y, { ink: 'muted', isSmall });
}

/** Draws cells that are too small to be separate: a band for each VC. */
export function drawVcBands(drawing: QueueDrawing, grid: PacketGrid): void {
  if (!grid.hasBands) return;
  const { theme, box, order, model } = drawing;
  for (const { classIndex, right, widthPx } of placeBlocks(box, order, grid)) {
    const { colour } = classGlyph(model.description.classes, classIndex, theme.isDark);
    const bandPx = Math.max(1, widthPx - BAND_GAP_PX);
    drawBox(drawing, right - widthPx, box.top + 1, bandPx, box.bottom - box.top - 2, { colour });
  }
}

/**
 * Numbers the blocks of VCs: on a wide block, beside the lines of the thresholds if there is room, and above a narrow
 * one, with a line to it, if a place near it is free of names and knobs. If all of them are narrow, the legend names
 * their colours, and the lens has their numbers.
 */
export function numberBlocks(drawing: QueueDrawing, grid: PacketGrid, thresholdXs: readonly number[]): void {
  const { theme, box, order, model } = drawing;
  const { classes } = model.description;
  const blocks = placeBlocks(box, order, grid).filter(({ widthPx }) => widthPx > 0);
  const wholePx = blocks.reduce((sum, { widthPx }) => sum + widthPx, 0);
  const isSmall = wholePx < MIN_NUMBERED_SHARE * (box.right - box.left);
  if (isSmall || blocks.every(({ widthPx }) => widthPx < MIN_NUMBERED_BLOCK_PX)) return;
  const middle = (box.top + box.bottom) / 2;
  for (const { classIndex, right, widthPx } of blocks) {
    if (widthPx < MIN_NUMBERED_BLOCK_PX) continue;
    const x = placeToken(right - widthPx, right, thresholdXs);
    const groundPx = 2 * (VC_TOKEN_HALF_PX + TOKEN_RING_PX);
    drawBox(drawing, x - groundPx / 2, middle - groundPx / 2, groundPx, groundPx, { ink: 'surface' });
    drawVcToken(drawing, classGlyph(classes, classIndex, theme.isDark), x, middle, String(classIndex + 1));
  }
  const narrowBlocks = blocks.filter(({ widthPx }) => widthPx < MIN_NUMBERED_BLOCK_PX);
  const signs = narrowBlocks.reverse().map(({ classIndex, right, widthPx }) => ({
    classIndex,
    widthPx: BLOCK_SIGN_PX,
    wantedLeft: right - (widthPx + BLOCK_SIGN_PX) / 2,
    blockX: right - widthPx / 2,
  }));
  const signBottom = box.top - SIGN_DISTANCE_PX;
  const signTop = signBottom - BLOCK_SIGN_PX;
  const takenSpans = [
    ...boxesOfNames(drawing.context)
      .filter(({ top, bottom }) => top < signBottom && bottom > signTop)
      .map(({ left, right }) => ({ left: left - SIGN_ROOM_PX, right: right + SIGN_ROOM_PX })),
    ...thresholdXs.map((x) => ({ left: x - THRESHOLD_KNOB_RADIUS_PX - 1, right: x + THRESHOLD_KNOB_RADIUS_PX + 1 })),
  ];
  for (const { classIndex, from, blockX } of placeSigns(signs, [box.left, box.right], takenSpans)) {
    const glyph = classGlyph(classes, classIndex, theme.isDark);
    drawLine(drawing, [from + BLOCK_SIGN_PX / 2, signBottom, blockX, box.top + SIGN_LINE_INSIDE_PX]);
    drawPacket(drawing, glyph, from, signTop, BLOCK_SIGN_PX);
  }
}

interface BlockSign {
  readonly classIndex: number;
  readonly widthPx: number;
  readonly wantedLeft: number;
  readonly blockX: number;
}

/**
 * Places signs from left to right, each in the free span that is nearest to its block. One without a near place is left
 * out.
 */
function placeSigns(
  signs: readonly BlockSign[],
  [left, right]: readonly [left: number, right: number],
  takenSpans: readonly { readonly left: number; readonly right: number }[],
): readonly (BlockSign & { readonly from: number })[] {
  const freeSpans: (readonly [from: number, to: number])[] = [];
  let from = left;
  for (const takenSpan of [...takenSpans].sort((a, b) => a.left - b.left)) {
    freeSpans.push([from, Math.min(right, takenSpan.left)]);
    from = Math.max(from, takenSpan.right);
  }
  const wideSpans = [...freeSpans, [from, right] as const].filter(([start, end]) => end - start >= BLOCK_SIGN_PX);
  const shiftTo = ([start, end]: readonly [number, number], { wantedLeft, widthPx }: BlockSign) =>
    Math.max(0, start - wantedLeft, wantedLeft + widthPx - end);
  return wideSpans.flatMap((span) => {
    const nearSigns = signs.filter((sign) => {
      const [nearest] = [...wideSpans].sort((a, b) => shiftTo(a, sign) - shiftTo(b, sign));
      return nearest === span && shiftTo(span, sign) <= MAX_SIGN_SHIFT_PX;
    });
    const room = Math.floor((span[1] - span[0] + 1) / (BLOCK_SIGN_PX + 1));
    return placeSideBySide(nearSigns.slice(0, room), span, 1);
  });
}

/** The middle of a block or, if a threshold is there, the nearest place beside its line in the block. */
function placeToken(left: number, right: number, thresholdXs: readonly number[]): number {
  const middle = (left + right) / 2;
  const distance = VC_TOKEN_HALF_PX + TOKEN_RING_PX + 1;
  const isFree = (x: number) => thresholdXs.every((thresholdX) => Math.abs(thresholdX - x) >= distance);
  const places = thresholdXs.flatMap((thresholdX) => [thresholdX + distance, thresholdX - distance]);
  const inset = VC_TOKEN_HALF_PX - TOKEN_OVERHANG_PX;
  const placesInBlock = places.filter((x) => x - left >= inset && right - x >= inset);
  const [nearest] = placesInBlock.filter(isFree).sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
  return isFree(middle) ? middle : (nearest ?? middle);
}

interface PlacedBlock {
  readonly classIndex: number;
  readonly right: number;
  readonly widthPx: number;
}

function placeBlocks(
  { right }: QueueBox,
  order: WaitingOrder | undefined,
  { rows: [row], columnCount }: PacketGrid,
): PlacedBlock[] {
  if (row === undefined) return [];
  const packetPx = row.width / (row.lineCount * columnCount);
  return (order?.blocks ?? []).map(({ classIndex, from, packets }) => ({
    classIndex,
    right: right - from * packetPx,
    widthPx: packets * packetPx,
  }));
}
