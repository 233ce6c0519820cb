/** Properties of components and objects are written one by one, so that a reader and a search find each of them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const FOLDERS = ['src/ui', 'src/app', 'src/view'];
const root = join(import.meta.dirname, '..');

/**
 * Spreads of an object that stands in the code: `{...{ a, b }}`, `...{ a, b }`, `...(x ? { a } : {})`, `...(x && { a
 * })`.
 */
const SPREADS = /\.\.\.\{|\.\.\.\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*?(?:\?|&&|:)\s*\{/g;

const spreadsIn = (code: string) => code.match(SPREADS) ?? [];

const codeIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join(folder, file));

test('no object is spread that stands in the code', () => {
  const files = FOLDERS.flatMap(codeIn);
  expect(files.length).toBeGreaterThan(200);
  expect(files.filter((file) => spreadsIn(readFileSync(join(root, file), 'utf8')).length > 0)).toEqual([]);
});

test('the check finds such spreads, and lets others be', () => {
  const wrong = [
    '<A {...{ a, b }} />',
    'f({ ...{ a: 1 }, b })',
    '({ ...(a === undefined ? {} : { a }) })',
    '({ ...(isIn(a) ? { a } : {}) })',
    '({ ...(a && { a }) })',
  ];
  for (const code of wrong) expect(spreadsIn(code), code).toHaveLength(1);
  const right = [
    '<A {...props} />',
    '({ ...before, a })',
    '[...(a ? [a] : [])]',
    '[...(x ?? []), { a }]',
    '({ ...f({ a }) })',
  ];
  for (const code of right) expect(spreadsIn(code), code).toEqual([]);
});
