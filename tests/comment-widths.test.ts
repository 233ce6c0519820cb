/** No line of a comment is longer than a line of code may be. The formatter does not wrap comments. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const MAX_COLUMNS = 120;
const root = join(import.meta.dirname, '..');

/** A line that is only a comment, or a part of one. Code in a comment is indented further, and stays as it is run. */
const COMMENT_LINE = /^\s*(?:\/\/|\/\*|\*(?=[ /])(?! {4}))/;

/** The lines of comments that are too long, by their number. */
function longComments(name: string, text: string): string[] {
  return text
    .split('\n')
    .flatMap((line, index) => (line.length > MAX_COLUMNS && COMMENT_LINE.test(line) ? [`${name}:${index + 1}`] : []));
}

test('no line of a comment has more than 120 columns', () => {
  const names = ['src', 'workers', 'scripts', 'tests', 'e2e'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:tsx?|mjs|css)$/.test(name))
      .map((name) => join(folder, name)),
  );
  expect(names.length).toBeGreaterThan(1_000);
  expect(names.flatMap((name) => longComments(name, readFileSync(join(root, name), 'utf8')))).toEqual([]);
});

test('a long comment is found, long code and code in a comment are not', () => {
  const words = 'word '.repeat(30);
  const lines = [`// ${words}`, `  /** ${words} */`, ` * ${words}`, `const text = '${words}';`, ` *     run(${words})`];
  expect(longComments('a.ts', lines.join('\n'))).toEqual(['a.ts:1', 'a.ts:2', 'a.ts:3']);
});
