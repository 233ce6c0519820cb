/** Renders the Markdown of the documents as HTML: headings, paragraphs, lists, tables, code, links, pictures. */

/**
 * The target of a link or a picture in the rendered document; undefined for a missing target: then only its words stay.
 */
export type LinkTo = (target: string) => string | undefined;

export function htmlOf(markdown: string, linkTo: LinkTo): string {
  return blocksOf(markdown)
    .map((block) => blockHtml(block, linkTo))
    .join('\n');
}

/** The first heading. */
export function titleOf(markdown: string): string {
  return /^# (.+)$/m.exec(markdown)?.[1] ?? '';
}

/** Blocks of lines between empty lines; code between its fences is one block. */
function blocksOf(markdown: string): string[][] {
  const blocks: string[][] = [[]];
  let fenced = false;
  for (const line of markdown.split('\n')) {
    const own = blocks.at(-1) as string[];
    const fence = line.startsWith('```');
    if (fence) fenced = !fenced;
    if (line.trim() === '' && !fenced) blocks.push([]);
    else if (/^#{1,6} /.test(line) && !fenced) blocks.push([line], []);
    else own.push(line);
  }
  return blocks.filter((block) => block.length > 0);
}

function blockHtml(lines: readonly string[], linkTo: LinkTo): string {
  const [first = ''] = lines;
  const inline = (text: string) => inlineHtml(text, linkTo);
  const heading = /^(#{1,6}) (.+)$/.exec(first);
  if (heading !== null) {
    const [, { length = 1 } = '', text = ''] = heading;
    return `<h${length} id="${escaped(anchorOf(text))}">${inline(text)}</h${length}>`;
  }
  if (first.startsWith('```')) return `<pre><code>${escaped(lines.slice(1, -1).join('\n'))}</code></pre>`;
  if (lines.every((line) => line.startsWith('    ')))
    return `<pre><code>${escaped(lines.map((line) => line.slice(4)).join('\n'))}</code></pre>`;
  if (first.startsWith('|')) return tableHtml(lines, inline);
  if (/^- /.test(first)) return listHtml('ul', lines, /^- /, inline);
  if (/^\d+\. /.test(first)) return listHtml('ol', lines, /^\d+\. /, inline);
  return `<p>${inline(lines.join('\n'))}</p>`;
}

function listHtml(tag: 'ul' | 'ol', lines: readonly string[], mark: RegExp, inline: (text: string) => string): string {
  const items: string[] = [];
  for (const line of lines) {
    if (mark.test(line)) items.push(line.replace(mark, ''));
    else items.push(`${items.pop() ?? ''}\n${line.trim()}`);
  }
  return `<${tag}>\n${items.map((item) => `<li>${inline(item)}</li>`).join('\n')}\n</${tag}>`;
}

function tableHtml(lines: readonly string[], inline: (text: string) => string): string {
  const [head = [], , ...rows] = lines.map((line) =>
    line
      .replace(/^\||\|\s*$/g, '')
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll('\\|', '|')),
  );
  const row = (cells: readonly string[], tag: 'th' | 'td') =>
    `<tr>${cells.map((cell) => `<${tag}>${inline(cell)}</${tag}>`).join('')}</tr>`;
  const body = rows.map((cells) => row(cells, 'td')).join('\n');
  return `<div class="table" tabindex="0" role="region" aria-label="Table"><table>\n<thead>${row(head, 'th')}</thead>\n<tbody>\n${body}\n</tbody></table></div>`;
}

/** Code comes first, because its content is not markup. */
function inlineHtml(text: string, linkTo: LinkTo): string {
  return text
    .split(/(`[^`]+`)/)
    .map((part) =>
      part.startsWith('`') && part.endsWith('`') && part.length > 2
        ? `<code>${escaped(part.slice(1, -1))}</code>`
        : linkedHtml(part, linkTo),
    )
    .join('');
}

function linkedHtml(text: string, linkTo: LinkTo): string {
  return text
    .split(/(!?\[[^\]]*\]\([^)\s]+\))/)
    .map((part) => {
      const link = /^(!?)\[([^\]]*)\]\(([^)\s]+)\)$/.exec(part);
      if (link === null) return emphasised(escaped(part));
      const [, picture, words = '', target = ''] = link;
      const to = linkTo(target);
      if (to === undefined) return emphasised(escaped(words));
      if (picture === '!') return `<img src="${escaped(to)}" alt="${escaped(words)}" />`;
      return `<a href="${escaped(to)}">${emphasised(escaped(words))}</a>`;
    })
    .join('');
}

function emphasised(html: string): string {
  return html
    .replace(/\*\*(\S(?:[^*]*\S)?)\*\*/g, '<strong>$1</strong>')
    .replace(/(?<![\w*])\*([^\s*](?:[^*]*[^\s*])?)\*(?![\w*])/g, '<em>$1</em>');
}

/** Ids of headings, as common renderers make them, so that links within a document work. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}\s_-]/gu, '')
    .replace(/\s/g, '-');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
