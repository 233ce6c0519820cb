/** The built files themselves, and the list of what is left out. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { exclusions } from './exclusions.ts';

const folder = new URL('../dist/assets/', import.meta.url);
const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
const textOf = (name: string) => readFileSync(new URL(name, folder), 'utf8');

/** What a built script imports, at once or later. */
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

test('what is left out in a browser is a test that there is', () => {
  const here = new URL('./', import.meta.url);
  const specs = readdirSync(here).filter((name) => name.endsWith('.spec.ts'));
  const source = specs.map((name) => readFileSync(new URL(name, here), 'utf8')).join();
  const titles = Object.values(exclusions).flatMap((list) => list.flatMap((entry) => entry.titles));
  expect(titles.length).toBeGreaterThan(0);
  expect(titles.filter((title) => !source.includes(title))).toEqual([]);
});
