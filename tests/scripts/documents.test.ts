/** The documents in the folder of the page: their Markdown as HTML, and links that lead somewhere. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { documents } from '../../scripts/documents.ts';
import { htmlOf } from '../../scripts/markdown.ts';

const root = join(import.meta.dirname, '../..');
const all = documents(root, "default-src 'none'");

describe('Markdown', () => {
  const none = () => undefined;
  test.each([
    ['# A & B', '<h1 id="a--b">A &amp; B</h1>'],
    ['one\ntwo', '<p>one\ntwo</p>'],
    ['**Bold**, *slanted* and `a*b*c`', '<p><strong>Bold</strong>, <em>slanted</em> and <code>a*b*c</code></p>'],
    ['2 * 3 * 4', '<p>2 * 3 * 4</p>'],
    ['- one\n  more\n- two', '<ul>\n<li>one\nmore</li>\n<li>two</li>\n</ul>'],
    ['1. one\n2. two', '<ol>\n<li>one</li>\n<li>two</li>\n</ol>'],
    ['    a < b', '<pre><code>a &lt; b</code></pre>'],
    ['```\na\n\n# b\n```', '<pre><code>a\n\n# b</code></pre>'],
    ['[words](nowhere.ts)', '<p>words</p>'],
    ['<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
  ])('%j', (markdown, html) => {
    expect(htmlOf(markdown, none)).toBe(html);
  });

  test('links and pictures', () => {
    expect(htmlOf('[a *b*](c.md) ![d](e.svg)', (target) => `x/${target}`)).toBe(
      '<p><a href="x/c.md">a <em>b</em></a> <img src="x/e.svg" alt="d" /></p>',
    );
  });

  test('tables', () => {
    const html = htmlOf('| a | b |\n| --- | --- |\n| 1 | x \\| y |', none);
    expect(html).toContain('<thead><tr><th>a</th><th>b</th></tr></thead>');
    expect(html).toContain('<tr><td>1</td><td>x | y</td></tr>');
  });
});

test('every document is a page, and every link in them leads to one or to a heading', () => {
  expect([...all.keys()]).toEqual(
    expect.arrayContaining(['VALIDATION.html', 'GFR.html', 'MODEL.html', 'documents.css']),
  );
  for (const [name, html] of all) {
    if (!name.endsWith('.html')) continue;
    const links = [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, target]) => target as string);
    for (const target of links.filter((one) => !one.startsWith('../'))) {
      if (target.startsWith('#')) expect(html, `${name} ${target}`).toContain(`id="${target.slice(1)}"`);
      else expect([...all.keys()], `${name} ${target}`).toContain(target);
    }
    expect(html).not.toMatch(/https?:\/\//);
  }
});

test('documents that the papers name are there', () => {
  const papers = readdirSync(join(root, 'src/papers'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const named = papers.flatMap((file) => [
    ...readFileSync(join(root, 'src/papers', file), 'utf8').matchAll(/docs\/([\w-]+)\.md/g),
  ]);
  expect(named.length).toBeGreaterThan(0);
  for (const [, name] of named) expect([...all.keys()]).toContain(`${name}.html`);
});
