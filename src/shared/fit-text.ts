/** Texts in the room that they have. Widths are in any unit. */

/** The text, or its first letters and an ellipsis if it does not fit; empty if no letter fits. */
export function shortenToFit(text: string, maxWidth: number, widthOf: (text: string) => number): string {
  if (widthOf(text) <= maxWidth) return text;
  let end = text.length - 1;
  while (end > 0 && widthOf(`${text.slice(0, end).trimEnd()}…`) > maxWidth) end--;
  return end === 0 ? '' : `${text.slice(0, end).trimEnd()}…`;
}

/** The text in lines, broken between words. A longer word has a line of its own. */
export function wrapWords(text: string, maxWidth: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longerLine = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && widthOf(longerLine) <= maxWidth) lines[lines.length - 1] = longerLine;
    else lines.push(word);
  }
  return lines;
}
