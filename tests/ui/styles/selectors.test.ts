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
