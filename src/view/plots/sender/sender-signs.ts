/** The signs of a sender's events, and their legend. */

import type { SenderPhase } from '../../../engine/contract/sender-phases.ts';
import type { SenderEvent } from '../../../engine/frame/sender-columns.ts';
import { SendRule } from '../../../engine/packets/packet.ts';
import { textMark } from '../../../scene/axis-marks.ts';
import { SMALL_TEXT_FONT } from '../../../scene/text-ruler.ts';
import { SMALL_DRAWING_FONT } from '../../draw/palette.ts';
import {
  type Coordinates,
  drawBox,
  drawLine,
  drawText,
  type LineLook,
  NEXT_LINE,
  type TextLook,
} from '../../draw/pen.ts';
import { SEND_RULE_TEXTS } from '../../draw/send-rule-text.ts';
import { drawFaintly, PLUS, SMALL_MUTED, textWidth } from '../../draw/shapes.ts';
import type { ThemedContext } from '../../draw/themed-context.ts';
import { SENDER_MARGIN, SENDER_ROW_PX, type SenderDrawing } from './sender-model.ts';

/** A sign by its parts around its middle, px, and its name in the legend. */
interface EventSign {
  readonly text: string;
  /** A filled box: its left and upper edge, its width and its height. */
  readonly box?: readonly [left: number, top: number, width: number, height: number];
  readonly lines?: Coordinates;
  readonly letter?: string;
}

const DIAMOND = [0, -4, 4, 0, 0, 4, -4, 0, 0, -4, 4, 0];
const SQUARE = [-3.5, -3.5, 3.5, -3.5, 3.5, 3.5, -3.5, 3.5, -3.5, -3.5, 3.5, -3.5];

export const SENDER_EVENT_SIGNS: Readonly<Record<SenderEvent, EventSign>> = {
  sent: { text: 'sent', box: [-1.5, -3, 3, 6] },
  acked: { text: 'acknowledged', box: [-5, -0.5, 10, 1.5] },
  sacked: { text: 'SACK block', box: [-1, -5, 2, 10] },
  duplicate: { text: 'duplicate ACK', box: [-0.5, -4, 1, 8] },
  retransmitted: { text: 'sent again', lines: SQUARE },
  dropped: { text: 'dropped', lines: [-4, -4, 4, 4, ...NEXT_LINE, -4, 4, 4, -4] },
  marked: { text: 'marked', lines: DIAMOND },
  lost: { text: 'lost on the wire', lines: PLUS },
  echoed: { text: 'ECN echo', lines: DIAMOND },
  timeout: { text: 'timeout', letter: 'T' },
};

/** Marks within the square of a segment that was sent again, by `SendRule`. Duplicate ACKs leave it empty. */
const RULE_MARKS: Readonly<Record<number, Coordinates>> = {
  [SendRule.rackTime]: [-3.5, 3.5, 3.5, -3.5],
  [SendRule.reorderingTimer]: [-3.5, 0, 3.5, 0],
  [SendRule.probe]: [0, -3.5, 0, 3.5],
  [SendRule.timeout]: [-1, -1, 1, -1, 1, 1, -1, 1, -1, -1, 1, -1],
};

/** @param fill of a box and of a letter */
export function drawSign(
  drawing: ThemedContext,
  { box, lines, letter }: EventSign,
  x: number,
  y: number,
  fill: TextLook,
  line: LineLook,
): void {
  if (box !== undefined) drawBox(drawing, x + box[0], y + box[1], box[2], box[3], fill);
  if (lines !== undefined)
    drawLine(
      drawing,
      lines.map((position, index) => position + (index % 2 === 0 ? x : y)),
      line,
    );
  if (letter !== undefined)
    drawText(drawing, letter, x, y, { ink: fill.ink, colour: fill.colour, isSmall: true, align: 'center' });
}

/** The signs of segments that were sent again, by their rule (`SendRule`). */
const RETRANSMISSION_SIGNS = SEND_RULE_TEXTS.map(
  (text, rule): EventSign => ({
    text: `again: ${text}`,
    lines: [...SQUARE, ...NEXT_LINE, ...(RULE_MARKS[rule] ?? [])],
  }),
);

/** A sign in a drawing: an event, and the rule of a segment that was sent again. */
export interface ShownSign {
  readonly event: SenderEvent;
  readonly rule?: number;
}

/** The sign of an event; a retransmission has that of its rule. */
export const signOf = ({ event, rule = SendRule.inOrder }: ShownSign): EventSign =>
  event === 'retransmitted' && rule !== SendRule.inOrder
    ? (RETRANSMISSION_SIGNS[rule] ?? SENDER_EVENT_SIGNS[event])
    : SENDER_EVENT_SIGNS[event];

/** Smallest distance of two signs of one kind, px. Nearer signs are left out. */
export const MIN_SIGN_DISTANCE_PX = { line: 2, sign: 9 };

/** Names the rows above a strip, left of them. */
export function nameSenderRows({ y, texts }: SenderDrawing, hasBands: boolean, hasDuplicates: boolean): void {
  const { end: top } = y;
  const name = (words: string, rowsOver: number) =>
    textMark(`${words} ${top}`, words, [SENDER_MARGIN.left - 3, top - rowsOver * SENDER_ROW_PX, 'right'], {
      font: SMALL_TEXT_FONT,
    });
  // The first band of the row may be another phase than the next one: the key below the axis names them.
  if (hasBands) texts.push(name('phase', 1.5));
  if (hasDuplicates) texts.push(name('dup ACKs', 0.5));
}

/** Draws the legend of bands without names and of the shown signs below the axis, as far as it fits. */
export function drawSignLegend(
  drawing: Pick<SenderDrawing, 'context' | 'theme' | 'model'>,
  phases: readonly SenderPhase[],
  shownSigns: readonly ShownSign[],
  { width, height }: { readonly width: number; readonly height: number },
): void {
  const { context, model } = drawing;
  const y = height - 6;
  const widthOf = (text: string) => textWidth(context, text, SMALL_DRAWING_FONT);
  const title = phases.length + shownSigns.length > 2 ? 'time (s)' : 'simulated time (s)';
  drawText(drawing, title, SENDER_MARGIN.left, y, SMALL_MUTED);
  let x = SENDER_MARGIN.left + widthOf(title) + 12;
  const bands = phases.map(({ label, shade }) => ({
    text: label,
    draw: () => drawFaintly(drawing, shade, () => drawBox(drawing, x, y - 5, 10, 10)),
  }));
  const signs = shownSigns.map((shownSign) => {
    const { event } = shownSign;
    const colour = event === 'sent' || event === 'retransmitted' ? model.colour : undefined;
    const fill = { ink: event === 'sacked' ? 'muted' : 'text', colour } as const;
    const sign = signOf(shownSign);
    return { text: sign.text, draw: () => drawSign(drawing, sign, x + 5, y, fill, { colour, widthPx: 1.4 }) };
  });
  for (const entries of [bands, signs])
    for (const { text, draw } of entries) {
      const entryWidth = widthOf(text) + 22;
      if (x + entryWidth > width) break;
      draw();
      drawText(drawing, text, x + 14, y, SMALL_MUTED);
      x += entryWidth;
    }
}
