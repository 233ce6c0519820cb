/** The key of the bars of rates: the meanings of their lines and parts. */

import { drawFittingText, textWidth } from '../draw/labels.ts';
import { DRAWING_FONT, SMALL_DRAWING_FONT } from '../draw/palette.ts';
import type { ThemedContext } from '../draw/themed-context.ts';
import { type ComparedRate, isAboveShare, isBelow, type RateBar } from './rate-bar.ts';

export const MINIMUM_LINE_PX = 2.5;
export const SHARE_DASH = [4, 2];
const KEY_GAP_PX = 14;
/** Height of an excess in the key, px. */
const EXCESS_KEY_PX = 8;

/** The meanings of the lines, beside each other below the plot. */
export function drawRateBarsKey(
  { context, theme }: ThemedContext,
  bars: readonly RateBar[],
  comparedRate: ComparedRate | undefined,
  left: number,
  right: number,
  y: number,
): void {
  const entries = [
    ...(comparedRate === undefined ? [] : [{ words: comparedRate.meaning, thickness: 1, dash: SHARE_DASH }]),
    ...(bars.some(({ guaranteedMbps }) => guaranteedMbps !== undefined)
      ? [{ words: 'minimum', thickness: MINIMUM_LINE_PX, dash: [] }]
      : []),
    ...(bars.some(({ fairShareMbps }) => fairShareMbps !== undefined)
      ? [{ words: 'fair share', thickness: 1.5, dash: SHARE_DASH }]
      : []),
    ...(bars.some(isAboveShare) ? [{ words: 'above share', thickness: EXCESS_KEY_PX, dash: [] }] : []),
    ...(bars.some(isBelow) ? [{ words: 'below minimum', thickness: 0, dash: [] }] : []),
  ];
  context.font = SMALL_DRAWING_FONT;
  context.textAlign = 'left';
  const keyWidth = (gapPx: number) =>
    entries.reduce((sum, { words }) => sum + 20 + textWidth(context, words) + gapPx, 0);
  const isLong = left + keyWidth(KEY_GAP_PX) - KEY_GAP_PX > right;
  const gapPx = isLong ? KEY_GAP_PX / 2 : KEY_GAP_PX;
  let x = isLong ? Math.max(0, Math.min(left, right - keyWidth(gapPx))) : left;
  for (const { words, thickness, dash } of entries) {
    context.strokeStyle = theme.text;
    context.lineWidth = thickness || 1;
    context.setLineDash([...dash]);
    if (thickness === 0) context.strokeRect(x + 0.5, y - 4.5, 14, 8);
    else drawLevel(context, x, x + 16, y - 0.5);
    context.setLineDash([]);
    context.fillStyle = theme.muted;
    drawFittingText(context, words, x + 20, y, right - x - 20);
    x += 20 + textWidth(context, words) + gapPx;
  }
  context.font = DRAWING_FONT;
}

/** Draws a level line. */
export function drawLevel(context: ThemedContext['context'], from: number, to: number, y: number): void {
  context.beginPath();
  context.moveTo(from, y);
  context.lineTo(to, y);
  context.stroke();
}
