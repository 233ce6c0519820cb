/**
 * The time that a packet waits if it arrives now, in a queue that sends its packets in the order of their arrival, or
 * the words that it is empty.
 */
import { InServiceColumn } from '../../engine/frame/frame.ts';
import { formatNumber } from '../../shared/number-text.ts';
import { numberAt } from '../../shared/tables.ts';
import { drawBox, drawLine, drawText, NEXT_LINE } from '../draw/pen.ts';
import { textWidth } from '../draw/shapes.ts';
import type { HorizontalSpan } from './drop-reason.ts';
import type { QueueDrawing } from './queue-drawing.ts';
import type { QueueBox } from './queue-model.ts';
import { TEXT_UNDER_PX, THRESHOLD_KNOB_RADIUS_PX } from './queue-thresholds.ts';

/**
 * Distance of the line from the queue, above it and below its words: usually and at least. Its least distance from the
 * lower edge, and half the height of its ends: usually, and where other parts of the page are near, px.
 */
const LINE_OVER_PX = 9;
const LINE_UNDER_PX = 28;
const MIN_LINE_UNDER_PX = TEXT_UNDER_PX + 13;
const LINE_OVER_EDGE_PX = 9;
const LINE_END_PX = 4;
const LOW_LINE_END_PX = 3;
/** Distance of the line from the middle of a knob that is in its way, px. */
const BESIDE_KNOB_PX = THRESHOLD_KNOB_RADIUS_PX + 2;
/** Distance of the words from the ends of the line, and least distance from a threshold, px. */
const TEXT_GAP_PX = 8;
const WALL_GAP_PX = 4;
/** Space between these words and others in one line, px. */
const WORDS_GAP_PX = 12;

/** The transmission of all waiting packets, after the rest of the packet in transmission, ms. */
export function waitOfNewPacketMs({
  waitingBytes,
  rateBps,
  inService,
  timeNs,
}: Pick<QueueDrawing['model']['frame'], 'waitingBytes' | 'rateBps' | 'inService' | 'timeNs'>): number {
  const restNs = inService.length === 0 ? 0 : numberAt(inService, InServiceColumn.endNs) - timeNs;
  return restNs / 1e6 + (8e3 * waitingBytes) / rateBps;
}

/** The space below a queue, px. */
interface SpaceUnder {
  /** Whether no packet is shown below the queue. */
  readonly isFree: boolean;
  /** Places of the lines of thresholds that go on below the queue. */
  readonly walls: readonly number[];
  /** Places of the thresholds, which have their knobs over the queue. */
  readonly thresholdXs: readonly number[];
  /** Places of other words in the line of words below the queue, the first one at its left end. */
  readonly takenSpans: readonly HorizontalSpan[];
}

/**
 * Draws a line as long as the queue, with the waiting time, below the queue and its words: on a low canvas in the line
 * of words if nothing else is there, and on a very low one without the line beside other words. If drops leave no room
 * below and no thresholds have their knobs over it, it is over the queue. While a run plays, drops come again and
 * again, and a policy that measures a delay has this delay alone.
 * @param tail place of the end of the queue, px
 */
export function drawNewPacketWait(
  drawing: QueueDrawing,
  tail: number,
  { isFree, walls, thresholdXs, takenSpans }: SpaceUnder,
): void {
  const { context, box, height, model, order } = drawing;
  const { thresholds, signals } = model.description.hints;
  if (order !== undefined) return;
  if (model.frame.waitingPackets === 0) {
    drawEmptyQueue(drawing, thresholdXs);
    return;
  }
  if (model.isPlaying && signals.some(({ axis }) => axis === 'delay')) return;
  const isOver = thresholds.length === 1 && (model.isPlaying || !isFree);
  if (!isOver && !isFree) return;
  const lineUnderPx = Math.min(LINE_UNDER_PX, height - LINE_OVER_EDGE_PX - box.bottom);
  const isLow = !isOver && lineUnderPx < LINE_UNDER_PX;
  const [[, textEnd = 0] = [], ...signalSpans] = takenSpans;
  const isTaken = signalSpans.length > 0 || textEnd > tail - TEXT_GAP_PX;
  const isInWords = isLow && (!isTaken || lineUnderPx < MIN_LINE_UNDER_PX);
  const y = isOver ? box.top - LINE_OVER_PX : box.bottom + (isInWords ? TEXT_UNDER_PX : lineUnderPx);
  if (isInWords && isTaken) {
    drawWaitInWords(drawing, takenSpans, walls, y);
    return;
  }
  const wordsEnd = isInWords ? textEnd : 0;
  const endPx = isLow && !isInWords ? LOW_LINE_END_PX : LINE_END_PX;
  const queueEnd = Math.max(box.left, tail);
  // A line over the queue ends beside the knob of the buffer.
  const knobEnd = isOver ? Math.max(...thresholdXs.map((knobX) => knobX + BESIDE_KNOB_PX)) : Number.NEGATIVE_INFINITY;
  const from = Math.max(queueEnd, knobEnd);
  const words = waitTexts(model).map((text) => ({ text, widthPx: textWidth(context, text) }));
  const freeBox = { ...box, left: Math.max(box.left, wordsEnd + WORDS_GAP_PX) };
  const crossedWords = placeBeside(words, freeBox, from);
  const placedWords = isOver ? crossedWords : (placeBetween(words, freeBox, from, walls) ?? crossedWords);
  if (placedWords === undefined) return;
  const ends = from > queueEnd ? [box.right] : [from, box.right];
  const endLines = ends.flatMap((x) => [x, y - endPx, x, y + endPx, ...NEXT_LINE]);
  drawLine(drawing, [...endLines, from, y, box.right, y], { widthPx: 1.5 });
  const { text, widthPx, left } = placedWords;
  drawText(drawing, text, left, y, { hasGround: true });
  const right = left + widthPx;
  // A thin line from words that are beyond a threshold.
  if (from - right > TEXT_GAP_PX + 1) drawBox(drawing, right + 3, y, from - right - 6, 1);
}

/** The words in a queue without packets. */
export const EMPTY_TEXT = 'empty now';

/** Says at the head of a queue at rest that no packet waits, beside the lines of thresholds there. */
function drawEmptyQueue(drawing: QueueDrawing, lineXs: readonly number[]): void {
  const { context, box, model } = drawing;
  if (model.isPlaying || model.frame.timeNs === 0) return;
  const widthPx = textWidth(context, EMPTY_TEXT);
  const right = [box.right, ...lineXs]
    .map((x) => x - TEXT_GAP_PX)
    .sort((a, b) => b - a)
    .find((end) => !lineXs.some((x) => x > end - widthPx - WALL_GAP_PX && x < end + WALL_GAP_PX));
  if (right === undefined || right - widthPx < box.left) return;
  drawText(drawing, EMPTY_TEXT, right, (box.top + box.bottom) / 2, { ink: 'muted', align: 'right' });
}

/** Writes the waiting time alone, before the words at the right end of the line. */
function drawWaitInWords(
  drawing: QueueDrawing,
  takenSpans: readonly HorizontalSpan[],
  walls: readonly number[],
  y: number,
): void {
  const { context, box } = drawing;
  const right = Math.max(...takenSpans.map(([from]) => from)) - WORDS_GAP_PX;
  const wordsEnd = Math.max(...takenSpans.map(([, end]) => end).filter((end) => end < right), 0);
  const minLeft = Math.max(box.left + WALL_GAP_PX, wordsEnd + WORDS_GAP_PX);
  const isPlaced = (left: number) =>
    left >= minLeft && !walls.some((wall) => wall > left - WALL_GAP_PX && wall < right + WALL_GAP_PX);
  const text = waitTexts(drawing.model).find((words) => isPlaced(right - textWidth(context, words)));
  if (text !== undefined) drawText(drawing, text, right, y, { align: 'right', hasGround: true });
}

interface Words {
  readonly text: string;
  readonly widthPx: number;
}

interface PlacedWords extends Words {
  readonly left: number;
}

/** The longest words with room in the middle of the line or, if it is short, before it. */
function placeBeside(words: readonly Words[], box: QueueBox, from: number): PlacedWords | undefined {
  return words
    .map(({ text, widthPx }) => {
      const isInside = box.right - from >= widthPx + 3 * TEXT_GAP_PX;
      return { text, widthPx, left: isInside ? (from + box.right - widthPx) / 2 : from - TEXT_GAP_PX - widthPx };
    })
    .find(({ left }) => left > box.left + 2);
}

/**
 * The longest words with room between two thresholds: in the middle of the line or before it, as near to its left end
 * as any fit.
 */
function placeBetween(
  words: readonly Words[],
  box: QueueBox,
  from: number,
  walls: readonly number[],
): PlacedWords | undefined {
  const isFree = ({ left, widthPx }: PlacedWords) =>
    left > box.left + 2 && !walls.some((wall) => wall > left - WALL_GAP_PX && wall < left + widthPx + WALL_GAP_PX);
  const besideWords = words.flatMap((candidate) => placeBeside([candidate], box, from) ?? []);
  const beforeWalls = walls
    .filter((wall) => wall < from)
    .sort((a, b) => b - a)
    .flatMap((wall) => words.map((candidate) => ({ ...candidate, left: wall - TEXT_GAP_PX - candidate.widthPx })));
  return [...besideWords, ...beforeWalls].find(isFree);
}

/** Whether the next packet of mean size has no room. */
function isBufferFull({ frame, description }: QueueDrawing['model']): boolean {
  const { waitingPackets, waitingBytes, limitPackets, limitBytes, inService } = frame;
  const sendingPackets = description.hints.countsSending && inService.length > 0 ? 1 : 0;
  const meanBytes = waitingBytes / waitingPackets;
  return (
    waitingPackets + sendingPackets >= limitPackets || waitingBytes + (sendingPackets + 1) * meanBytes > limitBytes
  );
}

/** The words of the wait, and shorter ones. A packet that finds a full buffer does not wait. */
function waitTexts(model: QueueDrawing['model']): readonly string[] {
  const { frame, description } = model;
  const isFull = isBufferFull(model);
  if (frame.pauses) return isFull ? ['full, and the link pauses', 'full'] : ['the link pauses'];
  // The rate of the link can change before the packet leaves.
  const wait = `${formatNumber(waitOfNewPacketMs(frame))} ms${description.varies ? ' at this rate' : ''}`;
  if (isFull) return [`full: ${wait} to send`];
  return [`new packet waits ${wait}`, `waits ${wait}`];
}
