/**
 * The path around the router, for a lane alone without a lens: the sender, the receiver, and the acknowledgements on
 * their way back.
 */
import { DEPARTURE_STRIDE, DepartureColumn, LOST_ON_LINK } from '../../engine/frame/frame.ts';
import { haveOneSize } from '../../engine/frame/one-size.ts';
import { meanPacketBytes } from '../../engine/frame/packet-sizes.ts';
import { formatAmount, formatDecimals } from '../../shared/number-text.ts';
import { numberAt } from '../../shared/tables.ts';
import type { Surface } from '../draw/canvas.ts';
import type { DrawingContext } from '../draw/drawing-context.ts';
import { glyphIndex } from '../draw/palette.ts';
import { drawLine, drawText } from '../draw/pen.ts';
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
/** Size of an acknowledgement, px. It is hollow: a packet without payload. */
const ACK_SIZE_PX = 5;

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
export function surfaceInsidePath(surface: Surface): Surface {
  const [width, height] = [surface.width - PATH_SPACE_PX.right, surface.height - PATH_SPACE_PX.under];
  return { ...surface, width, height };
}

/** The way of the acknowledgements, px: down from the receiver, along below the queue, and up to the sender. */
interface AckPath {
  readonly receiverX: number;
  readonly receiverBottom: number;
  readonly bottom: number;
  readonly senderX: number;
  readonly senderBottom: number;
}

function ackPathOf({ width, box, model }: QueueDrawing, canvasHeight: number): AckPath {
  const linkY = (box.top + box.bottom) / 2;
  return {
    receiverX: width + 2 + RECEIVER_SIZE_PX.width / 2,
    receiverBottom: linkY + RECEIVER_SIZE_PX.height / 2,
    bottom: canvasHeight - WAY_UNDER_PX,
    senderX: SENDER_RIGHT_PX / 2,
    senderBottom: linkY + (SOURCE_STEP_PX * model.description.classes.length + SENDER_PADDING_PX) / 2,
  };
}

/** @param canvasHeight height of the whole canvas, px. The queue and the link have the part that `drawing` gives. */
export function drawReturnPath(drawing: QueueDrawing, canvasHeight: number): void {
  const { context, theme, width, box, model } = drawing;
  const { receiverX, receiverBottom, bottom, senderX, senderBottom } = ackPathOf(drawing, canvasHeight);
  const linkY = (box.top + box.bottom) / 2;
  const senderTop = 2 * linkY - senderBottom;
  context.strokeStyle = theme.muted;
  context.lineWidth = 1.5;
  // Its left side is beside the glyphs, at the edge of the canvas.
  drawRoundBox(context, 0.75, senderTop, SENDER_RIGHT_PX - 0.75, senderBottom - senderTop);
  drawRoundBox(
    context,
    receiverX - RECEIVER_SIZE_PX.width / 2,
    receiverBottom - RECEIVER_SIZE_PX.height,
    RECEIVER_SIZE_PX.width,
    RECEIVER_SIZE_PX.height,
  );
  drawText(drawing, 'receiver', receiverX, linkY, { align: 'center' });
  const senders = model.description.classes.length === 1 ? 'sender' : 'senders';
  drawText(drawing, senders, senderX, senderTop - 10, { align: 'center' });
  const pathLook = { ink: 'muted', widthPx: 1.5 } as const;
  const ackPath = [receiverX, receiverBottom, receiverX, bottom, senderX, bottom, senderX, senderBottom + 1];
  drawLine(drawing, ackPath, { ...pathLook, dash: [4, 4] });
  const [tipY, headY] = [senderBottom + 1, senderBottom + 1 + ARROW_PX];
  drawLine(drawing, [senderX - ARROW_PX, headY, senderX, tipY, senderX + ARROW_PX, headY], pathLook);
  const name = { ink: 'muted', align: 'center' } as const;
  const [queueX, linkX] = [(box.left + box.right) / 2, (box.right + width) / 2];
  drawText(drawing, 'queue', queueX, box.top - NAME_DISTANCE_PX, name);
  drawText(drawing, 'link', linkX, linkY + 2 * NAME_DISTANCE_PX, name);
  const ackTextY = bottom - TIME_LINE_PX;
  drawText(drawing, 'acknowledgements (ACKs)', queueX, ackTextY, name);
  drawPathTimes(drawing, linkX, linkY + 2 * NAME_DISTANCE_PX + TIME_LINE_PX, ackTextY - TIME_LINE_PX);
}

/**
 * Draws the acknowledgements on their way back. A packet and its acknowledgement need half of the time without a queue
 * each.
 */
export function drawAcks(drawing: QueueDrawing, canvasHeight: number): void {
  const { context, theme, glyphs, model } = drawing;
  const { frame, description, departures } = model;
  const ackPath = ackPathOf(drawing, canvasHeight);
  for (const [classIndex, { accessDelayNs }] of description.classes.entries()) {
    if (accessDelayNs === undefined || !model.acksEveryPacket(classIndex)) continue;
    const ackPathNs = frame.linkDelayNs + accessDelayNs / 2;
    context.fillStyle = theme.surface;
    context.strokeStyle = glyphs[glyphIndex(classIndex, 0)]?.edge ?? '';
    context.lineWidth = 1.5;
    for (let row = 0; row < departures.length; row += DEPARTURE_STRIDE) {
      if (numberAt(departures, row + DepartureColumn.classIndex) !== classIndex) continue;
      if ((numberAt(departures, row + DepartureColumn.flags) & LOST_ON_LINK) !== 0) continue;
      const goneShare = (frame.timeNs - numberAt(departures, row + DepartureColumn.timeNs)) / ackPathNs - 1;
      if (goneShare < 0 || goneShare > 1) continue;
      const [ackX, ackY] = placeOnPath(ackPath, goneShare);
      const ack = [ackX - ACK_SIZE_PX / 2, ackY - ACK_SIZE_PX / 2, ACK_SIZE_PX, ACK_SIZE_PX] as const;
      context.fillRect(...ack);
      context.strokeRect(...ack);
    }
  }
}

/** @param share of the length of the way, 0 to 1 */
function placeOnPath(ackPath: AckPath, share: number): readonly [x: number, y: number] {
  const { receiverX, receiverBottom, bottom, senderX, senderBottom } = ackPath;
  const [downPx, alongPx, upPx] = [bottom - receiverBottom, receiverX - senderX, bottom - senderBottom];
  const gonePx = share * (downPx + alongPx + upPx);
  if (gonePx <= downPx) return [receiverX, receiverBottom + gonePx];
  if (gonePx <= downPx + alongPx) return [receiverX - (gonePx - downPx), bottom];
  return [senderX, bottom - (gonePx - downPx - alongPx)];
}

/**
 * Writes the time that the link needs for a data packet, approximate for the mean of several sizes, and the propagation
 * delay of the wires on each way. Both ways have the same delay, but the one over the link is shorter in the drawing.
 */
function drawPathTimes(drawing: QueueDrawing, linkX: number, linkTextY: number, wiresTextY: number): void {
  const { box, model } = drawing;
  const { frame, description } = model;
  const [only, ...others] = description.classes;
  const packetMs = (8e3 * meanPacketBytes(description.classes, frame.classes)) / frame.rateBps;
  const sign = haveOneSize(description.classes) ? '' : '≈ ';
  const look = { ink: 'muted', isSmall: true, align: 'center' } as const;
  if (!frame.pauses) drawText(drawing, `send: ${sign}${formatDecimals(packetMs, 1)} ms`, linkX, linkTextY, look);
  if (only?.accessDelayNs !== undefined && others.length === 0) {
    const wiresText = `${formatAmount((only.accessDelayNs + frame.linkDelayNs) / 1e6)} ms`;
    drawText(drawing, `wires: ${wiresText}`, linkX, linkTextY + TIME_LINE_PX, look);
    drawText(drawing, '(drawn short)', linkX, linkTextY + 2 * TIME_LINE_PX, look);
    drawText(drawing, `wires back: ${wiresText}`, (box.left + box.right) / 2, wiresTextY, look);
  }
}

function drawRoundBox(context: DrawingContext, left: number, top: number, width: number, height: number): void {
  context.beginPath();
  context.roundRect(left, top, width, height, 5);
  context.stroke();
}
