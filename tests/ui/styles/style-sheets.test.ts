/** Numbers that several style sheets share have names: layers in tokens.css, breakpoints in breakpoints.ts. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as breakpoints from '../../../src/ui/styles/breakpoints.ts';

const UI = join(import.meta.dirname, '../../../src/ui');
const TOKENS = 'styles/tokens.css';

/** The content of each sheet without its comments, by its path. */
const sheets = new Map(
  readdirSync(UI, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.css'))
    .map((path) => [path, readFileSync(join(UI, path), 'utf8').replace(/\/\*.*?\*\//gs, '')] as const),
);
const texts = [...sheets.values()];

const layers = [...(sheets.get(TOKENS) ?? '').matchAll(/--layer-([a-z]+): (\d+);/g)];
const layersUsed = texts.flatMap((text) => [...text.matchAll(/z-index:\s*([^;]+);/g)].map(([, value]) => value));

/** The sizes that queries of the window and of a lane name, such as `max-width: 900px`. */
const sizesUsed = new Set(
  texts
    .flatMap((text) => text.match(/@(media|container)[^{]*/g) ?? [])
    .flatMap((query) => query.match(/[^(]*(width|height)[^)]*/g) ?? []),
);

/** `UP_TO` is the last size of a layout, `FROM` the first one. */
function sizesOf([name, size]: readonly [string, number]): readonly string[] {
  const side = name.endsWith('_HEIGHT') ? 'height' : 'width';
  const [unit, step] = name.startsWith('LANE_') ? ['em', 0.1] : ['px', 1];
  return name.includes('UP_TO_')
    ? [`max-${side}: ${size}${unit}`]
    : [`min-${side}: ${size}${unit}`, `max-${side}: ${size - step}${unit}`];
}
const list = Object.entries(breakpoints);

test('layers are numbered in their order', () => {
  expect(layers.map(([, , number]) => Number(number))).toEqual(layers.map((_, index) => index + 1));
});

test('every z-index is a layer, and every layer is used', () => {
  expect([...new Set(layersUsed)].sort()).toEqual(layers.map(([, name]) => `var(--layer-${name})`).sort());
});

test('every query of a size has a breakpoint of the list, and each breakpoint is used', () => {
  expect([...sizesUsed].filter((size) => !list.flatMap(sizesOf).includes(size))).toEqual([]);
  expect(list.filter((breakpoint) => !sizesOf(breakpoint).some((size) => sizesUsed.has(size)))).toEqual([]);
});

test('the dark theme has the same values when it is chosen and when the system asks for it', () => {
  const tokens = sheets.get(TOKENS) ?? '';
  const dark = (selector: string) =>
    tokens
      .split(`${selector} {`)[1]
      ?.split('}')[0]
      ?.match(/--[a-z]+: [^;]+/g);
  expect(dark(':root:not([data-theme="light"])')).toEqual(dark(':root[data-theme="dark"]'));
});
