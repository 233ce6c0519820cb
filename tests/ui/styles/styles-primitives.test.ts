/**
 * A style that many components need is a primitive in styles/shared.css, written once. A component sets only
 * differences.
 */
import { expect, test } from 'vitest';
import { components, each, sheets } from './sheets.ts';

const isPrimitive = (path: string): boolean => path.startsWith('styles/');
const ofComponents = components.filter(({ path }) => !isPrimitive(path));

test('rows and columns of flexible boxes are primitives: a component has their class and sets only differences', () => {
  const flex = ofComponents.flatMap(({ path, rules }) =>
    rules
      .filter(
        ({ layer, declarations }) =>
          layer === 'components' && declarations.some((one) => /^(display: (inline-)?flex|flex-direction: )/.test(one)),
      )
      .map(({ selectors }) => `${path}: ${selectors.join(', ')}`),
  );
  expect(flex).toEqual([]);
});

test('a grid without columns, rows or places is a stack', () => {
  const isStack = (declarations: readonly string[]) =>
    declarations.includes('display: grid') &&
    declarations.some((one) => one.startsWith('gap:')) &&
    !declarations.some((one) => /^(grid-|place-)/.test(one));
  const stacks = ofComponents.flatMap(({ path, rules }) =>
    rules
      .filter((rule) => rule.layer === 'components' && isStack(rule.declarations))
      .map(({ selectors }) => `${path}: ${selectors.join(', ')}`),
  );
  expect(stacks).toEqual([]);
});

/** The number of sheets in which a group of declarations may be repeated before it needs a name. */
const MAX_SHEETS = 2;

/** All groups of three declarations of a rule. */
function groupsOf(declarations: readonly string[]): readonly string[] {
  const names = each(declarations);
  return names.flatMap((one, first) =>
    names
      .slice(first + 1)
      .flatMap((two, second) => names.slice(first + second + 2).map((three) => `${one}; ${two}; ${three}`)),
  );
}

test('no group of three declarations is repeated in three sheets', () => {
  const places = new Map<string, Set<string>>();
  for (const { path, rules } of ofComponents)
    for (const rule of rules)
      for (const group of groupsOf(rule.declarations)) places.set(group, (places.get(group) ?? new Set()).add(path));
  const repeated = [...places].filter(([, paths]) => paths.size > MAX_SHEETS);
  expect(repeated.map(([group, paths]) => `${group}: ${[...paths].join(', ')}`)).toEqual([]);
});

test('a component does not write a primitive again', () => {
  const selectorsOf = (all: typeof sheets) => all.flatMap(({ rules }) => rules.flatMap(({ selectors }) => selectors));
  const names = new Set(selectorsOf(sheets.filter(({ path }) => isPrimitive(path))));
  expect(selectorsOf(ofComponents).filter((selector) => selector.startsWith('.') && names.has(selector))).toEqual([]);
});
