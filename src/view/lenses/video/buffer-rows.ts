/**
 * A few buffers as rows: a bar for the content of each in the colours of its packets, its amounts, and the packets that
 * it has dropped.
 */

import { formatAmount, formatNumber } from '../../../shared/number-text.ts';
import { required } from '../../../shared/required.ts';
import { drawDropCross, fillPackets } from '../../draw/packets.ts';
import { SMALL_DRAWING_FONT } from '../../draw/palette.ts';
import { drawBox, drawText } from '../../draw/pen.ts';
import { drawFittingText, fittingText, SMALL_MUTED, textWidth } from '../../draw/shapes.ts';
import type { LensDrawing } from '../lens-drawing.ts';
import { lanesWithLens } from '../lens-model.ts';
import { contentParts, type FlowBuffer, flowBuffers, largestCapacity, partGlyph } from './flow-buffers.ts';

const TITLE_HEIGHT_PX = 18;
/** Heights of the line over a bar, of the bar, and of the line below it, px. */
const HEAD_HEIGHT_PX = 16;
const BAR_HEIGHT_PX = 18;
const FOOT_HEIGHT_PX = 16;
const ROW_HEIGHT_PX = HEAD_HEIGHT_PX + BAR_HEIGHT_PX + FOOT_HEIGHT_PX;
/** Height of a second line below a bar, and the largest space between two rows, px. */
const LINE_HEIGHT_PX = 12;
const MAX_ROW_GAP_PX = 22;
/** From this share of its capacity on, a buffer has its share in words, at this distance from an edge, px. */
const MIN_WORDED_SHARE = 0.9;
const WORDS_DISTANCE_PX = 6;
/** Least width of a bar on the scale of all lanes, px. */
const MIN_BAR_PX = 20;

/** Whether this number of buffers has room, one below another. */
export function fitsBufferRows(bufferCount: number, height: number): boolean {
  return bufferCount * (ROW_HEIGHT_PX + LINE_HEIGHT_PX) <= height - TITLE_HEIGHT_PX;
}

/** @param width of the rows, px */
export function drawBufferRows(
  drawing: LensDrawing,
  buffers: readonly FlowBuffer[],
  countsBytes: boolean,
  width: number,
): void {
  const { height, model } = drawing;
  drawFittingText(drawing, [buffers.length === 1 ? 'One buffer' : `${buffers.length} buffers`], 0, 9, width);
  const freeHeight = height - TITLE_HEIGHT_PX - buffers.length * ROW_HEIGHT_PX;
  const step = ROW_HEIGHT_PX + Math.min(MAX_ROW_GAP_PX, Math.max(0, freeHeight / buffers.length));
  const largestOfLanes = largestCapacity(lanesWithLens(model).flatMap((lane) => flowBuffers(lane, countsBytes)));
  const smallestCapacity = Math.min(...buffers.map(({ capacity }) => capacity));
  // The scale of all lanes, unless it hides the content of a small buffer.
  const isShared = (smallestCapacity / largestOfLanes) * width >= MIN_BAR_PX;
  const pxPerUnit = width / (isShared ? largestOfLanes : largestCapacity(buffers));
  for (const [row, buffer] of buffers.entries())
    drawBuffer(drawing, buffer, countsBytes, { top: TITLE_HEIGHT_PX + 4 + row * step, width, pxPerUnit });
}

interface PlacedBuffer {
  readonly top: number;
  readonly width: number;
  readonly pxPerUnit: number;
}

function drawBuffer(
  drawing: LensDrawing,
  buffer: FlowBuffer,
  countsBytes: boolean,
  { top, width, pxPerUnit }: PlacedBuffer,
): void {
  const { context, theme, model } = drawing;
  const { flow, classIndex, heldContent, capacity, discardBits } = buffer;
  const { classes } = model.description;
  const barTop = Math.round(top + HEAD_HEIGHT_PX);
  const barWidth = Math.max(6, Math.round(capacity * pxPerUnit) - 1);
  const share = capacity > 0 ? Math.min(1, heldContent / capacity) : 0;
  const filledWidth = share * barWidth;
  drawBox(drawing, 0, barTop, barWidth, BAR_HEIGHT_PX, { ink: 'raised' });
  let partLeft = 0;
  for (const part of contentParts(model, buffer, countsBytes)) {
    const partWidth = part.share * filledWidth;
    context.beginPath();
    context.rect(partLeft, barTop, partWidth, BAR_HEIGHT_PX);
    fillPackets(context, partGlyph(model, part, theme.isDark));
    partLeft += partWidth;
  }
  context.strokeStyle = theme.muted;
  context.lineWidth = 1;
  context.strokeRect(0.5, barTop + 0.5, barWidth, BAR_HEIGHT_PX);
  const name = flow >= 0 ? `flow ${flow}` : classIndex < 0 ? 'all' : (classes[classIndex]?.label ?? '');
  const headY = top + HEAD_HEIGHT_PX / 2 - 1;
  const [content, limit, unit] = contentTexts(buffer, countsBytes);
  const texts = [`${name}: ${content} of ${limit} ${unit}`, `${name}: ${content} ${unit}`, `${content} ${unit}`];
  drawText(drawing, fittingText(context, texts, width) ?? '', 0, headY);
  const middleY = barTop + BAR_HEIGHT_PX / 2;
  let barEnd = barWidth;
  if (share >= MIN_WORDED_SHARE) {
    const shareText = `${share < 1 ? Math.min(99, Math.round(100 * share)) : 100} % full`;
    const sharePx = textWidth(context, shareText);
    const isInside = sharePx + 2 * WORDS_DISTANCE_PX <= filledWidth;
    const shareX = isInside ? WORDS_DISTANCE_PX : barWidth + WORDS_DISTANCE_PX;
    drawText(drawing, shareText, shareX, middleY, { hasGround: true });
    if (!isInside) barEnd += WORDS_DISTANCE_PX + sharePx;
  }
  if (discardBits !== 0) {
    const x = barEnd + 9;
    drawDropCross(drawing, x, middleY, 3);
    drawText(drawing, discardLetter(discardBits), x + 6, middleY);
  }
  const widthOf = (words: string) => textWidth(context, words, SMALL_DRAWING_FONT);
  const drops = dropTexts(buffer, (words) => widthOf(words) <= width);
  const fits = widthOf(drops.join(', ')) <= width;
  for (const [line, words] of (fits ? [drops.join(', ')] : drops).entries()) {
    const y = barTop + BAR_HEIGHT_PX + FOOT_HEIGHT_PX / 2 + 1 + line * LINE_HEIGHT_PX;
    drawFittingText(drawing, [words], 0, y, width, SMALL_MUTED);
  }
}

/** Letter of the lost frame for which a buffer refuses packets. */
export function discardLetter(bits: number): string {
  return (bits & 1) !== 0 ? 'I' : (bits & 2) !== 0 ? 'P' : 'B';
}

/** The content of a buffer, its capacity, and their unit. */
function contentTexts({ heldContent, capacity }: FlowBuffer, countsBytes: boolean): readonly [string, string, string] {
  const formatQuantity = (quantity: number) => formatNumber(countsBytes ? quantity / 1e3 : quantity);
  return [formatQuantity(heldContent), formatQuantity(capacity), countsBytes ? 'kB' : 'packets'];
}

/** The words of dropped packets, the longest first. */
const DROP_WORDS = [
  { start: 'dropped so far', full: 'buffer full', refused: 'frame already lost' },
  { start: 'dropped', full: 'buffer full', refused: 'frame already lost' },
  { start: 'dropped', full: 'full', refused: 'frame lost' },
] as const;
/** Decides between these words, so that the buffers of all lanes have the same: they have the same width. */
const SAMPLE_COUNT_TEXT = '999';

/**
 * The packets that a buffer dropped since the start of the run because it was full, and because their frame had lost
 * packets already.
 */
function dropTexts({ fullPackets, refusedPackets }: FlowBuffer, fits: (text: string) => boolean): readonly string[] {
  const formatFull = ({ start, full }: (typeof DROP_WORDS)[number], count: string) => `${start}: ${count} (${full})`;
  const words = DROP_WORDS.find((choice) => fits(formatFull(choice, SAMPLE_COUNT_TEXT))) ?? required(DROP_WORDS.at(-1));
  const fullText = formatFull(words, formatAmount(fullPackets));
  return refusedPackets === 0 ? [fullText] : [fullText, `${formatAmount(refusedPackets)} (${words.refused})`];
}
