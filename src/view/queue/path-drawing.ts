/**
 * The path around the router, for a lane alone without a lens: the sender, the receiver, and the acknowledgements on their
 * way back.
 */
import type { Surface } from '../draw/canvas.ts';
import type { DrawingContext } from '../draw/drawing-context.ts';
import { formatAmount, formatDecimals } from '../draw/number-text.ts';
import { DRAWING_FONT, SMALL_DRAWING_FONT } from '../draw/palette.ts';
import { drawTextOnGround } from '../draw/text-on-ground.ts';
import { meanPacketBytes } from './link-packets.ts';
import type { QueueDrawing } from './queue-drawing.ts';
import { type QueueBox, SOURCE_STEP_PX } from './queue-model.ts';
import { singleLineHeight } from './waiting-view.ts';

/** Right end of the sender, and the part of its height around the names of the classes, px. */
const SENDER_RIGHT_PX = 98;
const SENDER_PADDING_PX = 20;
/** Size of the receiver, px. */
const RECEIVER_SIZE_PX = { width: 66, height: 48 };
/** Distance of the name of the queue from it, and half of that of the link, px. */
const NAME_DISTANCE_PX = 10;
/** Distance of a time from the text over it, or from the way back below it, px. */
const TIME_LINE_PX = 14;
/** Distance of the way back from the lower edge of the canvas, and size of its arrow, px. */
const WAY_UNDER_PX = 14;
const ARROW_PX = 5;

/** Space of the receiver at the right, and of the way back below the queue, px. */
const PATH_SPACE_PX = { right: RECEIVER_SIZE_PX.width + 4, under: 30 };

/** Space over and under the packets of a single line, px. */
const LINE_SPACE_PX = 18;

/**
 * Makes the box of a queue with a single line of packets lower, around its middle.
 * @param pitchPx width of a packet, px
 */
export function lowerBox(box: QueueBox, pitchPx: number): void {
  const lineHeight = singleLineHeight(pitchPx) ?? Number.POSITIVE_INFINITY;
  const removedPx = Math.max(0, box.bottom - box.top - lineHeight - 2 * LINE_SPACE_PX);
  box.top += removedPx / 2;
  box.bottom -= removedPx / 2;
}

/** The part of a canvas for the senders, the queue and the link. */
export function surfaceInsidePath({ context, width, height }: Surface): Surface {
  return { context, width: width - PATH_SPACE_PX.right, height: height - PATH_SPACE_PX.under };
}

/** @param canvasHeight height of the whole canvas, px. The queue and the link have the part that `drawing` gives. */
export function drawReturnPath(drawing: QueueDrawing, canvasHeight: number): void {
  const { context, theme, width, box, model } = drawing;
  const count = model.description.classes.length;
  const linkY = (box.top + box.bottom) / 2;
  const senderHeight = SOURCE_STEP_PX * count + SENDER_PADDING_PX;
  const [senderTop, senderBottom] = [linkY - senderHeight / 2, linkY + senderHeight / 2];
  const receiverLeft = width + 2;
  const receiverBottom = linkY + RECEIVER_SIZE_PX.height / 2;
  context.strokeStyle = theme.muted;
  context.lineWidth = 1.5;
  // Its left side is beside the glyphs, at the edge of the canvas.
  drawRoundBox(context, 0.75, senderTop, SENDER_RIGHT_PX - 0.75, senderHeight);
  drawRoundBox(
    context,
    receiverLeft,
    linkY - RECEIVER_SIZE_PX.height / 2,
    RECEIVER_SIZE_PX.width,
    RECEIVER_SIZE_PX.height,
  );
  context.fillStyle = theme.text;
  context.textAlign = 'center';
  const receiverX = receiverLeft + RECEIVER_SIZE_PX.width / 2;
  context.fillText('receiver', receiverX, linkY);
  context.fillText(count === 1 ? 'sender' : 'senders', SENDER_RIGHT_PX / 2, senderTop - 10);
  const [senderX, wayY] = [SENDER_RIGHT_PX / 2, canvasHeight - WAY_UNDER_PX];
  context.setLineDash([4, 4]);
  context.beginPath();
  context.moveTo(receiverX, receiverBottom);
  context.lineTo(receiverX, wayY);
  context.lineTo(senderX, wayY);
  context.lineTo(senderX, senderBottom + 1);
  context.stroke();
  context.setLineDash([]);
  context.beginPath();
  context.moveTo(senderX - ARROW_PX, senderBottom + 1 + ARROW_PX);
  context.lineTo(senderX, senderBottom + 1);
  context.lineTo(senderX + ARROW_PX, senderBottom + 1 + ARROW_PX);
  context.stroke();
  context.fillStyle = theme.muted;
  context.fillText('queue', (box.left + box.right) / 2, box.top - NAME_DISTANCE_PX);
  context.fillText('link', (box.right + width) / 2, linkY + 2 * NAME_DISTANCE_PX);
  drawTextOnGround(drawing, 'acknowledgements (ACKs)', (box.left + box.right) / 2, wayY);
  drawPathTimes(drawing, (box.right + width) / 2, linkY + 2 * NAME_DISTANCE_PX + TIME_LINE_PX, wayY - TIME_LINE_PX);
}

/** Writes the time that the link needs for a packet of mean size, and the propagation delay of the wires both ways. */
function drawPathTimes(
  { context, box, model: { frame, description } }: QueueDrawing,
  linkX: number,
  linkTextY: number,
  wiresTextY: number,
): void {
  const [only, ...others] = description.classes;
  const packetMs = (8e3 * meanPacketBytes(frame)) / frame.rateBps;
  context.font = SMALL_DRAWING_FONT;
  context.fillText(`${formatDecimals(packetMs, 1)} ms each`, linkX, linkTextY);
  if (only?.accessDelayNs !== undefined && others.length === 0) {
    const wiresMs = (2 * (only.accessDelayNs + frame.linkDelayNs)) / 1e6;
    context.fillText(`wires, both ways: ${formatAmount(wiresMs)} ms`, (box.left + box.right) / 2, wiresTextY);
  }
  context.font = DRAWING_FONT;
}

function drawRoundBox(context: DrawingContext, left: number, top: number, width: number, height: number): void {
  context.beginPath();
  context.roundRect(left, top, width, height, 5);
  context.stroke();
}
