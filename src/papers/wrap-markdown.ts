/** Breaks the lines of a Markdown text. Tables, code, headings and pictures stay as they are. */

const MAX_LINE_CHARACTERS = 120;
/** Words that Markdown reads as a list, a heading or a table at the beginning of a line. */
const BLOCK_MARK = /^(?:[-+*>]|#{1,6}|\d+[.)]|\|.*)$/;
const LIST_ITEM = /^( *)((?:[-*]|\d+\.) )(.*)$/;
const UNWRAPPED_LINE = /^(?:$|#| *\||!\[| {4}|```)/;

/** The text with its paragraphs and list items in lines of the usual width. */
export function wrapMarkdown(markdown: string): string {
  const lines: string[] = [];
  let openParagraph: { readonly first: string; readonly rest: string; text: string } | undefined;
  const close = () => {
    if (openParagraph !== undefined)
      lines.push(...fillLines(openParagraph.text, openParagraph.first, openParagraph.rest));
    openParagraph = undefined;
  };
  for (const line of markdown.split('\n')) {
    const [item, indent = '', mark = '', text = ''] = LIST_ITEM.exec(line) ?? [];
    if (item !== undefined) {
      close();
      openParagraph = { first: indent + mark, rest: ' '.repeat(indent.length + mark.length), text };
    } else if (openParagraph !== undefined && line.trim() !== '' && !/^(?:#| *\|)/.test(line))
      openParagraph.text += ` ${line.trim()}`;
    else {
      close();
      if (UNWRAPPED_LINE.test(line)) lines.push(line);
      else openParagraph = { first: '', rest: '', text: line };
    }
  }
  close();
  return lines.join('\n');
}

/** Code stays in one line, and so does a mark with the word before it. */
function fillLines(text: string, first: string, rest: string): string[] {
  const words: string[] = [];
  for (const word of text.trim().match(/(?:`[^`]*`|\S)+/g) ?? []) {
    const previousWord = words.at(-1);
    if (previousWord !== undefined && BLOCK_MARK.test(word)) words[words.length - 1] = `${previousWord} ${word}`;
    else words.push(word);
  }
  const lines: string[] = [];
  let line = first;
  let hasStarted = false;
  for (const word of words) {
    if (hasStarted && line.length + 1 + word.length > MAX_LINE_CHARACTERS) {
      lines.push(line);
      line = rest + word;
    } else line += hasStarted ? ` ${word}` : word;
    hasStarted = true;
  }
  return [...lines, line];
}
