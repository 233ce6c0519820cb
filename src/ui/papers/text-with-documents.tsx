/**
 * A text of a paper: no line ends between a number and its unit, or in a short formula. A text that names documents of
 * the project (`docs/GFR.md`): each becomes a link to its page beside this one.
 */

const UNIT_SPACE = /(?<=\d) (?=(?:%|s|ms|kB|[kMG]?bit\/s|[kMG]b\/s|cells?|packets?)(?!\p{L}))/gu;
const EQUALS = /(?<=[\p{L}\d)²]) = (?=[−\d(])/gu;

/** The text with spaces that end no line between numbers and their units, and around equals signs. */
export const keepUnits = (text: string): string => text.replace(UNIT_SPACE, '\u00a0').replace(EQUALS, '\u00a0=\u00a0');

const DOCUMENT_NAME = /(docs\/[\w-]+\.md)/;

export function TextWithDocuments({ text }: { readonly text: string }) {
  return keepUnits(text)
    .split(DOCUMENT_NAME)
    .map((piece, index) => {
      if (!DOCUMENT_NAME.test(piece)) return piece;
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which does not change
        <a key={index} href={piece.replace(/\.md$/, '.html')} target="_blank" rel="noopener">
          {piece}
        </a>
      );
    });
}
