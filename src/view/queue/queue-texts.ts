/** The words around a queue: the rate of its link, the senders with their streams, and the receivers. */

import { CLASS_STRIDE, ClassColumn } from '../../engine/frame/frame.ts';
import { drawFrameKinds, frameKindsWidth } from '../draw/frame-kinds.ts';
import { drawPacket } from '../draw/packets.ts';
import { type ClassGlyph, glyphAtQueue, SMALL_DRAWING_FONT } from '../draw/palette.ts';
import { drawBox, drawDot, drawLine, drawText } from '../draw/pen.ts';
import { drawFittingText, drawPolygon, SMALL_MUTED, textWidth } from '../draw/shapes.ts';
import { StillLayer } from '../draw/still-layer.ts';
import type { ThemedContext } from '../draw/themed-context.ts';
import { ArrivalShares } from './arrival-shares.ts';
import type { LevelOfDetail } from './level-of-detail.ts';
import { drawStreak } from './link-band.ts';
import type { QueueDrawing } from './queue-drawing.ts';
import { drawQueueLegend } from './queue-legend.ts';
import type { QueueModel } from './queue-model.ts';
import { MIN_NAMED_ROW_PX, type OrderWords, orderTexts, type WaitingOrder } from './waiting-order.ts';

/** Heights of words over the box, over the link and under it, and of a line of small words, px. */
const OVER_BOX_PX = 12;
const OVER_LINK_PX = 14;
const UNDER_LINK_PX = 22;
const LINE_HEIGHT_PX = 12;
/** Behind the sign of a marked packet, and the room of the sign, px. */
const MARK_TEXT = 'marked';
const MARK_SIGN_PX = 13;
/** Sizes of the packet with this sign and of its dot, px. */
const MARKED_PACKET_PX = 10;
const MARK_RADIUS_PX = 3;
/** Largest number of named classes. */
const MAX_DRAWN_STREAMS = 6;
/** Length of the arrow of a stream, and of its tip that its shaft does not reach, px. */
const STREAM_PX = 22;
const STREAM_TIP_PX = 6;
/** Distance of a glyph without a name from the queue, and the least one of a name with a stream behind it, px. */
const STREAM_WIDTH_PX = 45;
const STREAM_BESIDE_NAME_PX = 29;
/** From the left end of a glyph to its name, px. */
const NAME_INDENT_PX = 14;
/** Share of the arrivals from which a class has a stream. */
const MIN_STREAM_SHARE = 0.002;
/** The meaning of the streams in two lines, or in one. */
const STREAM_MEANINGS: readonly (readonly string[])[] = [['arrow width:', 'share of packets'], ['arrow: packet share']];
/** Distance of the meaning of the streams from the last one, and half of its height, px. */
const UNDER_STREAMS_PX = 16;
const MEANING_HALF_HEIGHT_PX = 6;
/** Least space between words and the queue, px. */
const BESIDE_BOX_PX = 6;

interface NamesSpace {
  /** There is no room beside the queue for the names of its ends. */
  readonly isNarrow: boolean;
  /** The receiver and the way back are drawn. */
  readonly hasPath: boolean;
  readonly hasLegend: boolean;
  /** Size of the glyphs in a legend, px. */
  readonly legendPx: number;
  /** Vertical place of a class, px. */
  yOf(classIndex: number): number;
}

/** All names around a queue. */
export class QueueNames {
  private readonly layer = new StillLayer();
  private readonly arrivals = new ArrivalShares();

  /** @param isStill whether the queue has about the same names as in the last drawing */
  draw(drawing: QueueDrawing, isStill: boolean, { isNarrow, hasPath, hasLegend, legendPx, yOf }: NamesSpace): void {
    const { model } = drawing;
    if (!isNarrow) this.arrivals.count(model.frame, model.description);
    this.layer.draw(drawing, model.wallMs, isStill, (names) => {
      drawQueueTexts(names, isNarrow, hasPath, yOf(0));
      if (hasLegend && model.repeatsLegend !== true) drawQueueLegend(names, model, legendPx);
      if (!isNarrow) drawSourceStreams(names, hasPath ? 10 : 2, yOf, legendPx, this.arrivals.shares);
    });
  }
}

/**
 * @param isNarrow there is no room beside the queue for the names of its ends
 * @param hasPath the receiver and the way back are drawn
 * @param firstSourceY vertical place of the first class, px
 */
function drawQueueTexts(drawing: QueueDrawing, isNarrow: boolean, hasPath: boolean, firstSourceY: number): void {
  drawRate(drawing);
  const { namesEnds, direction } = drawing.model;
  if (!isNarrow && !hasPath && namesEnds && direction === undefined) drawEnds(drawing, firstSourceY);
}

function drawRate(drawing: QueueDrawing): void {
  const { width, box, model } = drawing;
  const { rateBps, pauses } = model.frame;
  const [unit, unitBps] = rateBps < 1e5 ? ['kbit/s', 1e3] : rateBps < 1e10 ? ['Mb/s', 1e6] : ['Gb/s', 1e9];
  const rate = String(Number((rateBps / unitBps).toPrecision(4)));
  const y = (box.top + box.bottom) / 2 - OVER_LINK_PX;
  drawText(drawing, pauses ? 'pause' : `${rate} ${unit}`, width - 4, y, { ink: 'muted', align: 'right' });
}

function drawEnds(drawing: QueueDrawing, firstSourceY: number): void {
  const { width, height, box, model } = drawing;
  const y = (box.top + box.bottom) / 2 + UNDER_LINK_PX;
  const right = { ink: 'muted', isSmall: true, align: 'right' } as const;
  drawText(drawing, 'senders', 2, Math.min(box.top, firstSourceY) - OVER_BOX_PX, SMALL_MUTED);
  drawText(drawing, 'to receivers', width - 4, y, right);
  // A low canvas has no room for it.
  const hasRoom = y + 1.5 * LINE_HEIGHT_PX < height;
  if (model.hasAcks && hasRoom) drawText(drawing, 'ACKs return', width - 4, y + LINE_HEIGHT_PX, right);
}

/** The level of detail in words. A single packet needs none. */
const DETAIL_WORDS: Readonly<Record<LevelOfDetail, OrderWords>> = {
  packets: { order: '' },
  streaks: { order: 'link: class shares' },
  density: { order: 'several packets per sign', sharesSigns: true },
};

/**
 * The order of the waiting packets in words or, without one, the level of detail. Small cells are a band for each VC.
 * @param frameCells cells of a frame whose square is drawn; undefined for bands
 */
export function detailWords(
  detail: LevelOfDetail,
  order: WaitingOrder | undefined,
  frameCells: number | undefined,
): OrderWords {
  const hasBlocks = order !== undefined && order.blocks.length > 0;
  if (hasBlocks && frameCells !== undefined && frameCells > 1)
    return { order: `frames of ${Math.round(frameCells)} cells, sorted by VC` };
  const showsOrder = detail === 'packets' || (detail === 'density' && hasBlocks);
  return showsOrder && order !== undefined ? order.words : DETAIL_WORDS[detail];
}

/** The longest form of the words. */
export const longestText = (words: OrderWords): string => orderTexts(words)[0] ?? '';

/**
 * Draws the words under the queue, if there is room. From the first mark on, it names the dot on marked packets, beside
 * or in place of the level of detail.
 * @param y middle of the line, px
 * @param end left end of the words behind it, px
 * @param walls places of the lines of thresholds that cross the line, px
 * @returns its right end, px
 */
export function drawTextUnder(
  drawing: QueueDrawing,
  words: OrderWords,
  y: number,
  end = drawing.width,
  walls: readonly number[] = [],
): number {
  const { context, order, model } = drawing;
  const hasDots = order === undefined && words.sharesSigns !== true && hasMarks(model);
  const isShown = order !== undefined || model.namesEnds;
  const texts = isShown ? orderTexts(words).filter((text) => text !== '') : [];
  const withDots = hasDots ? [...texts.map((text) => `${text} · `), ''].map((text) => [text, true] as const) : [];
  const choices = [...withDots, ...texts.map((text) => [text, false] as const)];
  const widthOf = ([text, hasDot]: readonly [string, boolean]) =>
    textWidth(context, text) + (hasDot ? MARK_SIGN_PX + textWidth(context, MARK_TEXT) : 0);
  // Behind a wall, if the words would cross it.
  const starts = [2, ...walls.map((wall) => wall + BESIDE_BOX_PX)].sort((a, b) => a - b);
  const isFree = (start: number, width: number) =>
    start + width + 6 < end && !walls.some((wall) => wall > start && wall < start + width + BESIDE_BOX_PX);
  const placedTexts = choices.flatMap((choice) => {
    const left = starts.find((start) => isFree(start, widthOf(choice)));
    return left === undefined ? [] : [{ choice, left }];
  });
  const { choice, left } = placedTexts[0] ?? { choice: ['', false] as const, left: 2 };
  const [text, hasDot] = choice;
  drawText(drawing, text, left, y, { ink: 'muted' });
  if (hasDot) {
    const signX = left + textWidth(context, text);
    drawMarkedPacket(drawing, signX, y);
    drawText(drawing, MARK_TEXT, signX + MARK_SIGN_PX, y, { ink: 'muted' });
  }
  return left + widthOf(choice);
}

/** Draws the sign of a marked packet as it is in the queue: a dark dot with a light ring, on a packet. */
function drawMarkedPacket(drawing: ThemedContext, left: number, y: number): void {
  const top = Math.round(y - MARKED_PACKET_PX / 2);
  drawBox(drawing, left, top, MARKED_PACKET_PX, MARKED_PACKET_PX, { ink: 'muted' });
  const [middleX, middleY] = [left + MARKED_PACKET_PX / 2, top + MARKED_PACKET_PX / 2];
  drawDot(drawing, middleX, middleY, MARK_RADIUS_PX, {}, { ink: 'surface' });
}

function hasMarks({ frame: { classes } }: QueueModel): boolean {
  return classes.some((count, index) => index % CLASS_STRIDE === ClassColumn.markedPackets && count > 0);
}

/**
 * Draws the classes beside the queue, with a stream from each one, and the meaning of its width below if there is room.
 * Without their names, the glyphs are beside the streams.
 * @param left left end of the glyphs with names, px
 * @param yOf vertical place of a class, px
 * @param size of a glyph, px
 * @param arrivals share of each class in the latest arrivals
 */
export function drawSourceStreams(
  drawing: QueueDrawing,
  left: number,
  yOf: (classIndex: number) => number,
  size: number,
  arrivals: Float64Array,
): void {
  const { context, box, order, model } = drawing;
  const { description, namesEnds, repeatsLegend } = model;
  const { classes } = description;
  for (const [index, { label, crossing }] of classes.slice(0, MAX_DRAWN_STREAMS).entries()) {
    if (crossing === 'none') continue;
    const y = yOf(index);
    const glyph = glyphAtQueue(classes, index, drawing.theme.isDark);
    drawPacket(drawing, glyph, namesEnds ? left : box.left - STREAM_WIDTH_PX, y - size / 2, size);
    const share = arrivals[index] ?? 0;
    const nameLeft = left + NAME_INDENT_PX;
    // The stream begins behind the name.
    const roomPx = box.left - (hasStream(share) ? STREAM_BESIDE_NAME_PX : BESIDE_BOX_PX) - nameLeft;
    const isSmall = textWidth(context, label) > roomPx;
    if (namesEnds) drawFittingText(drawing, [label], nameLeft, y, roomPx, { ink: 'muted', isSmall });
    if (hasStream(share)) drawStream(drawing, glyph, box.left - 4, y, share);
  }
  // The number of packets beyond a low row would be there.
  const hasLowRows = order?.rows.some(({ share }) => share * (box.bottom - box.top) < MIN_NAMED_ROW_PX) ?? false;
  const crossingCount = classes.filter(({ crossing }) => crossing !== 'none').length;
  if (repeatsLegend === true || crossingCount < 2 || hasLowRows) return;
  const top = yOf(Math.min(classes.length, MAX_DRAWN_STREAMS) - 1) + UNDER_STREAMS_PX;
  const lastLineY = (lines: readonly string[]) => top + LINE_HEIGHT_PX * (lines.length - 1);
  // Words under the box begin below it.
  const fits = (lines: readonly string[]) =>
    lastLineY(lines) + MEANING_HALF_HEIGHT_PX <= box.bottom &&
    lines.every((line) => textWidth(context, line, SMALL_DRAWING_FONT) <= box.left - BESIDE_BOX_PX);
  const meaning = STREAM_MEANINGS.find(fits) ?? [];
  const look = { ink: 'muted', isSmall: true, align: 'right' } as const;
  for (const [index, line] of meaning.entries())
    drawText(drawing, line, box.left - 4, top + LINE_HEIGHT_PX * index, look);
  drawKindsOfVideo(drawing, left, lastLineY(meaning) + UNDER_STREAMS_PX);
}

/** Before the letters of the kinds of frames: a lane has a letter too. */
const FRAMES_NAME = 'frames: ';

/** Writes which sign is which kind of frame of a video, if there is room: the class has the sign of one kind only. */
function drawKindsOfVideo(drawing: QueueDrawing, left: number, y: number): void {
  const { context, box, glyphs, model } = drawing;
  const { classes } = model.description;
  const classIndex = classes.findIndex(({ kind }) => kind === 'video');
  if (classIndex < 0 || !model.namesEnds || y + MEANING_HALF_HEIGHT_PX > box.bottom) return;
  const widthOf = (text: string) => textWidth(context, text, SMALL_DRAWING_FONT);
  const roomPx = box.left - BESIDE_BOX_PX - left - frameKindsWidth(context);
  const name = [FRAMES_NAME, ''].find((candidate) => widthOf(candidate) <= roomPx);
  if (name === undefined) return;
  drawText(drawing, name, left, y, SMALL_MUTED);
  drawFrameKinds(drawing, glyphs, classIndex, left + widthOf(name), y);
}

const hasStream = (share: number): boolean => share >= MIN_STREAM_SHARE;

/**
 * Draws a stream from a class to the queue, with a thickness in proportion to its share of the arrivals. A class of two
 * colours has a half of each, as its glyph. The stream of hollow packets, such as ACKs, is hollow.
 */
function drawStream(drawing: ThemedContext, glyph: ClassGlyph, end: number, y: number, share: number): void {
  const { colour, edge, secondColour } = glyph;
  const thickness = 1 + 6 * share;
  const [top, bottom] = [y - thickness / 2, y + thickness / 2];
  const tip = [end - 7, y - 4, end, y, end - 7, y + 4];
  if (colour === 'transparent') {
    drawStreak(drawing, glyph, { left: end - STREAM_PX, top, right: end - STREAM_TIP_PX, bottom });
    drawLine(drawing, [...tip, end - 7, y - 4], { colour: edge });
    return;
  }
  const firstColour = secondColour === undefined ? edge : colour;
  drawBox(drawing, end - STREAM_PX, top, STREAM_PX - STREAM_TIP_PX, thickness, { colour: firstColour });
  if (secondColour !== undefined) {
    const secondPx = STREAM_PX / 2 - STREAM_TIP_PX;
    drawBox(drawing, end - STREAM_PX / 2, top, secondPx, thickness, { colour: secondColour });
  }
  drawPolygon(drawing, tip, { colour: secondColour ?? firstColour });
}
