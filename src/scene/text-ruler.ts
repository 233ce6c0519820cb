/** The widths of texts. Each is measured once. */
import type { Ink, TextFont, Wording } from './marks.ts';

export const TEXT_FONT: TextFont = { sizePx: 12 };
export const SMALL_TEXT_FONT: TextFont = { sizePx: 11 };
export const BOLD_TEXT_FONT: TextFont = { sizePx: 12, isBold: true };
export const SMALL_BOLD_TEXT_FONT: TextFont = { sizePx: 11, isBold: true };
/** The family of all texts of a scene. */
const TEXT_FAMILY = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';

/** Width of one line of text, px. */
export type TextRuler = (text: string, font: TextFont) => number;

/** The family of symbols. */
const SYMBOL_FAMILY = 'Georgia, "Times New Roman", serif';

/** The CSS font family of a font: that of symbols or that of texts. */
export const familyOf = ({ isOfSymbols = false }: TextFont): string => (isOfSymbols ? SYMBOL_FAMILY : TEXT_FAMILY);

/** A canvas takes the same text of a font faster than an equal one. */
const cssFonts = new WeakMap<TextFont, string>();

/** A font in the notation of CSS. */
export function cssFont(font: TextFont): string {
  let css = cssFonts.get(font);
  if (css === undefined) {
    const { isItalic = false, isBold = false, sizePx } = font;
    css = `${isItalic ? 'italic ' : ''}${isBold ? 'bold ' : ''}${sizePx}px ${familyOf(font)}`;
    cssFonts.set(font, css);
  }
  return css;
}

/** A part of a line in one font. */
export interface TextPart {
  readonly words: string;
  readonly font: TextFont;
  /** Distance below the line: of a subscript. */
  readonly downPx: number;
  /** Ink of the word; default: that of the text. */
  readonly ink?: Ink;
}

const SUBSCRIPT_DOWN_PX = 4;
const SUBSCRIPT_SHRINKAGE_PX = 3;

/** The fonts of symbols by their sizes, so that each font is one object. */
const symbolFonts = new Map<number, TextFont>();

function symbolFont(sizePx: number): TextFont {
  const font = symbolFonts.get(sizePx) ?? { sizePx, isItalic: true, isOfSymbols: true };
  symbolFonts.set(sizePx, font);
  return font;
}

/** The parts of a symbol. */
export function symbolParts(symbol: string, sizePx: number): readonly TextPart[] {
  const [main = '', index = ''] = symbol.split('_');
  const subscript = { words: index, font: symbolFont(sizePx - SUBSCRIPT_SHRINKAGE_PX), downPx: SUBSCRIPT_DOWN_PX };
  return [{ words: main, font: symbolFont(sizePx), downPx: 0 }, ...(index === '' ? [] : [subscript])];
}

/** The parts of a line, from left to right. Symbols are a little larger than the words beside them. */
export function lineParts(line: Wording, font: TextFont): readonly TextPart[] {
  const parts: TextPart[] = [];
  for (const part of typeof line === 'string' ? [line] : line) {
    if (typeof part === 'string') parts.push({ words: part, font, downPx: 0 });
    else if ('symbol' in part) parts.push(...symbolParts(part.symbol, font.sizePx + 1));
    else parts.push({ ...part, font, downPx: 0 });
  }
  return parts;
}

/** Width of a line, px. */
export function lineWidth(line: Wording, font: TextFont, ruler: TextRuler): number {
  if (typeof line === 'string') return ruler(line, font);
  return lineParts(line, font).reduce((sum, part) => sum + ruler(part.words, part.font), 0);
}

const MAX_STORED_WIDTHS = 2_000;
/** A drawing that makes a font for each frame must not fill the memory. */
const MAX_STORED_FONTS = 50;

/** @param measure width of a text in a font of CSS, px */
export function createTextRuler(measure: (text: string, font: string) => number): TextRuler {
  // Fonts are constants, so each is one object.
  const widthsByFont = new Map<TextFont, Map<string, number>>();
  return (text, font) => {
    const widths = widthsByFont.get(font) ?? new Map<string, number>();
    if (widths.size === 0) {
      if (widthsByFont.size >= MAX_STORED_FONTS) widthsByFont.clear();
      widthsByFont.set(font, widths);
    }
    let width = widths.get(text);
    if (width === undefined) {
      if (widths.size >= MAX_STORED_WIDTHS) widths.clear();
      width = measure(text, cssFont(font));
      widths.set(text, width);
    }
    return width;
  };
}

/**
 * Width of a character as a part of the size of its font, a little more than in wide fonts: for files, whose reader's
 * fonts are unknown.
 */
const CHARACTER_SHARE = 0.62;

/** Widths without a font: for the command line. */
export const estimatedTextRuler: TextRuler = (text, { sizePx, isBold = false }) =>
  text.length * sizePx * CHARACTER_SHARE * (isBold ? 1.07 : 1);
