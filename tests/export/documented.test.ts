/** What the documents tell people to type works as it stands there. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sim } from '../cli/bench.ts';

const root = new URL('../../', import.meta.url);

function commands(document: string): string[][] {
  const text = readFileSync(new URL(document, root), 'utf8');
  const lines = [...text.matchAll(/^ {4}npm run --silent sim -- (run .*?)(?: {3,}.*)?$/gm)];
  return lines.map(([, line = '']) => line.trim().split(/\s+/));
}

const lines = [
  ...commands('docs/TABLES.md'),
  ...commands('README.md').filter((line) => line.some((word) => /^--(series|flows|notebook|run-json)/.test(word))),
];

test('there are commands', () => expect(lines.length).toBeGreaterThan(4));

test.each(lines.map((line) => [line.join(' '), line] as const))('%s', (_, line) => {
  const { status, binary } = sim(line);
  expect(status).toBe(0);
  const files = line.filter((word) => /\.(csv|json|ipynb)$/.test(word));
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) expect(Buffer.concat(binary.get(file) ?? []).length).toBeGreaterThan(1_000);
});
