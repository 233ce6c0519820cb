/** The time that a packet waits if it arrives now, in a queue that sends its packets in the order of their arrival. */
import { InServiceColumn } from '../../engine/frame/frame.ts';
import { numberAt } from '../../shared/tables.ts';
import { formatNumber } from '../draw/number-text.ts';
import { drawTextOnGround } from '../draw/text-on-ground.ts';
import type { QueueDrawing } from './queue-drawing.ts';

/** Distance of the line from the queue, above it or below its words, and half the height of its ends, px. */
const LINE_OVER_PX = 9;
const LINE_UNDER_PX = 28;
const LINE_END_PX = 4;
/** Distance of the words from the ends of the line, px. */
const TEXT_GAP_PX = 8;

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

/**
 * Draws a line as long as the queue, with the waiting time: over the queue, or below it where thresholds have their knobs
 * over it. A policy that measures a delay has this delay there instead.
 * @param tail place of the end of the queue, px
 * @param isUnderFree whether no packet is shown below the queue
 */
export function drawNewPacketWait(drawing: QueueDrawing, tail: number, isUnderFree: boolean): void {
  const { context, theme, box, height, model, order } = drawing;
  const { thresholds, signals } = model.description.hints;
  if (order !== undefined || model.frame.waitingPackets === 0 || signals.some(({ axis }) => axis === 'delay')) return;
  const isOver = thresholds.length === 1;
  const y = isOver ? box.top - LINE_OVER_PX : box.bottom + LINE_UNDER_PX;
  if (!isOver && (!isUnderFree || y + LINE_OVER_PX > height)) return;
  const from = Math.max(box.left, tail);
  const placedTexts = waitTexts(model).map((text) => {
    const textWidth = context.measureText(text).width;
    const isInside = box.right - from >= textWidth + 3 * TEXT_GAP_PX;
    return { text, left: isInside ? (from + box.right - textWidth) / 2 : from - TEXT_GAP_PX - textWidth };
  });
  const placedText = placedTexts.find(({ left }) => left > box.left + 2);
  if (placedText === undefined) return;
  context.strokeStyle = theme.text;
  context.lineWidth = 1.5;
  context.beginPath();
  for (const x of [from, box.right]) {
    context.moveTo(x, y - LINE_END_PX);
    context.lineTo(x, y + LINE_END_PX);
  }
  context.moveTo(from, y);
  context.lineTo(box.right, y);
  context.stroke();
  context.fillStyle = theme.text;
  context.textAlign = 'left';
  drawTextOnGround(drawing, placedText.text, placedText.left, y);
}

/** The words of the wait, and shorter ones. */
function waitTexts({ frame, description }: QueueDrawing['model']): readonly string[] {
  // The rate of the link can change before the packet leaves.
  const wait = `${formatNumber(waitOfNewPacketMs(frame))} ms${description.varies ? ' at this rate' : ''}`;
  return [`a new packet waits ${wait}`, `a new packet: ${wait}`, `waits ${wait}`];
}
