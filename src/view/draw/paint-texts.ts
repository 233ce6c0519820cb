/** Paints the texts of a scene on a canvas. */
import { type InkTheme, inkColour } from '../../scene/marks.ts';
import { LEADER_DASH, LETTER_GAP_PX, letterBoxPx, lineHeightPx, type PlacedText } from '../../scene/place-texts.ts';
import {
  createTextRuler,
  cssFont,
  lineParts,
  lineWidth,
  SMALL_BOLD_TEXT_FONT,
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
  for (const { leader } of texts) {
    if (leader === undefined) continue;
    context.strokeStyle = theme.muted;
    context.lineWidth = 1;
    if (leader.isBehind) context.setLineDash([...LEADER_DASH]);
    context.beginPath();
    context.moveTo(leader.from.x, leader.from.y);
    context.lineTo(leader.to.x, leader.to.y);
    context.stroke();
    if (leader.isBehind) context.setLineDash([]);
  }
  for (const text of texts) {
    if (drawing.isMirrored !== true) {
      paintText(context, text, theme);
      continue;
    }
    const { box } = text;
    writeReadably(drawing, box.right, (left) => {
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
  const side = letterBoxPx(mark);
  for (const character of letter ?? '') {
    context.fillStyle = theme.text;
    context.beginPath();
    context.roundRect(left, middle - side / 2, side, side, 3);
    context.fill();
    context.fillStyle = theme.surface;
    context.font = cssFont(SMALL_BOLD_TEXT_FONT);
    context.textAlign = 'center';
    context.fillText(character, left + side / 2, middle + 0.5);
    context.textAlign = 'left';
    left += side + LETTER_GAP_PX;
  }
  const colour = inkColour(ink, theme);
  const heightPx = lineHeightPx(mark);
  for (const [index, line] of lines.entries()) {
    // The box is as wide as the longest line.
    const room = lines.length === 1 || align === 'left' ? 0 : box.right - left - lineWidth(line, font, pageRuler());
    const x = left + (align === 'right' ? room : room / 2);
    const y = middle + (index - (lines.length - 1) / 2) * heightPx;
    paintParts(context, lineParts(line, font), x, y, theme, colour);
  }
}

/** Paints the parts of a text in one line, each behind the one before; `left` and `y` in px. */
export function paintParts(
  context: DrawingContext,
  parts: readonly TextPart[],
  left: number,
  y: number,
  theme: InkTheme,
  colour: string,
): void {
  let x = left;
  for (const { words, font, downPx, ink } of parts) {
    context.font = cssFont(font);
    if (font.isOfSymbols === true) {
      context.strokeStyle = theme.surface;
      context.lineWidth = 3;
      context.lineJoin = 'round';
      context.strokeText(words, x, y + downPx);
    }
    context.fillStyle = ink === undefined ? colour : inkColour(ink, theme);
    if (words !== '') context.fillText(words, x, y + downPx);
    x += pageRuler()(words, font);
  }
}
