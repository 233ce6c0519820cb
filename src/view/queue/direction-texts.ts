/** The words around a queue that is one of two: its direction, its policy, and the sign of ACKs. */

import { ANSWER_GLYPH_VARIANT } from '../../engine/packets/packet.ts';
import { writeReadably } from '../draw/canvas.ts';
import { drawPacket } from '../draw/packets.ts';
import { glyphIndex, SMALL_DRAWING_FONT } from '../draw/palette.ts';
import { drawText } from '../draw/pen.ts';
import { SMALL_MUTED, textWidth } from '../draw/shapes.ts';
import type { HorizontalSpan } from './drop-reason.ts';
import type { QueueDrawing } from './queue-drawing.ts';

/**
 * Distance of the direction over the link, of the first line under it, and of a second one, px: above the words under a
 * low box.
 */
const OVER_LINK_PX = 28;
const UNDER_LINK_PX = 13;
const SECOND_UNDER_LINK_PX = 24;
/** Distance of words from the end of the canvas, px. */
const EDGE_PX = 4;
/** Size of the sign of ACKs, and its distance from its words, px. */
const SIGN_PX = 9;
const SIGN_GAP_PX = 4;

/** Half of the height of a line of words, px. */
const HALF_LINE_PX = 7;

/**
 * The sign of ACKs is named where a class has them in this queue.
 * @param line vertical place of the words below the queue, px
 * @param takenSpans places of words on this line: those of the direction are added if they reach it
 */
export function drawDirection(drawing: QueueDrawing, line: number, takenSpans: HorizontalSpan[]): void {
  const { context, theme, width, height, box, glyphs, model, isMirrored = false } = drawing;
  const { description, direction = '' } = model;
  const y = (box.top + box.bottom) / 2;
  drawText(drawing, direction, width - EDGE_PX, y - OVER_LINK_PX, { isBold: true, align: 'right' });
  const widthOf = (words: string) => textWidth(context, words, SMALL_DRAWING_FONT);
  let corner = { left: width, bottom: y };
  if (direction === 'up') {
    const { policyName } = description;
    drawText(drawing, policyName, width - EDGE_PX, y + UNDER_LINK_PX, { isSmall: true, align: 'right' });
    const left = width - EDGE_PX - widthOf(policyName);
    corner = { left, bottom: y + UNDER_LINK_PX + SIGN_PX / 2 };
  }
  const answeringClass = description.classes.findIndex(({ crossing }) => crossing === 'answers' || crossing === 'both');
  const glyph = glyphs[glyphIndex(answeringClass, ANSWER_GLYPH_VARIANT)];
  const signY = y + (direction === 'up' ? SECOND_UNDER_LINK_PX : UNDER_LINK_PX);
  if (glyph !== undefined && signY + SIGN_PX / 2 <= height) {
    const words = 'ACKs';
    const widthPx = SIGN_PX + SIGN_GAP_PX + widthOf(words);
    const from = width - EDGE_PX - widthPx;
    writeReadably(drawing, isMirrored ? from + widthPx : from, (left) => {
      drawPacket({ context }, { ...glyph, edge: theme.muted }, left, signY - SIGN_PX / 2, SIGN_PX);
      drawText({ context, theme }, words, left + SIGN_PX + SIGN_GAP_PX, signY, SMALL_MUTED);
    });
    corner = { left: Math.min(corner.left, from), bottom: signY + SIGN_PX / 2 };
  }
  if (line - HALF_LINE_PX < corner.bottom) takenSpans.push([corner.left, width]);
}
