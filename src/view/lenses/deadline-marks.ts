/** The marks on the queues of ABE: the latest start of blue, and the bound d. */
import { formatNumber } from '../../shared/number-text.ts';
import { SMALL_DRAWING_FONT } from '../draw/palette.ts';
import { drawDot, drawLine, drawText, middleOfPixel } from '../draw/pen.ts';
import type { LinearScale } from '../draw/scale.ts';
import { drawPolygon, textWidth } from '../draw/shapes.ts';
import type { ThemedContext } from '../draw/themed-context.ts';
import type { TransmissionBlock } from './deadline-queues.ts';

/** Radius of the knob of the bound d, px. */
const KNOB_RADIUS_PX = 5.5;
/** Distance of the lower end of the sign of the latest start from the one queue, px. */
const SIGN_BOTTOM_PX = 13;

/** Left end and width of a block on the axis, px; undefined beyond its end. */
export function blockSpan(
  { startNs, lengthNs }: TransmissionBlock,
  x: LinearScale,
): readonly [number, number] | undefined {
  const startMs = Math.max(0, startNs / 1e6);
  if (startMs >= x.from) return undefined;
  const [left, right] = [x(Math.min(x.from, (startNs + lengthNs) / 1e6)), x(startMs)];
  return [left, Math.max(1, right - left - (right - left > 4 ? 1 : 0))];
}

/**
 * Marks the latest start of the first blue packet below the one queue. A time that has passed is marked at the present.
 * To a time beyond the axis, an arrow at its left end points.
 */
export function drawLatestStart(drawing: ThemedContext, dueMs: number, x: LinearScale, y: number): void {
  if (Number.isNaN(dueMs)) return;
  const isBeyond = dueMs > x.from;
  const markX = x(Math.min(x.from, Math.max(0, dueMs)));
  const [top, bottom] = [y + 5, y + SIGN_BOTTOM_PX];
  const sign = isBeyond
    ? [markX, (top + bottom) / 2, markX + 7, top, markX + 7, bottom]
    : [markX, top, markX - 4, bottom, markX + 4, bottom];
  drawPolygon(drawing, sign);
  const time = dueMs > 0 ? `within ${formatNumber(dueMs)} ms` : 'now';
  // The longest words that fit before the sign or behind it.
  const fittingWords = [`first blue must start ${time}`, `must start ${time}`, time]
    .map((text) => ({ text, widthPx: WORDS_GAP_PX + textWidth(drawing.context, text, SMALL_DRAWING_FONT) }))
    .flatMap(({ text, widthPx }) => [
      { text, isBefore: true, isInside: markX - widthPx > x.start },
      { text, isBefore: false, isInside: markX + widthPx <= x.end },
    ])
    .find(({ isInside }) => isInside);
  if (fittingWords === undefined) return;
  const { text, isBefore } = fittingWords;
  const look = { isSmall: true, align: isBefore ? 'right' : 'left', hasGround: true } as const;
  drawText(drawing, text, markX + (isBefore ? -WORDS_GAP_PX : WORDS_GAP_PX), y + 10, look);
}

/**
 * Least distance between the two queues that leaves room for the link below the words, and its distance from blue, px.
 */
const MIN_LINK_GAP_PX = 19;
const LINK_OVER_BLUE_PX = 3;
/** Distance of the words from the middle of the sign, px. */
const WORDS_GAP_PX = 9;
const LINK_DASH = [3, 2];

/**
 * Links the sign of the latest start with the first blue packet, below the words beside the sign: both outlines are one
 * packet.
 * @param blueX middle of this packet, px
 */
export function drawDuplicateLink(
  drawing: ThemedContext,
  dueMs: number,
  x: LinearScale,
  blueX: number,
  { top, bottom }: { readonly top: number; readonly bottom: number },
): void {
  if (!(dueMs <= x.from) || bottom - top < MIN_LINK_GAP_PX) return;
  const signX = middleOfPixel(x(Math.max(0, dueMs)));
  const linkY = middleOfPixel(bottom - LINK_OVER_BLUE_PX);
  const endX = middleOfPixel(blueX);
  drawLine(drawing, [signX, top + SIGN_BOTTOM_PX, signX, linkY, endX, linkY, endX, bottom], { dash: LINK_DASH });
}

/**
 * Draws the bound d through the green queue, with its knob on the axis and its name. Green packets are to its right.
 */
export function drawBound(drawing: ThemedContext, boundMs: number, x: LinearScale, top: number, bottom: number): void {
  const boundX = x(boundMs);
  drawLine(drawing, [boundX, top, boundX, bottom], { widthPx: 1.5 });
  drawDot(drawing, boundX, bottom, KNOB_RADIUS_PX, { ink: 'surface' }, { widthPx: 1.5 });
  const text = `d = ${formatNumber(boundMs)} ms`;
  const isBefore = boundX - KNOB_RADIUS_PX - textWidth(drawing.context, text) > x.start;
  const look = { align: isBefore ? 'right' : 'left', hasGround: true } as const;
  drawText(drawing, text, boundX + (isBefore ? -7 : 7), top + 8, look);
}
