/** Selectors are written once and win by their layer. Outlines are for the focus, primitives have one sheet, and printed pages have names. */
import { expect, test } from 'vitest';
import { atRules, declarations, sheets } from './sheets.ts';

test.each(sheets)('$path has the rules of a selector in one place', ({ rules }) => {
  const keys = rules.map(({ layer, queries, selectors }) => [layer, ...queries, selectors.join(', ')].join(' | '));
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
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

test('an outline is the ring of the focus, and no other state takes its place', () => {
  const outlined = sheets
    .flatMap(({ rules }) => rules)
    .filter((rule) => rule.declarations.some((one) => /^outline/.test(one)));
  const others = outlined.flatMap(({ selectors }) => selectors).filter((selector) => !selector.includes(':focus'));
  // A link takes the focus to the number that it names, and the ring stays there.
  expect(others).toEqual(['.papers .asked']);
});

test('sides are logical: they follow the direction of the text', () => {
  const physical =
    /^((scroll-)?(margin|padding)|border)-(top|right|bottom|left)\b|^(top|right|bottom|left)$|^border-(top|bottom)-\w+-radius$/;
  const sided = declarations(/./).filter(
    ({ prop, value }) => physical.test(prop) || (prop === 'text-align' && /left|right/.test(value)),
  );
  // A shorthand with four values names the left and the right.
  const shorthands = declarations(/^(margin|padding|inset|border-radius)$/).filter(
    ({ value }) => value.replace(/\((?:[^()]|\([^()]*\))*\)/g, '').split(' ').length > 3,
  );
  expect([...sided, ...shorthands].map(String)).toEqual([]);
});

test('elements are seen in the order of the document', () => {
  expect(
    declarations(/^(order|reading-flow)$|^flex-direction$/)
      .filter(({ prop, value }) => prop !== 'flex-direction' || value.endsWith('reverse'))
      .map(String),
  ).toEqual([]);
});

test('a sheet sets the size of a printed page only by the name of the page', () => {
  expect(atRules(/^page$/).filter(({ params }) => params === '')).toEqual([]);
});

test('sliders and tables are drawn in one sheet, and no size depends on the scroll bar or on the zoom', () => {
  const sliders = sheets.filter(({ rules }) =>
    rules.some(({ selectors }) => selectors.some((selector) => /::-(webkit-slider|moz-range)/.test(selector))),
  );
  expect(sliders.map(({ path }) => path)).toEqual(['styles/range.css']);
  const tables = sheets.filter((sheet) => declarations(/^border-(collapse|spacing)$/, [sheet]).length > 0);
  expect(tables.map(({ path }) => path)).toEqual(['styles/global.css']);
  const ofWindow = declarations(/./).filter(({ value }) => /\d[dls]?v[wh]\b/.test(value));
  expect(ofWindow.map(String)).toEqual(['--vh: calc(1vh / var(--zoom))']);
});
