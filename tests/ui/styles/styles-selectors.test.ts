/** Selectors are written once, win by their layer, and no animation is written twice. */
import { expect, test } from 'vitest';
import { atRules, declarations, sheets } from './sheets.ts';

test.each(sheets)('$path has the rules of a selector in one place', ({ rules }) => {
  const keys = rules.map(({ layer, queries, selectors }) => [layer, ...queries, selectors.join(', ')].join(' | '));
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
});

test('a rule wins by its layer, not by a trick of specificity', () => {
  const selectors = sheets.flatMap(({ rules }) => rules.flatMap((rule) => rule.selectors));
  expect(selectors.filter((selector) => /:where\(|:root:root/.test(selector))).toEqual([]);
  expect(
    declarations(/./)
      .filter(({ important }) => important)
      .map(String),
  ).toEqual([]);
});

test('no animation is written twice', () => {
  const bodies = atRules(/^keyframes$/).map(({ nodes }) => String(nodes));
  expect(new Set(bodies).size).toBe(bodies.length);
});

/** Most declarations that two rules may share. With more, they say one thing twice. */
const MOST_SHARED = 5;

test('two rules with many equal declarations are one rule', () => {
  const rules = sheets.flatMap(({ path, rules }) => rules.map((rule) => ({ path, ...rule })));
  const nameOf = ({ path, selectors }: (typeof rules)[number]) => `${path} ${selectors.join(', ')}`;
  const pairs = rules.flatMap((rule, at) =>
    rules
      .slice(at + 1)
      .filter((other) => rule.declarations.filter((one) => other.declarations.includes(one)).length > MOST_SHARED)
      .map((other) => `${nameOf(rule)} and ${nameOf(other)}`),
  );
  expect(pairs).toEqual([]);
});
