/** Every rule is in a cascade layer. The rules of a mode of the page, and of states, are in their layer alone. */
import type { AtRule } from 'postcss';
import { expect, test } from 'vitest';
import { components, each, sheets, tokens } from './sheets.ts';

const layersOf = (atRule: AtRule | undefined) => (atRule?.params ?? '').split(',').map((name) => name.trim());

/** The layers in their order, as tokens.css declares them. */
const ORDER = layersOf(tokens.root.nodes.find((node) => node.type === 'atrule') as AtRule | undefined);

test('tokens.css gives the order of all layers, and each is used', () => {
  const used = sheets.flatMap(({ rules }) => rules.map(({ layer }) => layer));
  expect(each(used)).toEqual(each(ORDER));
});

test.each(sheets)('$path has all rules in a layer', ({ root }) => {
  const outside = root.nodes.filter(
    (node) =>
      !(
        node.type === 'comment' ||
        (node.type === 'atrule' &&
          (['layer', 'property', 'page'].includes(node.name) ||
            (node.name === 'import' && /layer\(base\)$/.test(node.params))))
      ),
  );
  expect(outside.map(String)).toEqual([]);
});

test.each(components)('$path has its forced colours among the overrides', ({ rules }) => {
  const forced = rules.filter(
    ({ queries, declarations }) =>
      queries.some((query) => query.includes('forced-colors')) ||
      declarations.some((one) => one.startsWith('forced-color-adjust')),
  );
  expect(each(forced.map(({ layer }) => layer)).filter((layer) => layer !== 'overrides')).toEqual([]);
});

/** The states of an element. A selector that only excludes a state is not a rule of it. */
const STATE =
  /:(hover|active|checked|disabled|focus(-visible|-within)?)\b|\[aria-(current|pressed|expanded|invalid|disabled)/;

test.each(components)('$path has the rules of states in their layer, and no others there', ({ rules }) => {
  const misplaced = rules
    .filter(({ layer }) => !/^(modes\..*|overrides)$/.test(layer))
    .flatMap(({ layer, selectors }) =>
      selectors
        .filter((selector) =>
          layer === 'states' ? !STATE.test(selector) : STATE.test(selector.replace(/:not\([^()]*\)/g, '')),
        )
        .map((selector) => `${layer}: ${selector}`),
    );
  expect(misplaced).toEqual([]);
});

/** The marks of each mode on the page: its theme, its room, its frame, a stop of a story, its lesson, hidden parts, paper. */
const MARKS: Readonly<Record<string, RegExp>> = {
  'modes.scrolls': /\.scrolls\b/,
  'modes.compact': /\.(compact|with-lenses)\b/,
  'modes.projector': /data-theme="projector"|\.(short|crowded|one-plot)\b/,
  'modes.narrow': /\.(narrow|phone)\b/,
  'modes.low': /\.low\b/,
  'modes.embedded': /\.bare\b/,
  'modes.story': /data-focus\b/,
  'modes.lesson': /data-lesson(-opening|-failed)?\b(?!-)|\.in-lesson\b/,
  'modes.hide': /data-hide\b/,
  'modes.sheet': /data-(sheet|lesson-print)\b/,
};

test('each layer of modes has its marks', () => {
  expect(each(Object.keys(MARKS))).toEqual(each(ORDER.filter((layer) => layer.startsWith('modes.'))));
});

/** The modes that a selector names, also those that it excludes. */
const modesOf = (selector: string): readonly string[] =>
  Object.keys(MARKS).filter((mode) => MARKS[mode]?.test(selector));

test.each(components)('$path has the rules of each mode in its layer, and none that crosses two modes', ({ rules }) => {
  const misplaced = rules
    .filter(({ layer }) => layer !== 'overrides')
    .flatMap(({ layer, selectors }) =>
      selectors
        .filter((selector) => modesOf(selector).join() !== (layer.startsWith('modes.') ? layer : ''))
        .map((selector) => `${layer}: ${selector}`),
    );
  expect(misplaced).toEqual([]);
});

test('only the template of the page reads its layout', () => {
  const readers = sheets.filter(({ root }) => root.toString().includes('data-layout'));
  expect(readers.map(({ path }) => path)).toEqual(['shell/app.css']);
});
