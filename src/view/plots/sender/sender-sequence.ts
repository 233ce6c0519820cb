/** The time-sequence diagram of a sender: segments and acknowledgements, as in tcptrace (Ostermann 2003). */

import { type SenderEvent, SenderEventColumn, senderEvents } from '../../../engine/frame/sender-columns.ts';
import { required } from '../../../shared/required.ts';
import { drawBox, drawText } from '../../draw/pen.ts';
import { type LinearScale, linearScale } from '../../draw/scale.ts';
import { SMALL_MUTED } from '../../draw/shapes.ts';
import {
  drawSenderRule,
  firstSenderRowAt,
  SENDER_MARGIN,
  type SenderDrawing,
  type SenderModel,
} from './sender-model.ts';
import { drawSign, MIN_SIGN_DISTANCE_PX, SENDER_EVENT_SIGNS, type ShownSign, signOf } from './sender-signs.ts';

/** The lowest and the highest segment with an event in the shown time. */
export function sequenceScale(model: SenderModel, bottom: number): LinearScale {
  const { events } = model;
  let lowestSequence = Number.POSITIVE_INFINITY;
  let highestSequence = 0;
  const first = firstSenderRowAt(events, model.fromSeconds * 1e9);
  const end = firstSenderRowAt(events, model.toSeconds * 1e9);
  for (let row = first; row < end; row++) {
    const isAck = events.at(row, SenderEventColumn.event) <= senderEvents.indexOf('duplicate');
    const low = events.at(row, isAck ? SenderEventColumn.high : SenderEventColumn.low);
    if (low < lowestSequence) lowestSequence = low;
    const high = events.at(row, SenderEventColumn.high);
    if (high > highestSequence) highestSequence = high;
  }
  if (lowestSequence > highestSequence) return linearScale(0, 1, bottom, SENDER_MARGIN.top);
  const headroom = Math.max(0.5, 0.04 * (highestSequence - lowestSequence));
  return linearScale(Math.max(0, lowestSequence - headroom), highestSequence + headroom, bottom, SENDER_MARGIN.top);
}

/** From this height of a segment, px, segments are drawn one by one. */
const MIN_SEGMENT_PX = 5;
/** From this height of a segment, px, its number is beside it. */
const MIN_NUMBERED_SEGMENT_PX = 12;
/** Events whose signs are larger than a segment. */
const EVENTS_WITH_LARGE_SIGNS: readonly SenderEvent[] = ['retransmitted', 'dropped', 'marked', 'lost'];

/** Draws the events of a sender in the shown time, and returns the signs for the legend. */
export function drawSequence(drawing: SenderDrawing): readonly ShownSign[] {
  const { model, x, y } = drawing;
  const { events } = model;
  const drawnRules = new Set<number>();
  const drawnKinds = new Set<SenderEvent>();
  const lastPoint = new Map<SenderEvent, string>();
  const end = Math.min(events.rowCount, firstSenderRowAt(events, model.toSeconds * 1e9) + 1);
  const segment = Math.abs(y(1) - y(0));
  let lastAckPoint: readonly [x: number, y: number] | undefined;
  for (let row = Math.max(0, firstSenderRowAt(events, model.fromSeconds * 1e9) - 40); row < end; row++) {
    const event = required(senderEvents[events.at(row, SenderEventColumn.event)]);
    const seconds = events.at(row, SenderEventColumn.timeNs) / 1e9;
    const pixelX = x(seconds);
    const from = y(events.at(row, SenderEventColumn.low));
    const endY = y(events.at(row, SenderEventColumn.high));
    const rule = events.at(row, SenderEventColumn.rule);
    if (seconds >= model.fromSeconds && event !== 'echoed') drawnKinds.add(event);
    if (seconds >= model.fromSeconds && event === 'retransmitted') drawnRules.add(rule);
    if (event === 'acked' || event === 'duplicate') {
      if (lastAckPoint !== undefined) {
        drawBox(drawing, lastAckPoint[0], lastAckPoint[1] - 0.5, pixelX - lastAckPoint[0], 1.2);
        if (event === 'acked') drawBox(drawing, pixelX - 0.6, endY, 1.2, Math.max(0, lastAckPoint[1] - endY));
      }
      if (event === 'acked' || lastAckPoint === undefined) lastAckPoint = [pixelX, endY];
      else {
        lastAckPoint = [pixelX, lastAckPoint[1]];
        drawSign(drawing, SENDER_EVENT_SIGNS.duplicate, pixelX, lastAckPoint[1], {}, {});
      }
      continue;
    }
    // Of many signs at one place, only one is drawn.
    const gridPx = segment < MIN_SEGMENT_PX && EVENTS_WITH_LARGE_SIGNS.includes(event) ? MIN_SIGN_DISTANCE_PX.sign : 1;
    const gridCell = `${Math.round(pixelX / gridPx)},${Math.round(endY / gridPx)}`;
    if (lastPoint.get(event) === gridCell) continue;
    lastPoint.set(event, gridCell);
    const middle = (from + endY) / 2;
    if (event === 'sent') {
      const { colour } = model;
      if (segment < MIN_SEGMENT_PX) drawBox(drawing, pixelX - 1, middle - 1, 2, 2, { colour });
      else drawBox(drawing, pixelX - 1.5, endY + 1, 3, segment - 2, { colour });
      if (segment >= MIN_NUMBERED_SEGMENT_PX)
        drawNumberBeside(drawing, events.at(row, SenderEventColumn.low), pixelX, middle);
    } else if (event === 'sacked') drawBox(drawing, pixelX - 1, endY, 2, from - endY, { ink: 'muted' });
    else if (event === 'timeout') {
      drawSenderRule(drawing, 'text', pixelX, SENDER_MARGIN.top, y.start);
      drawText(drawing, 'T', pixelX - 3, SENDER_MARGIN.top + 6, { hasGround: true });
    } else if (event !== 'echoed') {
      const colour = event === 'retransmitted' ? model.colour : undefined;
      drawSign(drawing, signOf({ event, rule }), pixelX, middle, {}, { colour, widthPx: 1.6 });
      if (segment >= MIN_NUMBERED_SEGMENT_PX && event === 'retransmitted')
        drawNumberBeside(drawing, events.at(row, SenderEventColumn.low), pixelX + 3, middle);
    }
  }
  // In a narrow legend, the signs that differ least come first.
  const otherRules = [...drawnRules]
    .sort((one, other) => one - other)
    .map((rule): ShownSign => ({ event: 'retransmitted', rule }));
  const others = senderEvents.filter((event) => event !== 'retransmitted' && drawnKinds.has(event));
  return [...otherRules, ...others.map((event): ShownSign => ({ event }))];
}

function drawNumberBeside(drawing: SenderDrawing, segment: number, x: number, y: number): void {
  drawText(drawing, String(segment), x + 4, y, SMALL_MUTED);
}
