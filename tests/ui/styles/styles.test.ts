/**
 * Every rule is in a cascade layer, and the rules of a mode of the page are in the layer of modes. Values that style
 * sheets share have names: the stack of the page, sizes of type, spaces, corners, colours and widths of columns in
 * tokens.css, breakpoints in breakpoints.ts. The rules of a component's sheet reach only the components of its folder.
 */
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

const stack = [...(sheets.get(TOKENS) ?? '').matchAll(/--stack-([a-z]+): (\d+);/g)];
const stackUsed = texts.flatMap((text) => [...text.matchAll(/z-index:\s*([^;]+);/g)].map(([, value]) => value));

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

test('the stack is numbered in its order', () => {
  expect(stack.map(([, , number]) => Number(number))).toEqual(stack.map((_, index) => index + 1));
});

test('every z-index is a place in the stack, and every place is used', () => {
  expect([...new Set(stackUsed)].sort()).toEqual(stack.map(([, name]) => `var(--stack-${name})`).sort());
});

/** The names of the tokens that begin so, as a sheet writes them. */
const tokensOf = (start: string): readonly string[] =>
  [...(sheets.get(TOKENS) ?? '').matchAll(/^ {4}(--[a-z\d-]+):/gm)]
    .map(([, name = '']) => `var(${name})`)
    .filter((use) => use.startsWith(`var(--${start}`));

/** The values of a property in the sheets, without the values that each element may have. */
const valuesOf = (property: RegExp, free: RegExp): readonly string[] =>
  texts
    .flatMap((text) => [...text.matchAll(property)])
    .flatMap(([, value = '']) => value.trim().split(/\s+/))
    .filter((value) => !free.test(value));

test('every size of type is a token or is relative to the text around it, and every token is used', () => {
  const sizes = valuesOf(/font-size:([^;]+);/g, /^[\d.]+em$/);
  const shorthands = valuesOf(/font:([^;/]+)/g, /^inherit$/);
  expect([...new Set([...sizes, ...shorthands])].sort()).toEqual([...tokensOf('type-')].sort());
});

test('every corner is a token, round or square, and every token is used', () => {
  const corners = valuesOf(/border(?:-[a-z]+)*-radius:([^;]+);/g, /^(50%|0)$/);
  expect([...new Set(corners)].sort()).toEqual([...tokensOf('radius')].sort());
});

test('every space between and within elements is a token, and every token is used', () => {
  const spaces = texts.flatMap((text) =>
    [...text.matchAll(/(?<![\w-])(?:(?:row-|column-)?gap|(?:scroll-)?(?:padding|margin)(?:-[a-z]+)*):([^;]+);/g)].map(
      ([, value = '']) => value.trim(),
    ),
  );
  // 1px is the width of a line.
  expect(spaces.filter((value) => /(?<![\d.])(?!1px)\d[\d.]*px/.test(value))).toEqual([]);
  const all = texts.join();
  expect(tokensOf('space-').filter((token) => !all.includes(token))).toEqual([]);
});

test('every colour is a token or a colour of the system', () => {
  const others = [...sheets].filter(([path]) => path !== TOKENS);
  const colours = others.flatMap(([path, text]) =>
    (text.match(/#[\da-f]{3,8}(?=[\s;,)])|(?:rgb|hsl|oklch|color)\([^)]*\)/gi) ?? []).map(
      (colour) => `${path}: ${colour}`,
    ),
  );
  expect(colours).toEqual([]);
});

test('a column whose width is a token has it by its name, and every such token is used', () => {
  const tokens = [...(sheets.get(TOKENS) ?? '').matchAll(/(--[a-z-]+-width): (\d+px);/g)];
  const widths = tokens.map(([, , width = '']) => width);
  const columns = valuesOf(/(?:grid-template(?:-columns)?|[a-z-]*width):([^;{}]+);/g, /^$/).flatMap(
    (value) => value.match(/\d+px/g) ?? [],
  );
  // Only the tokens themselves write these widths.
  expect(columns.filter((width) => widths.includes(width))).toEqual(widths);
  const all = texts.join();
  expect(tokens.map(([, name]) => `var(${name})`).filter((use) => !all.includes(use))).toEqual([]);
});

test('every query of a size has a breakpoint of the list, and each breakpoint is used', () => {
  expect([...sizesUsed].filter((size) => !list.flatMap(sizesOf).includes(size))).toEqual([]);
  expect(list.filter((breakpoint) => !sizesOf(breakpoint).some((size) => sizesUsed.has(size)))).toEqual([]);
});

/** The rules and at-rules of a sheet that are not within another one. */
function outermost(sheet: string): readonly string[] {
  let depth = 0;
  let flat = '';
  for (const letter of sheet) {
    if (letter === '}') depth--;
    if (depth === 0) flat += letter === '}' ? ';' : letter;
    if (letter === '{') depth++;
  }
  return flat.split(/[;{]/).flatMap((rule) => rule.trim() || []);
}

/** Each rule of a sheet: the layers, queries and selectors around it, and its own selector. */
function rulesOf(sheet: string): readonly (readonly string[])[] {
  const around: string[] = [];
  const rules: (readonly string[])[] = [];
  let words = '';
  for (const letter of sheet) {
    if (letter === '{') {
      around.push(words.trim().replace(/\s+/g, ' '));
      rules.push([...around]);
    } else if (letter === '}') around.pop();
    words = letter === '{' || letter === '}' || letter === ';' ? '' : words + letter;
  }
  return rules;
}

test.each([...sheets])('%s has the rules of a selector in one place', (_, sheet) => {
  const keys = rulesOf(sheet)
    .filter((rule) => rule.some((one) => !one.startsWith('@')) && !rule.some((one) => one.startsWith('@keyframes')))
    .map((rule) => rule.join(' | '));
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
});

test.each([...sheets].filter(([path]) => path !== TOKENS))(
  '%s has its forced colours among the overrides',
  (_, sheet) => {
    const forced = rulesOf(sheet).filter((rule) => rule.at(-1)?.includes('forced-colors'));
    expect(forced.filter(([layer]) => layer !== '@layer overrides')).toEqual([]);
  },
);

test('every rule is in a layer, and tokens.css gives the order of the layers', () => {
  const [order = '', ...others] = outermost(sheets.get(TOKENS) ?? '');
  const names = order.replace('@layer ', '').split(', ');
  expect(others.filter((rule) => !/^@(layer|property) /.test(rule))).toEqual([]);
  const used = new Set<string>();
  for (const [path, sheet] of sheets)
    if (path !== TOKENS)
      for (const rule of outermost(sheet).filter((each) => each !== '@page')) {
        const [, name = rule] = /^@layer ([a-z]+)$/.exec(rule) ?? /^@import .*layer\(([a-z]+)\)$/.exec(rule) ?? [];
        expect(names, path).toContain(name);
        used.add(name);
      }
  expect([...used, 'tokens'].sort()).toEqual([...names].sort());
});

/** The signs of a mode of the page: its theme, its room, its frame, its lesson, or a stop of a story. */
const MODE = /data-theme="projector"|data-(?:lesson|hide|focus)\b|\.(?:compact|low|with-lenses|bare|in-lesson)\b/;

/** The selectors of a sheet with their layer. */
function layeredSelectors(sheet: string): readonly (readonly [layer: string, selector: string])[] {
  const starts = [...sheet.matchAll(/^@layer ([a-z]+) \{/gm)];
  return starts.flatMap(({ index, 1: layer = '' }, at) =>
    selectorsOf(sheet.slice(index, starts[at + 1]?.index)).map((selector) => [layer, selector] as const),
  );
}

test.each([...sheets].filter(([path]) => path !== TOKENS))('%s has the rules of modes in their layer', (_, sheet) => {
  const elsewhere = layeredSelectors(sheet).filter(
    ([layer, selector]) => MODE.test(selector) && !['modes', 'overrides'].includes(layer),
  );
  expect(elsewhere).toEqual([]);
});

test('no selector is repeated to win over another one, and no animation is written twice', () => {
  const selectors = texts.flatMap((text) =>
    [...text.matchAll(/(?<=^|[{};])\s*([^{};@]+?)\s*\{/g)].map(([, list = '']) => list),
  );
  expect(selectors.filter((selector) => /:root:root|!important/.test(selector))).toEqual([]);
  const animations = texts.flatMap((text) =>
    [...text.matchAll(/@keyframes [a-z-]+\s*\{([^}]*\})/g)].map(([, body]) => body),
  );
  expect(new Set(animations).size).toBe(animations.length);
});

test('the colours of light and dark are written once, together', () => {
  const tokens = sheets.get(TOKENS) ?? '';
  // Light and dark together, the projector's, and forced colours.
  for (const name of ['text', 'muted', 'grid', 'surface', 'raised', 'accent', 'drop'])
    expect([...tokens.matchAll(new RegExp(`--${name}: ([^;]+);`, 'g'))].length, name).toBeLessThanOrEqual(3);
  expect(tokens.match(/prefers-color-scheme/)).toBeNull();
});

/** Sheets whose rules are for the whole page. */
const GLOBAL = ['styles/global.css', TOKENS, 'shell/app.css', 'saving/print.css'];
/** Classes that a folder offers to the components of others. */
const OFFERED: Readonly<Record<string, readonly string[]>> = {
  controls: ['sidebar'],
  figures: ['study', 'study-controls', 'study-figure', 'study-figures', 'study-progress'],
  lane: ['lane'],
  plots: ['choice', 'choices', 'plots-area'],
  program: ['program-text'],
  shell: ['notices'],
};

const folderOf = (path: string) => path.split('/')[0] as string;

/** By class, the folders whose components have it. */
const foldersOfClass = new Map<string, Set<string>>(
  // The room and the frame of the page: classes from the values of variables.
  ['compact', 'low', 'bare', 'locked'].map((name) => [name, new Set(['shell'])]),
);
for (const path of readdirSync(UI, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'))) {
  if (!/\.tsx?$/.test(path)) continue;
  const code = readFileSync(join(UI, path), 'utf8');
  for (const [, value = ''] of code.matchAll(
    /(?:[cC]lass(?:Name|Of)\s*=\s*(?!\{classes\()|\bclasses\()("[^"]*"|\n[^}]*|[^\n]*)/g,
  ))
    for (const [text] of value.matchAll(/"[^"]*"|'[^']*'|`[^`]*`/g))
      for (const [name] of text.matchAll(/[a-z][\w-]*/g))
        foldersOfClass.set(name, (foldersOfClass.get(name) ?? new Set()).add(folderOf(path)));
}

/** The selectors of a list; within parentheses a comma does not separate them, and what is negated does not count. */
function separated(list: string): readonly string[] {
  const flat = list
    .replace(/:not\([^()]*\)/g, '')
    .replace(/\(([^()]*)\)/g, (_, inner: string) => inner.replaceAll(',', ' '));
  return flat === list ? list.split(',').map((selector) => selector.trim()) : separated(flat);
}

/** A nested selector after the one around it, or with it in the place of `&`. */
const within = (outer: string, inner: string) =>
  inner.includes('&') ? inner.replace('&', outer) : `${outer} ${inner}`;

/** The selectors of the rules of a sheet that have declarations. A nested one is whole. */
function selectorsOf(sheet: string): readonly string[] {
  const found = new Set<string>();
  const open: string[] = [];
  for (const [, text = '', mark] of sheet.matchAll(/([^{};]*)([{};])/g)) {
    if (mark === '{') open.push(text.trim());
    else if (mark === '}') open.pop();
    else if (open.some((rule) => !rule.startsWith('@')) && !open.some((rule) => rule.startsWith('@keyframes')))
      for (const selector of open
        .filter((rule) => !rule.startsWith('@'))
        .map(separated)
        .reduce((around, inner) => around.flatMap((outer) => inner.map((each) => within(outer, each)))))
        found.add(selector);
  }
  return [...found];
}

/** Whether one class of the selector is only in this folder, or is offered by it. */
function isScoped(selector: string, folder: string): boolean {
  const classes = [...selector.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name);
  return (
    /^:root\[data-(sheet|lesson-print)\]/.test(selector) ||
    classes.some((name) => {
      const others = [...(foldersOfClass.get(name) ?? [])].filter((other) => other !== folder);
      return others.length === 0 || OFFERED[folder]?.includes(name);
    })
  );
}

test.each([...sheets].filter(([path]) => !GLOBAL.includes(path)))('%s styles only its own folder', (path, sheet) => {
  expect(selectorsOf(sheet).filter((selector) => !isScoped(selector, folderOf(path)))).toEqual([]);
});

test('each class that a folder offers is used by another one', () => {
  const unused = Object.entries(OFFERED).flatMap(([folder, names]) =>
    names.filter((name) => ![...(foldersOfClass.get(name) ?? [])].some((other) => other !== folder)),
  );
  expect(unused).toEqual([]);
});
