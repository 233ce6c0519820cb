/**
 * The lens of policies with a queue for each flow, such as FQ-CoDel: the queues in the order of their turns, with new
 * queues before old ones. Each queue has its waiting bytes, and the bytes that it may still send in its turn. The
 * queues of CAKE are in tins: the tin whose turn it is comes first. Source: RFC 8290, section 4.
 */

import { BUFFER_STRIDE, BufferColumn, TurnList } from '../../engine/contract/policy-tables.ts';
import { FLOW_RATE_STRIDE, InServiceColumn } from '../../engine/frame/frame.ts';
import { required } from '../../shared/required.ts';
import { numberAt } from '../../shared/tables.ts';
import type { Surface } from '../draw/canvas.ts';
import type { DrawingContext } from '../draw/drawing-context.ts';
import { flowsOfClass } from '../draw/flows-of-class.ts';
import { drawFittingText, textWidth } from '../draw/labels.ts';
import { formatAmount } from '../draw/number-text.ts';
import { drawPacket, fillPackets } from '../draw/packets.ts';
import { classGlyph, DRAWING_FONT, SMALL_DRAWING_FONT } from '../draw/palette.ts';
import { linearScale, roundUpAxisEnd } from '../draw/scale.ts';
import type { ThemedContext } from '../draw/themed-context.ts';
import { CanvasLens } from './canvas-lens.ts';
import { drawLensGrid, drawSampledLine, NARROW_LENS_PX } from './lens-axes.ts';
import { type LensDrawing, switchesWidthPx } from './lens-drawing.ts';
import { type LensLaneData, type LensModel, lanesWithLens } from './lens-model.ts';
import { hostName, isInDebt, nextQueueIndex, type TurnQueue, turnLegends, whyNext } from './turn-words.ts';

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
/** Thickness of the line of an empty queue, size of the glyph of its class before its number, and the gap between them, px. */
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
  return Array.from({ length: buffers.length / BUFFER_STRIDE }, (_, row) => {
    const entry = (column: number) => numberAt(buffers, row * BUFFER_STRIDE + column);
    return {
      flow: entry(BufferColumn.flow),
      classIndex: entry(BufferColumn.classIndex),
      waitingBytes: entry(BufferColumn.waitingBytes),
      creditBytes: entry(BufferColumn.creditBytes),
      isNew: entry(BufferColumn.turn) === TurnList.new,
      group: entry(BufferColumn.group),
      host: entry(BufferColumn.host),
      grantBytes: entry(BufferColumn.grantBytes),
      groupTurn: entry(BufferColumn.groupTurn),
    };
  });
}

export class TurnsLens extends CanvasLens {
  /**
   * End of the axis of all lanes, bytes. It grows at once with the longest queue, and shrinks only after a large
   * decrease.
   */
  private static axisEndBytes = 0;

  protected drawContent(drawing: LensDrawing): void {
    const { context, width, height, theme, model } = drawing;
    const queues = nameServedQueue(queuesOfFrame(model), model);
    // Queues of hosts explain their turns in words.
    const hasWords = queues.some(({ grantBytes }) => grantBytes > 0);
    context.fillStyle = theme.text;
    context.textAlign = 'left';
    if (hasWords) drawLongestFitting(context, whyNext(queues, model), 9, widthBesideSwitches(drawing));
    else drawFittingText(context, formatTitle(queues), 2, 9, widthBesideSwitches(drawing));
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
        const lineX = Math.round(left + LIST_GAP_PX / 2) + 0.5;
        const dash = queue.group === previousQueue.group ? [2, 3] : [];
        drawSampledLine(context, { colour: theme.muted, width: 1, dash }, 2, (step) => [
          lineX,
          step === 0 ? LIST_LINE_TOP_PX : height - NUMBERS_HEIGHT_PX,
        ]);
        left += LIST_GAP_PX;
      }
      places.push({ ...queue, left });
      this.drawQueue(drawing, queue, left, queueWidth, y, quantum);
      if (index === turnIndex)
        drawTurn(drawing, left + queueWidth / 2, Math.min(y(queue.waitingBytes), y(0) - EMPTY_LINE_PX) - 9);
      if (queue.group !== (previousQueue?.group ?? 0)) {
        context.font = SMALL_DRAWING_FONT;
        context.fillStyle = theme.muted;
        context.textAlign = 'left';
        const groupQueueCount = queues.filter(({ group }) => group === queue.group).length;
        const groupWidth = Math.max(queueWidth * groupQueueCount, LIST_GAP_PX + queueWidth);
        const name = model.description.hints.groups?.[queue.group - 1] ?? '';
        const tinName = `tin: ${name}`;
        const text = textWidth(context, tinName) <= groupWidth ? tinName : name;
        drawFittingText(context, text, left, LEGEND_Y_PX + LINE_HEIGHT_PX, groupWidth);
        context.font = DRAWING_FONT;
      }
      left += queueWidth;
    }
    nameEmptyQueues(drawing, places, queueWidth);
    this.drawEmptyClasses(drawing, queues, left + LIST_GAP_PX / 2, queueWidth, y(0));
    drawLegend(drawing, hasWords ? turnLegends(queues) : [...(hasDebt ? DEBT_LEGENDS : []), ...LEGENDS]);
  }

  /** Draws an empty queue for each class that has flows but no waiting packet. */
  private drawEmptyClasses(
    drawing: LensDrawing,
    queues: readonly Queue[],
    left: number,
    queueWidth: number,
    floor: number,
  ): void {
    const { width, model } = drawing;
    const { frame, description } = model;
    if (queueWidth < MIN_NUMBERED_WIDTH_PX) return;
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
    context.fillStyle = theme.text;
    context.fillRect(
      left + (queueWidth - barWidth) / 2,
      middle - Math.max(0, creditHeight),
      barWidth,
      Math.max(1, Math.abs(creditHeight)),
    );
    // No packet of an empty queue names its flow.
    if (queueWidth < MIN_NUMBERED_WIDTH_PX || flow < 0) return;
    const hostTexts = host === 0 ? [] : [`${flow}: ${hostName(host, model)}`];
    const texts = [...hostTexts, ...flowsTexts(drawing, [flow], classIndex, queueWidth)];
    drawFlows(drawing, texts, left + queueWidth / 2, queueWidth, isFilled ? undefined : classIndex);
  }
}

/** Draws a line at 0 for a queue without waiting bytes. */
function drawEmptyQueue({ context, theme }: LensDrawing, left: number, barWidth: number, floor: number): void {
  context.fillStyle = theme.muted;
  context.fillRect(Math.round(left), Math.round(floor) - EMPTY_LINE_PX, Math.round(barWidth), EMPTY_LINE_PX);
}

/**
 * Writes the first text that fits below a queue.
 * @param emptyClass class of an empty queue: its glyph stands before the text if there is room, because no bar has its colour
 */
function drawFlows(
  { context, height, theme, model: { description } }: LensDrawing,
  texts: readonly string[],
  x: number,
  queueWidth: number,
  emptyClass?: number,
): void {
  context.font = SMALL_DRAWING_FONT;
  context.fillStyle = theme.muted;
  context.textAlign = 'center';
  const text = texts.find((candidate) => textWidth(context, candidate) <= queueWidth);
  if (text !== undefined) {
    const middle = height - NUMBERS_HEIGHT_PX / 2;
    const glyphSpace = GLYPH_PX + GLYPH_GAP_PX;
    const textPx = textWidth(context, text);
    const hasGlyph = emptyClass !== undefined && textPx + glyphSpace <= queueWidth;
    context.fillText(text, x + (hasGlyph ? glyphSpace / 2 : 0), middle);
    if (hasGlyph) {
      const glyph = classGlyph(description.classes, emptyClass, theme.isDark);
      drawPacket(context, glyph, x - (textPx + glyphSpace) / 2, middle - GLYPH_PX / 2, GLYPH_PX);
    }
  }
  context.font = DRAWING_FONT;
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
  context.font = SMALL_DRAWING_FONT;
  const areAllNamed = description.classes.every(
    ({ label }, index) => textWidth(context, `${formatFlows(flowsOfClass(frame, index))}: ${label}`) <= queueWidth,
  );
  context.font = DRAWING_FONT;
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
 * Names the first queue if it is empty while the link sends a packet. A queue keeps its place until its next turn, so this
 * packet came from it. An empty queue has no packet that names its flow.
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

function formatTitle(queues: readonly Queue[]): string {
  const newCount = queues.filter(({ isNew }) => isNew).length;
  const oldCount = queues.length - newCount;
  if (queues.length === 0) return 'No queue is waiting for its turn';
  return `Queues in the order of their turns: ${newCount} new, ${oldCount} old`;
}

/** Vertical place of a credit of 0, px. */
const creditMiddle = ({ height }: Surface) => Math.round(height - NUMBERS_HEIGHT_PX - CREDIT_HEIGHT_PX / 2) - 1;

const isNarrowLens = ({ width }: Surface) => width < NARROW_LENS_PX;

const axisWidthPx = (surface: Surface) => (isNarrowLens(surface) ? AXIS_WIDTHS_PX.narrow : AXIS_WIDTHS_PX.wide);

/** Draws the names of the two rows below the bars, in the colour of the grid's labels. */
function drawNames(surface: Surface): void {
  const { context, height } = surface;
  const numbersEnd = axisWidthPx(surface) - AXIS_NUMBER_PX;
  const middle = creditMiddle(surface) + 0.5;
  context.font = SMALL_DRAWING_FONT;
  context.textAlign = 'right';
  const flowY = height - NUMBERS_HEIGHT_PX / 2;
  if (isNarrowLens(surface)) {
    context.fillText('credit 0', numbersEnd, middle);
    context.fillText('flow', numbersEnd, flowY);
  } else {
    context.fillText('0', numbersEnd, middle);
    context.textAlign = 'left';
    context.fillText('flow', 2, flowY);
    for (const [index, text] of ['credit', '(bytes)'].entries())
      context.fillText(text, 2, middle + required(NAME_LINES_PX[index]));
  }
  context.font = DRAWING_FONT;
}

/**
 * Draws the lines of a credit of 0 and of one quantum over it, and below it if a queue of any lane has sent more than its
 * credit. So the axes of all lanes are equal.
 */
function drawCreditAxis(drawing: LensDrawing, quantum: number, hasDebt: boolean): void {
  const { context, width, theme } = drawing;
  const axisWidth = axisWidthPx(drawing);
  const drawLine = (y: number, colour: string) => {
    context.fillStyle = colour;
    context.fillRect(axisWidth, y, width - axisWidth, 1);
  };
  const middle = creditMiddle(drawing);
  const [upperY, lowerY] = [middle - QUANTUM_HEIGHT_PX, middle + QUANTUM_HEIGHT_PX];
  drawLine(middle, theme.muted);
  drawLine(upperY, theme.grid);
  if (hasDebt) drawLine(lowerY, theme.grid);
  context.font = SMALL_DRAWING_FONT;
  context.textAlign = 'right';
  context.fillStyle = theme.muted;
  const numbersEnd = axisWidth - AXIS_NUMBER_PX;
  context.fillText(formatAmount(quantum), numbersEnd, upperY + 0.5);
  if (hasDebt) context.fillText(`−${formatAmount(quantum)}`, numbersEnd, lowerY + 0.5);
  context.font = DRAWING_FONT;
}

/** The meaning of the signs, the longest words first. */
const LEGENDS = [
  '▼ its turn · credit: bytes it may still send',
  '▼ turn · credit: bytes it may still send',
  '▼ turn · credit: bytes to send',
] as const;
/** The same with the meaning of a credit below 0. */
const DEBT_LEGENDS = [
  '▼ its turn · credit: bytes it may still send · below 0: waits a turn',
  '▼ turn · credit: bytes it may send · below 0: waits a turn',
  '▼ turn · credit below 0: waits a turn',
] as const;

/** Room for a text beside the switches of the lens. */
const widthBesideSwitches = (drawing: LensDrawing) => drawing.width - Math.max(4, switchesWidthPx(drawing));

/** Writes the meaning of the signs over the bars, which never reach it. */
function drawLegend(drawing: LensDrawing, legends: readonly string[]): void {
  const { context, theme } = drawing;
  context.textAlign = 'left';
  context.font = SMALL_DRAWING_FONT;
  context.fillStyle = theme.muted;
  drawLongestFitting(context, legends, LEGEND_Y_PX, widthBesideSwitches(drawing));
  context.font = DRAWING_FONT;
}

/** Writes the first of the texts that fits, or the part of the last one that does. */
function drawLongestFitting(context: DrawingContext, texts: readonly string[], y: number, maxWidth: number): void {
  const text = texts.find((candidate) => textWidth(context, candidate) <= maxWidth) ?? required(texts.at(-1));
  drawFittingText(context, text, 2, y, maxWidth);
}

/** Draws a triangle above the queue whose turn it is. */
function drawTurn({ context, theme }: ThemedContext, x: number, y: number): void {
  context.fillStyle = theme.text;
  context.beginPath();
  context.moveTo(x, y + 6);
  context.lineTo(x - 5, y - 2);
  context.lineTo(x + 5, y - 2);
  context.fill();
}
