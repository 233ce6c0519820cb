/**
 * Values that style sheets share have names in tokens.css: the stack of the page, sizes of type, spaces, corners, colours
 * and widths of columns. The sizes of queries have names in breakpoints.ts.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as breakpoints from '../../../src/ui/styles/breakpoints.ts';
import { components, declarations, each, sheets, tokens, UI } from './sheets.ts';

/** The tokens whose names begin so, as a sheet writes them. */
const uses = (start: string): readonly string[] =>
  each(declarations(new RegExp(`^--${start}`), [tokens]).map(({ prop }) => `var(${prop})`));

/** The parts of the values of a property, without those that each element may have. */
const parts = (property: RegExp, free: RegExp): readonly string[] =>
  each(
    declarations(property)
      .flatMap(({ value }) => value.split(/\s+/))
      .filter((value) => !free.test(value)),
  );

const values = sheets.flatMap((sheet) => declarations(/./, [sheet]).map(({ value }) => value)).join('\n');
const unused = (start: string): readonly string[] => uses(start).filter((use) => !values.includes(use));

test('the stack is numbered in its order, and every z-index is a place in it', () => {
  const stack = declarations(/^--stack-/, [tokens]);
  expect(stack.map(({ value }) => Number(value))).toEqual(stack.map((_, index) => index + 1));
  expect(parts(/^z-index$/, /^$/)).toEqual(uses('stack-'));
});

test('every size of type is a token or is relative to the text around it, and every token is used', () => {
  const shorthands = declarations(/^font$/).map(({ value }) => value.split('/')[0]?.trim() ?? '');
  expect(
    each([
      ...parts(/^(font-size|--h\d-size)$/, /^([\d.]+em|var\(--h\d-size\))$/),
      ...shorthands.filter((size) => size !== 'inherit'),
    ]),
  ).toEqual(uses('type-'));
});

test('every weight and every height of a line is a token, and every token is used', () => {
  expect(parts(/^font-weight$/, /^inherit$/)).toEqual(uses('weight-'));
  // A line without height, or as high as its letters or as a measure of the component.
  const lines = parts(/^line-height$/, /^([01]|var\(--(?!leading)[a-z-]+\))$/);
  expect(lines).toEqual(uses('leading'));
});

test('the width of a text follows its type: pixels are for drawings, signs and paper', () => {
  const width =
    /^((min-|max-)?width|flex(-basis)?|grid-template(-columns)?|--[a-z-]*(width|column|names)): .*\b\d{2,}px/;
  const isDrawn = /( svg|-figure|-dot|-drawing|-plot|::before)$/;
  const fixed = components
    .flatMap(({ rules }) => rules)
    .filter(({ layer, declarations: all }) => layer !== 'modes.sheet' && all.some((one) => width.test(one)));
  expect(fixed.flatMap(({ selectors }) => selectors).filter((selector) => !isDrawn.test(selector))).toEqual([]);
});

test('every corner is a token, round or square, and every token is used', () => {
  expect(parts(/^border(-[a-z]+)*-radius$/, /^(50%|0)$/)).toEqual(uses('radius'));
});

test('every space between, within and beside elements is a token or is relative to its text, and every token is used', () => {
  const spaces = declarations(/^((row-|column-)?gap|(scroll-)?(padding|margin)(-[a-z]+)*|inset(-[a-z]+)*)$/);
  // 1px is the width of a line, 1em and 1lh the size of the text around the space, and 100% the whole. Paper has points.
  const isFree = (value: string) =>
    value
      .replace(/var\(--[a-z\d-]+\)/g, '')
      .replace(
        /(?<![\d.])(0(?:px)?|-?1px|[\d.]+(?:em|lh)|\d+pt)(?![\d.])|\b(auto|calc|max|min)\b|100%|[-+*/]|[(), ]|\b[12]\b/g,
        '',
      ) === '';
  expect(spaces.filter(({ value }) => !isFree(value)).map(String)).toEqual([]);
  expect(unused('space-')).toEqual([]);
});

test('every colour is a token or a colour of the system', () => {
  const colours = /#[\da-f]{3,8}\b|(?:rgb|hsl|oklch|color)\(/i;
  expect(
    declarations(/./, components)
      .filter(({ value }) => colours.test(value))
      .map(String),
  ).toEqual([]);
});

test('a column whose width has a name has it by its name', () => {
  const named = declarations(/^--[a-z-]+-width$/).map(({ value }) => value);
  const columns = declarations(/^(grid-template(-columns)?|(?!--)[a-z-]*width)$/, components);
  expect(
    columns.filter(({ value }) => value.match(/\d+px/g)?.some((width) => named.includes(width))).map(String),
  ).toEqual([]);
});

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

test('the colours of light and dark are written once, together', () => {
  // Light and dark together, the projector's, and forced colours.
  for (const name of ['text', 'muted', 'grid', 'surface', 'raised', 'accent', 'drop'])
    expect(declarations(new RegExp(`^--${name}$`), [tokens]).length, name).toBeLessThanOrEqual(3);
  expect(tokens.root.toString()).not.toContain('prefers-color-scheme');
});

test('forced colours replace every colour of the themes by one of the system', () => {
  const themed = declarations(/^--/, [tokens]).filter(({ value }) => value.startsWith('light-dark('));
  const forced = tokens.rules.filter(({ queries }) => queries.some((query) => query.includes('forced-colors')));
  const replaced = forced.flatMap((rule) => rule.declarations.map((one) => one.split(':')[0] ?? ''));
  expect(each(replaced)).toEqual(each(themed.map(({ prop }) => prop)));
});

test('every custom property that a sheet reads is declared in a sheet, or set by a component', () => {
  const types = readFileSync(join(UI, 'styles/custom-properties.d.ts'), 'utf8').match(/--[a-z-]+/g) ?? [];
  const declared = new Set([...declarations(/^--/).map(({ prop }) => prop), ...types]);
  const read = each(values.match(/(?<=var\()--[a-z\d-]+/g) ?? []);
  expect(read.filter((name) => !declared.has(name))).toEqual([]);
});

test('a size that one sheet reads belongs to the root of its component', () => {
  const sizes = declarations(/^--(?!space|radius|type)/, [tokens]).filter(({ value }) => /^\d+px$/.test(value));
  const readers = (prop: string) => components.filter(({ root }) => root.toString().includes(`var(${prop})`));
  expect(each(sizes.map(({ prop }) => prop)).filter((prop) => readers(prop).length < 2)).toEqual([]);
});

/** The comparisons that ask for a breakpoint: `UP_TO_` is the last size of a layout, `FROM_` the first one. */
function sizesOf([name, size]: readonly [string, number]): readonly string[] {
  const side = name.endsWith('_HEIGHT_EM') ? 'height' : 'width';
  return (name.includes('UP_TO_') ? ['<=', '>'] : ['<', '>=']).map((than) => `(${side} ${than} ${size}em)`);
}

const sizeQueries = sheets.flatMap(({ path, rules }) =>
  rules.flatMap(({ queries }) =>
    queries.filter((query) => /^@(media|container) .*(width|height)/.test(query)).map((query) => ({ path, query })),
  ),
);

test('a style sheet compares only the width of a lane, and the tokens that of a large screen', () => {
  const others = sizeQueries.filter(
    ({ path, query }) => !query.startsWith('@container lane ') && path !== 'styles/tokens.css',
  );
  expect(others).toEqual([]);
});

test('every query of a size has a breakpoint of the list, and each breakpoint is used', () => {
  const room = readFileSync(join(UI, 'shell/layout/page-room.ts'), 'utf8');
  const list = Object.entries(breakpoints).filter(([name]) => !room.includes(name));
  const compared = each(
    sizeQueries.flatMap(({ query }) => query.replace(/^@(media|container lane) /, '').split(' and ')),
  );
  expect(compared.filter((size) => !list.flatMap(sizesOf).includes(size))).toEqual([]);
  expect(list.filter((breakpoint) => !sizesOf(breakpoint).some((size) => compared.includes(size)))).toEqual([]);
});
