/** Paints the texts of a scene on a canvas. */
import { type InkTheme, inkColour } from '../../scene/marks.ts';
import { LETTER_BOX_PX, LETTER_GAP_PX, lineHeightPx, type PlacedText } from '../../scene/place-texts.ts';
import {
  createTextRuler,
  cssFont,
  lineParts,
  lineWidth,
  TEXT_FONT,
  type TextPart,
  type TextRuler,
} from '../../scene/text-ruler.ts';
import { writeReadably } from './canvas.ts';
import type { DrawingContext } from './drawing-context.ts';

let ruler: TextRuler | undefined;

/** The widths of texts on the page. */
export function pageRuler(): TextRuler {
  if (ruler === undefined) {
    const context = document.createElement('canvas').getContext('2d');
    ruler = createTextRuler((text, font) => {
      if (context === null) return 0;
      context.font = font;
      return context.measureText(text).width;
    });
  }
  return ruler;
}

/** Their lines lead from where they begin also on a canvas with left and right exchanged. Their words stay readable. */
export function paintTexts(
  drawing: { readonly context: DrawingContext; readonly isMirrored?: boolean },
  texts: readonly PlacedText[],
  theme: InkTheme,
): void {
  const { context } = drawing;
  context.textBaseline = 'middle';
  for (const text of texts) {
    const { leader, box } = text;
    if (leader !== undefined) {
      context.strokeStyle = theme.muted;
      context.lineWidth = 1;
      context.beginPath();
      context.moveTo(leader.from.x, leader.from.y);
      context.lineTo(leader.to.x, leader.to.y);
      context.stroke();
    }
    const start = drawing.isMirrored === true ? box.right : box.left;
    writeReadably(drawing, start, (left) => {
      const right = left + box.right - box.left;
      paintText(context, { ...text, box: { left, right, top: box.top, bottom: box.bottom } }, theme);
    });
  }
}

function paintText(context: DrawingContext, { mark, lines, box, align, ink }: PlacedText, theme: InkTheme): void {
  const { font = TEXT_FONT, letter, hasGround = false } = mark;
  context.textAlign = 'left';
  if (hasGround) {
    context.fillStyle = theme.surface;
    context.fillRect(box.left - 1, box.top, box.right - box.left + 2, box.bottom - box.top);
  }
  const middle = (box.top + box.bottom) / 2;
  let { left } = box;
  if (letter !== undefined) {
    context.fillStyle = theme.text;
    context.beginPath();
    context.roundRect(left, middle - LETTER_BOX_PX / 2, LETTER_BOX_PX, LETTER_BOX_PX, 3);
    context.fill();
    context.fillStyle = theme.surface;
    context.font = cssFont({ sizePx: 11, isBold: true });
    context.textAlign = 'center';
    context.fillText(letter, left + LETTER_BOX_PX / 2, middle + 0.5);
    context.textAlign = 'left';
    left += LETTER_BOX_PX + LETTER_GAP_PX;
  }
  context.fillStyle = inkColour(ink, theme);
  const heightPx = lineHeightPx(mark);
  for (const [index, line] of lines.entries()) {
    // The box is as wide as the longest line.
    const room = lines.length === 1 || align === 'left' ? 0 : box.right - left - lineWidth(line, font, pageRuler());
    const x = left + (align === 'right' ? room : room / 2);
    paintParts(context, lineParts(line, font), x, middle + (index - (lines.length - 1) / 2) * heightPx, theme);
  }
}

/** @returns the width of the parts, px */
export function paintParts(
  context: DrawingContext,
  parts: readonly TextPart[],
  left: number,
  y: number,
  theme: Pick<InkTheme, 'surface'>,
): number {
  let x = left;
  for (const { words, font, downPx } of parts) {
    context.font = cssFont(font);
    if (font.isOfSymbols === true) {
      context.strokeStyle = theme.surface;
      context.lineWidth = 3;
      context.lineJoin = 'round';
      context.strokeText(words, x, y + downPx);
    }
    if (words !== '') context.fillText(words, x, y + downPx);
    x += pageRuler()(words, font);
  }
  return x - left;
}
