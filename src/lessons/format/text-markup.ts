/** The parts of lesson texts: paragraphs with plain words, strong words and TeX. There is no other markup. */
import { required } from '../../shared/required.ts';
export type TextWord =
  | { readonly kind: 'plain' | 'strong'; readonly text: string }
  | { readonly kind: 'tex'; readonly tex: string };

const MARKUP_PATTERN = /\*\*([^*\n]+)\*\*|\$([^$\n]+)\$/g;

/** Empty lines separate paragraphs. A sign without its partner is plain text; `\$` is a dollar. */
export function splitParagraphs(text: string): readonly (readonly TextWord[])[] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => parseWords(paragraph.trim()))
    .filter((words) => words.length > 0);
}

/** The words of one line. */
export function parseWords(line: string): readonly TextWord[] {
  const hiddenText = line.replaceAll('\\$', '\uE000');
  const restoreDollars = (text: string) => text.replaceAll('\uE000', '$');
  const words: TextWord[] = [];
  let offset = 0;
  for (const match of hiddenText.matchAll(MARKUP_PATTERN)) {
    if (match.index > offset)
      words.push({ kind: 'plain', text: restoreDollars(hiddenText.slice(offset, match.index)) });
    const [all, strong, tex] = match;
    words.push(
      tex === undefined
        ? { kind: 'strong', text: restoreDollars(required(strong)) }
        : { kind: 'tex', tex: restoreDollars(tex) },
    );
    offset = match.index + all.length;
  }
  if (offset < hiddenText.length) words.push({ kind: 'plain', text: restoreDollars(hiddenText.slice(offset)) });
  return words;
}
