/**
 * The lens of policies with a queue for each flow, such as FQ-CoDel: the queues in the order of their turns, with new
 * queues before old ones. Each queue has its waiting bytes, and the bytes that it may still send in its turn. The
 * queues of CAKE are in tins: the tin whose turn it is comes first. Source: RFC 8290, section 4.
 */

import { BUFFER_STRIDE, BufferColumn, TurnList } from '../../engine/contract/policy-tables.ts';
import { numberAt, required } from '../../shared/lists.ts';
import type { Brush } from '../draw/brush.ts';
import { drawGroundedText, type Surface } from '../draw/canvas.ts';
import { drawFittingText } from '../draw/labels.ts';
import { formatAmount } from '../draw/number-text.ts';
import { fillPackets } from '../draw/packets.ts';
import { classGlyph, FONT, SMALL_FONT } from '../draw/palette.ts';
import { linearScale, roundUp } from '../draw/scale.ts';
import { drawGrid, drawLine } from './lens-axes.ts';
import type { LensDrawing } from './lens-drawing.ts';
import type { LensModel } from './lens-model.ts';
import { PaintedLens } from './painted-lens.ts';

/** Largest width of a queue, and the gap between new and old queues, px. */
const MAX_QUEUE_WIDTH_PX = 34;
const LIST_GAP_PX = 22;
/** Below this width, px, a queue has no number. */
const MIN_NUMBERED_WIDTH_PX = 15;
/** Heights of the rows with the flow numbers and the credits below the bars, px. */
const NUMBERS_HEIGHT_PX = 14;
const CREDIT_HEIGHT_PX = 26;
const TITLE_HEIGHT_PX = 22;
const AXIS_WIDTH_PX = 46;
/** Room beside the queues for the meaning of each row, px. */
const MEANING_WIDTH_PX = 320;

interface Queue {
  readonly flow: number;
  readonly classIndex: number;
  readonly waitingBytes: number;
  readonly creditBytes: number;
  readonly isNew: boolean;
  /** 1 and the index of the name of its group; 0 without groups. */
  readonly group: number;
}

function queuesOf({ frame }: LensModel): Queue[] {
  const { buffers } = frame;
  return Array.from({ length: buffers.length / BUFFER_STRIDE }, (_, row) => {
    const cell = (column: number) => numberAt(buffers, row * BUFFER_STRIDE + column);
    return {
      flow: cell(BufferColumn.flow),
      classIndex: cell(BufferColumn.classIndex),
      waitingBytes: cell(BufferColumn.waitingBytes),
      creditBytes: cell(BufferColumn.creditBytes),
      isNew: cell(BufferColumn.turn) === TurnList.fresh,
      group: cell(BufferColumn.group),
    };
  });
}

export class TurnsLens extends PaintedLens {
  /** End of the axis, bytes. It grows at once with the longest queue, and shrinks only after a large decrease. */
  private reachBytes = 0;

  protected paint(drawing: LensDrawing): void {
    const { context, width, height, ink, model } = drawing;
    const queues = queuesOf(model);
    const news = queues.filter(({ isNew }) => isNew).length;
    context.fillStyle = ink.text;
    context.textAlign = 'left';
    drawFittingText(context, formatTitle(news, queues.length - news), 2, 9, width - 4);
    if (queues.length === 0) return;
    const quantum = Number(model.values.quantumBytes);
    const largest = Math.max(...queues.map(({ waitingBytes }) => waitingBytes), 2 * quantum);
    if (largest > this.reachBytes || largest < this.reachBytes / 3) this.reachBytes = roundUp(1.2 * largest, 3);
    const floor = height - NUMBERS_HEIGHT_PX - CREDIT_HEIGHT_PX - 6;
    const y = linearScale(0, this.reachBytes, floor, TITLE_HEIGHT_PX + 8);
    const margin = {
      left: AXIS_WIDTH_PX,
      right: 0,
      top: TITLE_HEIGHT_PX,
      bottom: NUMBERS_HEIGHT_PX + CREDIT_HEIGHT_PX,
    };
    const formatY = (bytes: number) => (bytes === 0 ? '0 kB' : formatAmount(bytes / 1e3));
    drawGrid(drawing, { margin, x: y, xTicks: [], y, yTicks: y.ticks(2), formatY });
    drawNames(drawing);
    const ends = queues.slice(1).filter((queue, index) => endsBefore(queue, required(queues[index]))).length;
    const step = Math.min(MAX_QUEUE_WIDTH_PX, (width - AXIS_WIDTH_PX - 8 - ends * LIST_GAP_PX) / queues.length);
    let left = AXIS_WIDTH_PX + 4;
    for (const [index, queue] of queues.entries()) {
      const before = queues[index - 1];
      if (before !== undefined && endsBefore(queue, before)) {
        const lineX = Math.round(left + LIST_GAP_PX / 2) + 0.5;
        const dash = queue.group === before.group ? [2, 3] : [];
        drawLine(context, { colour: ink.muted, width: 1, dash }, 2, (step) => [
          lineX,
          step === 0 ? TITLE_HEIGHT_PX : height - NUMBERS_HEIGHT_PX,
        ]);
        left += LIST_GAP_PX;
      }
      this.drawQueue(drawing, queue, left, step, y, quantum);
      if (index === 0) drawTurn(drawing, left + step / 2, y(queue.waitingBytes) - 9);
      if (queue.group !== (before?.group ?? 0)) {
        context.font = SMALL_FONT;
        context.fillStyle = ink.muted;
        context.textAlign = 'left';
        const inGroup = queues.filter(({ group }) => group === queue.group).length;
        const groupWidth = Math.max(step * inGroup, LIST_GAP_PX + step);
        drawFittingText(
          context,
          model.description.hints.groups?.[queue.group - 1] ?? '',
          left,
          TITLE_HEIGHT_PX + 3,
          groupWidth,
        );
        context.font = FONT;
      }
      left += step;
    }
    if (width - left > MEANING_WIDTH_PX) drawMeaning(drawing, left + 16, y(0));
  }

  private drawQueue(
    { context, height, ink, model: { description } }: LensDrawing,
    { flow, classIndex, waitingBytes, creditBytes }: Queue,
    left: number,
    step: number,
    y: (bytes: number) => number,
    quantum: number,
  ): void {
    const barWidth = Math.max(1.5, step * 0.68);
    if (classIndex >= 0 && waitingBytes > 0) {
      context.beginPath();
      context.rect(left + (step - barWidth) / 2, y(waitingBytes), barWidth, y(0) - y(waitingBytes));
      fillPackets(context, classGlyph(description.classes, classIndex, ink.dark));
    }
    // Up: bytes that it may still send. Down: bytes that it has sent beyond its quantum.
    const middle = height - NUMBERS_HEIGHT_PX - CREDIT_HEIGHT_PX / 2 - 1;
    const creditHeight = (Math.max(-quantum, Math.min(quantum, creditBytes)) / quantum) * (CREDIT_HEIGHT_PX / 2 - 2);
    context.fillStyle = ink.text;
    context.fillRect(
      left + (step - barWidth) / 2,
      middle - Math.max(0, creditHeight),
      barWidth,
      Math.max(1, Math.abs(creditHeight)),
    );
    if (step < MIN_NUMBERED_WIDTH_PX) return;
    context.font = SMALL_FONT;
    context.fillStyle = ink.muted;
    context.textAlign = 'center';
    // An empty queue has no packet that names its flow.
    context.fillText(flow < 0 ? '–' : String(flow), left + step / 2, height - NUMBERS_HEIGHT_PX / 2);
    context.font = FONT;
  }
}

/** Whether another list or group begins with this queue. */
function endsBefore(queue: Queue, before: Queue): boolean {
  return queue.isNew !== before.isNew || queue.group !== before.group;
}

function formatTitle(news: number, olds: number): string {
  if (news + olds === 0) return 'No queue is waiting for its turn';
  return `Queues in the order of their turns: ${news} new, ${olds} old`;
}

/** Draws the names of the two rows below the bars, in the colour of the grid's labels. */
function drawNames({ context, height }: Surface): void {
  context.textAlign = 'right';
  context.font = SMALL_FONT;
  context.fillText('credit', AXIS_WIDTH_PX - 6, height - NUMBERS_HEIGHT_PX - CREDIT_HEIGHT_PX / 2);
  context.fillText('flow', AXIS_WIDTH_PX - 6, height - NUMBERS_HEIGHT_PX / 2);
  context.font = FONT;
}

/** Says beside few queues, row by row, what their bars mean. */
function drawMeaning(drawing: LensDrawing, left: number, floor: number): void {
  const { context, height, ink } = drawing;
  context.textAlign = 'left';
  context.font = SMALL_FONT;
  context.fillStyle = ink.muted;
  const credit = height - NUMBERS_HEIGHT_PX - CREDIT_HEIGHT_PX / 2;
  drawGroundedText(drawing, 'bytes that wait; the triangle marks the queue whose turn it is', left, floor - 14);
  drawGroundedText(drawing, 'bytes that the queue may still send in its turn', left, credit);
  drawGroundedText(drawing, 'number of the flow; – : the queue is empty', left, height - NUMBERS_HEIGHT_PX / 2);
  context.font = FONT;
}

/** Draws a triangle above the queue whose turn it is. */
function drawTurn({ context, ink }: Brush, x: number, y: number): void {
  context.fillStyle = ink.text;
  context.beginPath();
  context.moveTo(x, y + 6);
  context.lineTo(x - 5, y - 2);
  context.lineTo(x + 5, y - 2);
  context.fill();
}
