/** The words around a queue: the rate of its link, where its packets come from, and where they go. */

import { FONT, SMALL_FONT } from '../draw/palette.ts';
import type { QueueDrawing } from './queue-drawing.ts';

/** Heights of words over the box, over the link and under it, and of a line of small words, px. */
const OVER_BOX_PX = 12;
const OVER_LINK_PX = 14;
const UNDER_LINK_PX = 22;
const LINE_PX = 12;

/** @param narrow there is no room beside the queue for the names of its ends */
export function drawQueueWords(drawing: QueueDrawing, narrow: boolean): void {
  const { context, ink } = drawing;
  context.fillStyle = ink.muted;
  drawRate(drawing, narrow);
  if (!narrow) drawEnds(drawing);
}

function drawRate({ context, width, box, model: { frame } }: QueueDrawing, narrow: boolean): void {
  const kilobits = frame.rateBps < 1e5;
  const rate = String(Number((frame.rateBps / (kilobits ? 1e3 : 1e6)).toPrecision(4)));
  const unit = kilobits ? 'kb/s' : 'Mb/s';
  context.textAlign = 'right';
  const y = (box.top + box.bottom) / 2 - OVER_LINK_PX;
  const words = `link ${rate} ${unit}`;
  const fits = !narrow && context.measureText(words).width < width - box.right - 6;
  context.fillText(fits ? words : `${rate} ${unit}`, width - 4, y);
}

function drawEnds({ context, width, box: { top, bottom }, model: { acked } }: QueueDrawing): void {
  const y = (top + bottom) / 2 + UNDER_LINK_PX;
  context.font = SMALL_FONT;
  context.textAlign = 'left';
  context.fillText('senders', 2, top - OVER_BOX_PX);
  context.textAlign = 'right';
  context.fillText('to receivers', width - 4, y);
  if (acked) context.fillText('ACKs return', width - 4, y + LINE_PX);
  context.font = FONT;
}
