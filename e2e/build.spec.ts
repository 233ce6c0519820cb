/** The built files, and the list of excluded tests. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { exclusions } from './exclusions.ts';
import { shippedPackages } from './shipped-packages.ts';

const folder = new URL('../dist/assets/', import.meta.url);
const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
const textOf = (name: string) => readFileSync(new URL(name, folder), 'utf8');

/** The imports of a built script, immediate or later. */
function imported(text: string): string[] {
  return [...text.matchAll(/\b(?:from|import)\s*\(?\s*["'`]\.\/([^"'`]+\.js)["'`]/g)].map(([, name]) => name as string);
}

test('no script imports the entry of a worker: WebKit would run it a second time', () => {
  const entries = scripts.filter((name) => /\.worker-.*\.js$/.test(name));
  expect(entries.map((name) => name.split('.')[0]).sort()).toEqual([
    'capture',
    'export',
    'judge',
    'lane',
    'lesson',
    'study',
  ]);
  const edges = scripts.flatMap((from) => imported(textOf(from)).map((to) => ({ from, to })));
  expect(edges.filter(({ from }) => from.startsWith('lane.worker')).length).toBeGreaterThan(0);
  expect(edges.filter(({ to }) => entries.includes(to))).toEqual([]);
});

/** Titles of tests in the source; a part in `${}` is not changed. */
function titlesIn(source: string): string[] {
  return [...source.matchAll(/^\s*test\(\s*(?:'([^'\n]+)'|`([^`\n]+)`)/gm)].map(
    ([, plain, filled]) => plain ?? filled ?? '',
  );
}

test('the licence of every package that the page or a worker imports is shipped', () => {
  const packages = shippedPackages();
  expect(packages).toEqual(expect.arrayContaining(['react', '@jitl/quickjs-wasmfile-release-sync']));
  const licences = readFileSync(new URL('../dist/licences.md', import.meta.url), 'utf8');
  expect(packages.filter((name) => !licences.includes(`\n## ${name} - `))).toEqual([]);
  expect(licences).toContain('Fabrice Bellard');
});

test('every test that is left out in a browser exists', () => {
  const here = new URL('./', import.meta.url);
  const specs = readdirSync(here).filter((name) => name.endsWith('.spec.ts'));
  const tests = specs.flatMap((name) => titlesIn(readFileSync(new URL(name, here), 'utf8')));
  expect(tests.length).toBeGreaterThan(100);
  const leftOut = Object.values(exclusions).flatMap((list) => list.flatMap((entry) => entry.titles));
  expect(leftOut.length).toBeGreaterThan(0);
  // Each names exactly one test, so that no other test is excluded.
  const named = leftOut.map((title) => [title, tests.filter((one) => one.includes(title)).length]);
  expect(named.filter(([, found]) => found !== 1)).toEqual([]);
});
