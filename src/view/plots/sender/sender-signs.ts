/** The signs of a sender's events, and their legend. */

import type { SenderPhase } from '../../../engine/contract/sender-phases.ts';
import type { SenderEvent } from '../../../engine/frame/sender-columns.ts';
import { SendRule } from '../../../engine/packets/packet.ts';
import type { DrawingContext } from '../../draw/drawing-context.ts';
import { DRAWING_FONT, SMALL_DRAWING_FONT } from '../../draw/palette.ts';
import { drawPlus } from '../../draw/plus-sign.ts';
import { SEND_RULE_TEXTS } from '../../draw/send-rule-text.ts';
import { SENDER_MARGIN, SENDER_ROW_PX, type SenderDrawing } from './sender-model.ts';

type SignDrawer = (context: DrawingContext, x: number, y: number) => void;

export function drawEventTick(context: DrawingContext, x: number, y: number): void {
  context.fillRect(x - 0.5, y - 4, 1, 8);
}

function drawDiamond(context: DrawingContext, x: number, y: number): void {
  context.beginPath();
  context.moveTo(x, y - 4);
  context.lineTo(x + 4, y);
  context.lineTo(x, y + 4);
  context.lineTo(x - 4, y);
  context.closePath();
  context.stroke();
}

function drawCrossSign(context: DrawingContext, x: number, y: number): void {
  context.beginPath();
  context.moveTo(x - 4, y - 4);
  context.lineTo(x + 4, y + 4);
  context.moveTo(x - 4, y + 4);
  context.lineTo(x + 4, y - 4);
  context.stroke();
}

function drawSquare(context: DrawingContext, x: number, y: number): void {
  context.strokeRect(x - 3.5, y - 3.5, 7, 7);
}

function drawLetterT(context: DrawingContext, x: number, y: number): void {
  context.textAlign = 'center';
  context.fillText('T', x, y);
}

function drawDash(context: DrawingContext, x: number, y: number): void {
  context.fillRect(x - 5, y - 0.5, 10, 1.5);
}

function drawBar(context: DrawingContext, x: number, y: number): void {
  context.fillRect(x - 1, y - 5, 2, 10);
}

function drawDot(context: DrawingContext, x: number, y: number): void {
  context.fillRect(x - 1.5, y - 3, 3, 6);
}

interface EventSign {
  readonly text: string;
  readonly draw: SignDrawer;
}

/** The drawing of each event, and its name in the legend. */
export const SENDER_EVENT_SIGNS: Readonly<Record<SenderEvent, EventSign>> = {
  sent: { text: 'sent', draw: drawDot },
  acked: { text: 'acknowledged', draw: drawDash },
  sacked: { text: 'SACK block', draw: drawBar },
  duplicate: { text: 'duplicate ACK', draw: drawEventTick },
  retransmitted: { text: 'sent again', draw: drawSquare },
  dropped: { text: 'dropped', draw: drawCrossSign },
  marked: { text: 'marked', draw: drawDiamond },
  lost: { text: 'lost on the wire', draw: drawPlus },
  echoed: { text: 'ECN echo', draw: drawDiamond },
  timeout: { text: 'timeout', draw: drawLetterT },
};

/** Marks within the square of a segment that was sent again, by `SendRule`. Duplicate ACKs leave it empty. */
const RULE_MARKS: Readonly<Record<number, SignDrawer>> = {
  [SendRule.rackTime]: (context, x, y) => line(context, x - 3.5, y + 3.5, x + 3.5, y - 3.5),
  [SendRule.reorderingTimer]: (context, x, y) => line(context, x - 3.5, y, x + 3.5, y),
  [SendRule.probe]: (context, x, y) => line(context, x, y - 3.5, x, y + 3.5),
  [SendRule.timeout]: (context, x, y) => context.strokeRect(x - 1, y - 1, 2, 2),
};

function line(context: DrawingContext, fromX: number, fromY: number, toX: number, toY: number): void {
  context.beginPath();
  context.moveTo(fromX, fromY);
  context.lineTo(toX, toY);
  context.stroke();
}

/** The sign of a segment that was sent again, by its rule (`SendRule`). */
function retransmissionSign(rule: number): EventSign {
  return {
    text: `again: ${SEND_RULE_TEXTS[rule]}`,
    draw(context, x, y) {
      drawSquare(context, x, y);
      RULE_MARKS[rule]?.(context, x, y);
    },
  };
}

const RETRANSMISSION_SIGNS = SEND_RULE_TEXTS.map((_, rule) => retransmissionSign(rule));

/** A sign in a drawing: an event, and the rule of a segment that was sent again. */
export interface ShownSign {
  readonly event: SenderEvent;
  readonly rule?: number;
}

export const signOf = ({ event, rule = SendRule.inOrder }: ShownSign): EventSign =>
  event === 'retransmitted' && rule !== SendRule.inOrder
    ? (RETRANSMISSION_SIGNS[rule] ?? SENDER_EVENT_SIGNS[event])
    : SENDER_EVENT_SIGNS[event];

/** Smallest distance of two signs of one kind, px. Nearer signs are left out. */
export const MIN_SIGN_DISTANCE_PX = { line: 2, sign: 9 };

/** Draws the names of the rows above a strip, left of them. */
export function drawSenderRowNames(
  { context, theme, y }: SenderDrawing,
  hasRecovery: boolean,
  hasDuplicates: boolean,
): void {
  context.font = SMALL_DRAWING_FONT;
  context.fillStyle = theme.text;
  context.textAlign = 'right';
  if (hasRecovery) context.fillText('recovery', SENDER_MARGIN.left - 3, y.end - 1.5 * SENDER_ROW_PX);
  if (hasDuplicates) context.fillText('dup ACKs', SENDER_MARGIN.left - 3, y.end - 0.5 * SENDER_ROW_PX);
  context.font = DRAWING_FONT;
}

/** Draws the legend of bands without names and of the shown signs below the axis, as far as it fits. */
export function drawSignLegend(
  { context, theme, model }: Pick<SenderDrawing, 'context' | 'theme' | 'model'>,
  phases: readonly SenderPhase[],
  shownSigns: readonly ShownSign[],
  { width, height }: { readonly width: number; readonly height: number },
): void {
  const y = height - 6;
  context.font = SMALL_DRAWING_FONT;
  context.fillStyle = theme.muted;
  context.textAlign = 'left';
  let x = SENDER_MARGIN.left;
  const title = phases.length + shownSigns.length > 2 ? 'time (s)' : 'simulated time (s)';
  context.fillText(title, x, y);
  x += context.measureText(title).width + 12;
  const widthOf = (text: string) => context.measureText(text).width + 22;
  for (const { label, shade } of phases) {
    const entryWidth = widthOf(label);
    if (x + entryWidth > width) break;
    context.fillStyle = theme.text;
    context.globalAlpha = shade;
    context.fillRect(x, y - 5, 10, 10);
    context.globalAlpha = 1;
    context.fillStyle = theme.muted;
    context.fillText(label, x + 14, y);
    x += entryWidth;
  }
  for (const sign of shownSigns) {
    const { event } = sign;
    const { text, draw } = signOf(sign);
    const entryWidth = widthOf(text);
    if (x + entryWidth > width) break;
    context.fillStyle = event === 'sent' ? model.colour : event === 'sacked' ? theme.muted : theme.text;
    context.strokeStyle = event === 'retransmitted' ? model.colour : theme.text;
    context.lineWidth = 1.4;
    draw(context, x + 5, y);
    context.fillStyle = theme.muted;
    context.textAlign = 'left';
    context.fillText(text, x + 14, y);
    x += entryWidth;
  }
  context.font = DRAWING_FONT;
}
