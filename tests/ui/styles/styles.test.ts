/** Style sheets: colours that can be seen, and names that exist on both sides of a sheet and the code. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import postcss, { type AtRule, type Declaration, type Node, type Root, type Rule } from 'postcss';
import { expect, test } from 'vitest';
import * as breakpoints from '../../../src/ui/styles/breakpoints.ts';

const UI = join(import.meta.dirname, '../../../src/ui');

const sheets = readdirSync(UI, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.css'))
  .map((path) => postcss.parse(readFileSync(join(UI, path), 'utf8'), { from: path }));

/** The sheet with the tokens. */
const tokens = postcss.parse(readFileSync(join(UI, 'styles/tokens.css'), 'utf8'));

/** Each value that occurs, once, in order. */
const each = (values: Iterable<string>): readonly string[] => [...new Set(values)].sort();

/** The declarations of some properties. */
function declarations(property: RegExp, among: readonly (Root | AtRule)[] = sheets): readonly Declaration[] {
  const found: Declaration[] = [];
  for (const node of among) node.walkDecls(property, (declaration) => void found.push(declaration));
  return found;
}

/** The queries with these words, such as `@media (forced-colors: active)`. */
function queriesOf(words: RegExp, among: readonly Root[] = sheets): readonly AtRule[] {
  const found: AtRule[] = [];
  for (const root of among)
    root.walkAtRules(/^(media|container)$/, (query) => {
      if (words.test(query.params)) found.push(query);
    });
  return found;
}

/** The luminance of a colour such as `#1a1c20`, by WCAG. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The colours of a token: light, dark and projected. */
const coloursOf = (name: string): readonly string[] =>
  declarations(new RegExp(`^--${name}$`), [tokens]).flatMap(({ value }) => value.match(/#[\da-f]{6}/g) ?? []);

test('text, muted text and the edge of a control are seen on both backgrounds of each theme', () => {
  for (const [name, ratio] of [
    ['text', 7],
    ['muted', 4.5],
    ['control-edge', 3],
  ] as const)
    for (const background of ['surface', 'raised'])
      for (const [theme, colour] of coloursOf(name).entries())
        expect(contrast(colour, coloursOf(background)[theme] ?? ''), `${name} on ${background}`).toBeGreaterThan(ratio);
});

test('forced colours replace every colour of the themes by one of the system', () => {
  const themed = declarations(/^--/, [tokens]).filter(({ value }) => value.startsWith('light-dark('));
  const replaced = declarations(/^--/, queriesOf(/forced-colors/, [tokens])).map(({ prop }) => prop);
  expect(each(replaced)).toEqual(each(themed.map(({ prop }) => prop)));
});

const values = declarations(/./)
  .map(({ value }) => value)
  .join('\n');

test('every custom property that a sheet reads is declared in a sheet, or set by a component', () => {
  const types = readFileSync(join(UI, 'styles/custom-properties.d.ts'), 'utf8').match(/--[a-z-]+/g) ?? [];
  const declared = new Set([...declarations(/^--/).map(({ prop }) => prop), ...types]);
  const read = each(values.match(/(?<=var\()--[a-z\d-]+/g) ?? []);
  expect(read.filter((name) => !declared.has(name))).toEqual([]);
});

/** All words of texts in the code: a class may be a value, such as the kind of a verdict. */
const SOURCE = join(UI, '..');
const wordsOfTexts: ReadonlySet<string> = new Set(
  readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) => readFileSync(join(SOURCE, path), 'utf8').match(/(?<=["'`\s])[a-z][\w-]*(?=["'`\s])/g) ?? []),
);

test('every class of a sheet is in the code', () => {
  const selectors: string[] = [];
  for (const root of sheets) root.walkRules(({ selector }) => void selectors.push(selector));
  const styled = each(selectors.join().match(/(?<=\.)[a-z][\w-]*/g) ?? []);
  // KaTeX writes its own elements; paper-texts.ts makes classes of two words; boot.js and index.html come before the
  // page.
  const known = ['katex', 'katex-display', 'not-checkable', 'not-distinguishable', 'boot'];
  expect(styled.filter((name) => !wordsOfTexts.has(name) && !known.includes(name))).toEqual([]);
});

/** The comparisons that ask for a breakpoint: `UP_TO_` is the last size of a layout, `FROM_` the first one. */
function sizesOf([name, size]: readonly [string, number]): readonly string[] {
  const side = name.endsWith('_HEIGHT_EM') ? 'height' : 'width';
  return (name.includes('UP_TO_') ? ['<=', '>'] : ['<', '>=']).map((than) => `(${side} ${than} ${size}em)`);
}

test('every query of a size has a breakpoint of the list, and each breakpoint is used', () => {
  const room = readFileSync(join(UI, 'shell/layout/page-room.ts'), 'utf8');
  const list = Object.entries(breakpoints).filter(([name]) => !room.includes(name));
  const compared = each(
    queriesOf(/(width|height)/).flatMap(({ params }) => params.replace(/^lane /, '').split(' and ')),
  );
  expect(compared.filter((size) => !list.flatMap(sizesOf).includes(size))).toEqual([]);
  expect(list.filter((breakpoint) => !sizesOf(breakpoint).some((size) => compared.includes(size)))).toEqual([]);
});

test('a component sheet makes a row or a column only in a mode, or of an open dialog', () => {
  const componentSheets = sheets.filter(({ source }) => !source?.input.from?.includes('/styles/'));
  const layerOf = ({ parent }: Node): string => {
    if (parent === undefined) return '';
    return parent.type === 'atrule' && (parent as AtRule).name === 'layer'
      ? (parent as AtRule).params
      : layerOf(parent);
  };
  const rows = declarations(/^display$/, componentSheets).filter(({ value }) => value === 'flex');
  expect(rows.length).toBeGreaterThan(0);
  const others = rows.filter(
    (row) => !layerOf(row).startsWith('modes.') && !/\[open\]/.test((row.parent as Rule).selector),
  );
  expect(others.map((row) => `${row.source?.input.from}:${row.source?.start?.line}`)).toEqual([]);
});
