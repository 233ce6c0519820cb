/** The time that a packet waits if it arrives now, in a queue that sends its packets in the order of their arrival. */
import { InServiceColumn } from '../../engine/frame/frame.ts';
import { numberAt } from '../../shared/tables.ts';
import { formatNumber } from '../draw/number-text.ts';
import { drawTextOnGround } from '../draw/text-on-ground.ts';
import type { QueueDrawing } from './queue-drawing.ts';

/** Distance of the line from the queue, and half the height of its ends, px. */
const LINE_OVER_PX = 9;
const LINE_END_PX = 4;
/** Least length of the line, px. */
const MIN_LINE_PX = 40;

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
 * Draws a line over the queue, as long as the queue, with the waiting time.
 * @param tail place of the end of the queue, px
 */
export function drawNewPacketWait(drawing: QueueDrawing, tail: number): void {
  const { context, theme, box, model, order } = drawing;
  // The knobs of other thresholds than the buffer need the space.
  const isFree = order === undefined && model.description.hints.thresholds.length === 1;
  if (!isFree || box.right - tail < MIN_LINE_PX) return;
  const y = box.top - LINE_OVER_PX;
  context.strokeStyle = theme.text;
  context.lineWidth = 1.5;
  context.beginPath();
  for (const x of [tail, box.right]) {
    context.moveTo(x, y - LINE_END_PX);
    context.lineTo(x, y + LINE_END_PX);
  }
  context.moveTo(tail, y);
  context.lineTo(box.right, y);
  context.stroke();
  context.fillStyle = theme.text;
  context.textAlign = 'center';
  drawTextOnGround(
    drawing,
    `a new packet waits ${formatNumber(waitOfNewPacketMs(model.frame))} ms`,
    (Math.max(box.left, tail) + box.right) / 2,
    y,
  );
}
