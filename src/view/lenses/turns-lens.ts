/**
 * The lens of policies with a queue for each flow, such as FQ-CoDel: the queues in the order of their turns, with new
 * queues before old ones. Each queue has its waiting bytes, and the bytes that it may still send in its turn. The
 * queues of CAKE are in tins: the tin whose turn it is comes first. Source: RFC 8290, section 4.
 */

import { BUFFER_STRIDE, BufferColumn, TurnList } from '../../engine/contract/policy-tables.ts';
import { FLOW_RATE_STRIDE, InServiceColumn } from '../../engine/frame/frame.ts';
import { formatAmount } from '../../shared/number-text.ts';
import { required } from '../../shared/required.ts';
import { numberAt, tableRows } from '../../shared/tables.ts';
import type { Surface } from '../draw/canvas.ts';
import { flowsOfClass } from '../draw/flows-of-class.ts';
import { drawPacket, fillPackets } from '../draw/packets.ts';
import { classGlyph, glyphAtQueue, SMALL_DRAWING_FONT } from '../draw/palette.ts';
import { drawBox, drawLine, drawText, middleOfPixel, type TextLook } from '../draw/pen.ts';
import { linearScale, roundUpAxisEnd } from '../draw/scale.ts';
import { drawFittingText, drawPolygon, fittingText, SMALL_MUTED, textWidth } from '../draw/shapes.ts';
import { CanvasLens } from './canvas-lens.ts';
import { drawLensGrid, NARROW_LENS_PX } from './lens-axes.ts';
import { type LensDrawing, switchesWidthPx } from './lens-drawing.ts';
import { type LensLaneData, type LensModel, lanesWithLens } from './lens-model.ts';
import { hostName, isInDebt, nextQueueIndex, type TurnQueue, turnLegends, turnTitles, whyNext } from './turn-words.ts';

/** Largest width of a queue of many and of few flows, and the gap between new and old queues, px. */
const MAX_QUEUE_WIDTH_PX = 34;
const MAX_WIDE_QUEUE_PX = 84;
const LIST_GAP_PX = 22;
/** Below this width, px, a queue has no number. */
const MIN_NUMBERED_WIDTH_PX = 15;
/** Heights of the rows with the flow numbers and the credits below the bars, px. */
const NUMBERS_HEIGHT_PX = 14;
/** Three small lines: one quantum of credit, the name of the row on its line of 0, and one quantum below it. */
const CREDIT_HEIGHT_PX = 36;
/** Height of one quantum of credit, px. */
const QUANTUM_HEIGHT_PX = CREDIT_HEIGHT_PX / 2 - 2;
const TITLE_HEIGHT_PX = 22;
/** Width of the axis: in a wide lens with room for the name of the credits beside their numbers, px. */
const AXIS_WIDTHS_PX = { narrow: 54, wide: 82 };
/** Distance of the two lines of this name from the line of 0, px. */
const NAME_LINES_PX = [-8, 4] as const;
/** Distance of a number of the axis from it, px. */
const AXIS_NUMBER_PX = 6;
/** Space between the bars and the credits: their numbers do not touch, px. */
const CREDIT_GAP_PX = 12;
/** Height of a line of small text, and of the legend with the names of groups below it, px. */
const LINE_HEIGHT_PX = 13;
const GROUP_NAMES_HEIGHT_PX = 25;
/** Space of the legend alone, px: the highest number of the axis does not touch it. */
const LEGEND_HEIGHT_PX = 16;
/** Middle of the legend, and the upper end of the line between two lists below it, px. */
const LEGEND_Y_PX = 23;
const LIST_LINE_TOP_PX = LEGEND_Y_PX + 7;
/** Middle and lower edge of the names of groups, and the space behind one, px. */
const GROUP_NAMES_Y_PX = LEGEND_Y_PX + LINE_HEIGHT_PX;
const GROUP_NAMES_BOTTOM_PX = GROUP_NAMES_Y_PX + 8;
const GROUP_NAME_GAP_PX = 4;
/** Distance of the middle of the triangle of a turn from its queue, and half of its width, px. */
const TURN_OVER_PX = 9;
const TURN_HALF_PX = 5;
/**
 * Thickness of the line of an empty queue, size of the glyph of its class before its number, and the gap between them,
 * px.
 */
const EMPTY_LINE_PX = 2;
const GLYPH_PX = 8;
const GLYPH_GAP_PX = 3;

interface Queue extends TurnQueue {
  readonly classIndex: number;
}

interface PlacedQueue extends Queue {
  /** px. */
  readonly left: number;
}

function queuesOfFrame({ frame: { buffers } }: LensLaneData): Queue[] {
  return tableRows(buffers, BUFFER_STRIDE).map((entry) => ({
    flow: entry(BufferColumn.flow),
    classIndex: entry(BufferColumn.classIndex),
    waitingBytes: entry(BufferColumn.waitingBytes),
    creditBytes: entry(BufferColumn.creditBytes),
    isNew: entry(BufferColumn.turn) === TurnList.new,
    group: entry(BufferColumn.group),
    host: entry(BufferColumn.host),
    grantBytes: entry(BufferColumn.grantBytes),
    groupTurn: entry(BufferColumn.groupTurn),
  }));
}

/** Draws the queues of flows in the order of their turns, in bytes. */
export class TurnsLens extends CanvasLens {
  /**
   * End of the axis of all lanes, bytes. It grows at once with the longest queue, and shrinks only after a large
   * decrease.
   */
  private static axisEndBytes = 0;

  protected drawContent(drawing: LensDrawing): void {
    const { width, height, model } = drawing;
    const queues = nameServedQueue(queuesOfFrame(model), model);
    // Queues of hosts explain their turns in words.
    const hasWords = queues.some(({ grantBytes }) => grantBytes > 0);
    const titles = hasWords ? whyNext(queues, model) : turnTitles(queues);
    drawFittingText(drawing, titles, 2, 9, widthBesideSwitches(drawing));
    const lanes = lanesWithLens(model);
    const queuesOfLanes = lanes.flatMap(queuesOfFrame);
    const quanta = lanes.flatMap(({ values }) =>
      values.quantumBytes === undefined ? [] : Number(values.quantumBytes),
    );
    const quantum = Math.max(1, ...quanta, ...queuesOfLanes.map(({ grantBytes }) => grantBytes));
    const turnIndex = hasWords ? nextQueueIndex(queues) : 0;
    const largestBytes = Math.max(...queuesOfLanes.map(({ waitingBytes }) => waitingBytes), 2 * quantum);
    if (largestBytes > TurnsLens.axisEndBytes || largestBytes < TurnsLens.axisEndBytes / 3)
      TurnsLens.axisEndBytes = roundUpAxisEnd(1.2 * largestBytes, 3);
    const floor = height - NUMBERS_HEIGHT_PX - CREDIT_HEIGHT_PX - CREDIT_GAP_PX;
    const hasGroups = lanes.some(({ description }) => description.hints.groups !== undefined);
    const axisWidth = axisWidthPx(drawing);
    const hasDebt = queuesOfLanes.some(isInDebt);
    const top = TITLE_HEIGHT_PX + (hasGroups ? GROUP_NAMES_HEIGHT_PX : LEGEND_HEIGHT_PX);
    const y = linearScale(0, TurnsLens.axisEndBytes, floor, top);
    const margin = {
      left: axisWidth,
      right: 0,
      top: TITLE_HEIGHT_PX,
      bottom: NUMBERS_HEIGHT_PX + CREDIT_HEIGHT_PX,
    };
    const formatY = (bytes: number) => (bytes === 0 ? '0 kB' : formatAmount(bytes / 1e3));
    const yTicks = y.ticks(2).filter((bytes) => bytes === 0 || floor - y(bytes) >= LINE_HEIGHT_PX);
    drawLensGrid(drawing, { margin, x: y, xTicks: [], y, yTicks, formatY });
    drawNames(drawing);
    drawCreditAxis(drawing, quantum, hasDebt);
    const queueEndCount = queues
      .slice(1)
      .filter((queue, index) => beginsNewList(queue, required(queues[index]))).length;
    const roomPx = width - axisWidth - 8;
    const flowCount = Math.max(1, model.frame.flows.length / FLOW_RATE_STRIDE);
    // The queues of few flows take the room. Flows do not come and go as queues do, so the width rarely changes.
    const usualWidth = Math.max(
      MAX_QUEUE_WIDTH_PX,
      Math.min(MAX_WIDE_QUEUE_PX, (roomPx - 2 * LIST_GAP_PX) / flowCount),
    );
    const queueWidth = Math.min(usualWidth, (roomPx - queueEndCount * LIST_GAP_PX) / Math.max(1, queues.length));
    let left = axisWidth + 4;
    const places: PlacedQueue[] = [];
    for (const [index, queue] of queues.entries()) {
      const previousQueue = queues[index - 1];
      if (previousQueue !== undefined && beginsNewList(queue, previousQueue)) {
        const lineX = middleOfPixel(left + LIST_GAP_PX / 2);
        const dash = queue.group === previousQueue.group ? [2, 3] : [];
        const lineTop = queue.group === previousQueue.group && hasGroups ? GROUP_NAMES_BOTTOM_PX : LIST_LINE_TOP_PX;
        const line = [lineX, lineTop, lineX, height - NUMBERS_HEIGHT_PX];
        drawLine(drawing, line, { ink: 'muted', dash });
        left += LIST_GAP_PX;
      }
      places.push({ ...queue, left });
      this.drawQueue(drawing, queue, left, queueWidth, y, quantum);
      left += queueWidth;
    }
    const turn = places[turnIndex];
    const turnY = turn && Math.min(y(turn.waitingBytes), y(0) - EMPTY_LINE_PX) - TURN_OVER_PX;
    const turnX = (turn?.left ?? 0) + queueWidth / 2;
    if (turnY !== undefined) drawTurn(drawing, turnX, turnY);
    nameGroups(drawing, places, turnY !== undefined && turnY < GROUP_NAMES_BOTTOM_PX ? turnX : undefined);
    nameEmptyQueues(drawing, places, queueWidth);
    this.drawEmptyClasses(drawing, queues, left + LIST_GAP_PX / 2, queueWidth, y(0));
    const legends = hasWords ? turnLegends(queues) : [...(hasDebt ? DEBT_LEGENDS : []), ...LEGENDS];
    // Over the bars, which never reach it.
    drawFittingText(drawing, legends, 2, LEGEND_Y_PX, widthBesideSwitches(drawing), SMALL_MUTED);
  }

  /**
   * Draws an empty queue for each class that has flows but no waiting packet. An empty queue in the list names no
   * class. It belongs to one of these, so this class would be drawn twice.
   */
  private drawEmptyClasses(
    drawing: LensDrawing,
    queues: readonly Queue[],
    left: number,
    queueWidth: number,
    floor: number,
  ): void {
    const { width, model } = drawing;
    const { frame, description } = model;
    if (queueWidth < MIN_NUMBERED_WIDTH_PX || queues.some(({ classIndex }) => classIndex < 0)) return;
    const barWidth = Math.round(queueWidth * 0.68);
    let x = left;
    for (let index = 0; index < description.classes.length && x + queueWidth <= width; index++) {
      if (queues.some(({ classIndex }) => classIndex === index) || flowsOfClass(frame, index).length === 0) continue;
      drawEmptyQueue(drawing, x + (queueWidth - barWidth) / 2, barWidth, floor);
      const texts = flowsTexts(drawing, flowsOfClass(frame, index), index, queueWidth);
      drawFlows(drawing, texts, x + queueWidth / 2, queueWidth, index);
      x += queueWidth;
    }
  }

  private drawQueue(
    drawing: LensDrawing,
    { flow, classIndex, waitingBytes, creditBytes, host }: Queue,
    left: number,
    queueWidth: number,
    y: (bytes: number) => number,
    quantum: number,
  ): void {
    const { context, theme, model } = drawing;
    const { description } = model;
    const barWidth = Math.max(1.5, queueWidth * 0.68);
    const isFilled = classIndex >= 0 && waitingBytes > 0;
    if (isFilled) {
      context.beginPath();
      context.rect(left + (queueWidth - barWidth) / 2, y(waitingBytes), barWidth, y(0) - y(waitingBytes));
      fillPackets(context, classGlyph(description.classes, classIndex, theme.isDark));
    } else drawEmptyQueue(drawing, left + (queueWidth - barWidth) / 2, barWidth, y(0));
    // Up: bytes that it may still send. Down: bytes that it has sent beyond its quantum.
    const middle = creditMiddle(drawing);
    const creditHeight = (Math.max(-quantum, Math.min(quantum, creditBytes)) / quantum) * QUANTUM_HEIGHT_PX;
    const barLeft = left + (queueWidth - barWidth) / 2;
    drawBox(drawing, barLeft, middle - Math.max(0, creditHeight), barWidth, Math.max(1, Math.abs(creditHeight)));
    // No packet of an empty queue names its flow.
    if (queueWidth < MIN_NUMBERED_WIDTH_PX || flow < 0) return;
    const hostTexts = host === 0 ? [] : [`${flow}: ${hostName(host, model)}`];
    const texts = [...hostTexts, ...flowsTexts(drawing, [flow], classIndex, queueWidth)];
    drawFlows(drawing, texts, left + queueWidth / 2, queueWidth, isFilled ? undefined : classIndex);
  }
}

/** Draws a line at 0 for a queue without waiting bytes. */
function drawEmptyQueue(drawing: LensDrawing, left: number, barWidth: number, floor: number): void {
  const top = Math.round(floor) - EMPTY_LINE_PX;
  drawBox(drawing, Math.round(left), top, Math.round(barWidth), EMPTY_LINE_PX, { ink: 'muted' });
}

/**
 * Writes the first text that fits below a queue.
 * @param emptyClass class of an empty queue: its glyph stands before the text if there is room, because no bar has its
 * colour
 */
function drawFlows(
  drawing: LensDrawing,
  texts: readonly string[],
  x: number,
  queueWidth: number,
  emptyClass?: number,
): void {
  const { context, height, theme, model } = drawing;
  const text = fittingText(context, texts, queueWidth, SMALL_MUTED);
  if (text === undefined) return;
  const middle = height - NUMBERS_HEIGHT_PX / 2;
  const glyphSpace = GLYPH_PX + GLYPH_GAP_PX;
  const textPx = textWidth(context, text, SMALL_DRAWING_FONT);
  const hasGlyph = emptyClass !== undefined && textPx + glyphSpace <= queueWidth;
  const textX = x + (hasGlyph ? glyphSpace / 2 : 0);
  drawText(drawing, text, textX, middle, { ink: 'muted', isSmall: true, align: 'center' });
  if (!hasGlyph) return;
  const glyph = glyphAtQueue(model.description.classes, emptyClass, theme.isDark);
  drawPacket(drawing, glyph, x - (textPx + glyphSpace) / 2, middle - GLYPH_PX / 2, GLYPH_PX);
}

/** The numbers of flows, with the name of their class if there is room for the names of all classes. */
function flowsTexts(
  { context, model: { frame, description } }: LensDrawing,
  flows: readonly number[],
  classIndex: number,
  queueWidth: number,
): readonly string[] {
  const numbers = formatFlows(flows);
  const name = description.classes[classIndex]?.label;
  if (name === undefined || queueWidth <= MAX_QUEUE_WIDTH_PX) return [numbers];
  const namesOfAll = description.classes.map(
    ({ label }, index) => `${formatFlows(flowsOfClass(frame, index))}: ${label}`,
  );
  const areAllNamed = namesOfAll.every((text) => textWidth(context, text, SMALL_DRAWING_FONT) <= queueWidth);
  return [areAllNamed ? `${numbers}: ${name}` : numbers];
}

/** Writes below each row of empty queues why they have no number: no packet names their flow. */
function nameEmptyQueues(drawing: LensDrawing, queues: readonly PlacedQueue[], queueWidth: number): void {
  let first = 0;
  for (const [index, { flow, left }] of queues.entries()) {
    const next = queues[index + 1];
    if (flow >= 0) first = index + 1;
    else if (next === undefined || next.flow >= 0 || next.left > left + queueWidth + 1) {
      const from = required(queues[first]).left;
      const widthPx = left + queueWidth - from;
      drawFlows(drawing, ['empty', '–'], from + widthPx / 2, widthPx);
      first = index + 1;
    }
  }
}

/** "0", or "1–2": the flows of a class have numbers in a row. */
function formatFlows(flows: readonly number[]): string {
  return flows.length < 2 ? flows.join('') : `${flows[0]}–${flows.at(-1)}`;
}

/**
 * Names the first queue if it is empty while the link sends a packet. A queue keeps its place until its next turn, so
 * this packet came from it. An empty queue has no packet that names its flow.
 */
function nameServedQueue(queues: readonly Queue[], { frame: { inService } }: LensModel): readonly Queue[] {
  const [first, ...others] = queues;
  if (first === undefined || first.flow >= 0 || first.group !== 0 || inService.length === 0) return queues;
  const flow = numberAt(inService, InServiceColumn.flow);
  const classIndex = numberAt(inService, InServiceColumn.classIndex);
  return [{ ...first, flow, classIndex }, ...others];
}

/** Whether another list or group begins with this queue. */
function beginsNewList(queue: Queue, previousQueue: Queue): boolean {
  return queue.isNew !== previousQueue.isNew || queue.group !== previousQueue.group;
}

/** Vertical place of a credit of 0, px. */
const creditMiddle = ({ height }: Surface) => Math.round(height - NUMBERS_HEIGHT_PX - CREDIT_HEIGHT_PX / 2) - 1;

const isNarrowLens = ({ width }: Surface) => width < NARROW_LENS_PX;

const axisWidthPx = (surface: Surface) => (isNarrowLens(surface) ? AXIS_WIDTHS_PX.narrow : AXIS_WIDTHS_PX.wide);

/** Draws the names of the two rows below the bars, in the colour of the grid's labels. */
function drawNames(drawing: LensDrawing): void {
  const numbersEnd = axisWidthPx(drawing) - AXIS_NUMBER_PX;
  const middle = creditMiddle(drawing) + 0.5;
  const flowY = drawing.height - NUMBERS_HEIGHT_PX / 2;
  if (isNarrowLens(drawing)) {
    drawText(drawing, 'credit 0', numbersEnd, middle, NUMBER_LOOK);
    drawText(drawing, 'flow', numbersEnd, flowY, NUMBER_LOOK);
    return;
  }
  drawText(drawing, '0', numbersEnd, middle, NUMBER_LOOK);
  drawText(drawing, 'flow', 2, flowY, SMALL_MUTED);
  for (const [index, text] of ['credit', '(bytes)'].entries())
    drawText(drawing, text, 2, middle + required(NAME_LINES_PX[index]), SMALL_MUTED);
}

const NUMBER_LOOK: TextLook = { ink: 'muted', isSmall: true, align: 'right' };

/**
 * Draws the lines of a credit of 0 and of one quantum over it, and below it if a queue of any lane has sent more than
 * its credit. So the axes of all lanes are equal.
 */
function drawCreditAxis(drawing: LensDrawing, quantum: number, hasDebt: boolean): void {
  const axisWidth = axisWidthPx(drawing);
  const middle = creditMiddle(drawing);
  const [upperY, lowerY] = [middle - QUANTUM_HEIGHT_PX, middle + QUANTUM_HEIGHT_PX];
  const drawLevelAt = (y: number, ink: 'muted' | 'grid') =>
    drawBox(drawing, axisWidth, y, drawing.width - axisWidth, 1, { ink });
  drawLevelAt(middle, 'muted');
  drawLevelAt(upperY, 'grid');
  const numbersEnd = axisWidth - AXIS_NUMBER_PX;
  drawText(drawing, formatAmount(quantum), numbersEnd, upperY + 0.5, NUMBER_LOOK);
  if (!hasDebt) return;
  drawLevelAt(lowerY, 'grid');
  drawText(drawing, `−${formatAmount(quantum)}`, numbersEnd, lowerY + 0.5, NUMBER_LOOK);
}

/**
 * Names each group over its first queue: as far as the next group, and beside the triangle of the turn.
 * @param turnX place of the triangle, if it reaches up to the names, px
 */
function nameGroups(drawing: LensDrawing, places: readonly PlacedQueue[], turnX = Number.NaN): void {
  const firstPlaces = places.filter(({ group }, index) => group !== (places[index - 1]?.group ?? 0));
  for (const [index, { group, left }] of firstPlaces.entries()) {
    const name = drawing.model.description.hints.groups?.[group - 1] ?? '';
    const end = (firstPlaces[index + 1]?.left ?? drawing.width) - GROUP_NAME_GAP_PX;
    const wordings = [`tin: ${name}`, name];
    const widthOf = (words: string) => textWidth(drawing.context, words, SMALL_DRAWING_FONT);
    const places = [left, turnX + TURN_HALF_PX + GROUP_NAME_GAP_PX].flatMap((x) =>
      wordings.map((words) => ({ x, words })),
    );
    const isFree = (x: number, words: string) =>
      x + widthOf(words) <= end && !(turnX > x - TURN_HALF_PX && turnX < x + widthOf(words) + TURN_HALF_PX);
    const freePlace = places.find(({ x, words }) => x >= left && isFree(x, words));
    if (freePlace !== undefined) drawText(drawing, freePlace.words, freePlace.x, GROUP_NAMES_Y_PX, SMALL_MUTED);
  }
}

/** The meaning of the signs, the longest words first. */
const LEGENDS = [
  '▼ its turn · credit: bytes it may still send',
  '▼ turn · credit: bytes it may still send',
  '▼ turn · credit: bytes to send',
] as const;
/** The legends with the meaning of a credit below 0. */
const DEBT_LEGENDS = [
  '▼ its turn · credit: bytes it may still send · below 0: waits a turn',
  '▼ turn · credit: bytes it may send · below 0: waits a turn',
  '▼ turn · credit below 0: waits a turn',
] as const;

/** Room for a text beside the switches of the lens. */
const widthBesideSwitches = (drawing: LensDrawing) => drawing.width - Math.max(4, switchesWidthPx(drawing));

/** Draws a triangle above the queue whose turn it is. */
const drawTurn = (drawing: LensDrawing, x: number, y: number) =>
  drawPolygon(drawing, [x, y + 6, x - 5, y - 2, x + 5, y - 2]);
