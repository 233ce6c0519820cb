/** The gallery: the results of a search, and the drawing of a course. */
import { expect, test } from 'vitest';
import { findPreset, presetFamilies } from '../../../src/scenarios/index.ts';
import { openingLanes } from '../../../src/scenarios/loaded-presets.ts';
import { findThumbnail } from '../../../src/scenarios/thumbnails/thumbnail-code.ts';
import { thumbnailTables } from '../../../src/scenarios/thumbnails/thumbnails.ts';
import { required } from '../../../src/shared/required.ts';
import {
  curveEnds,
  curveOutline,
  EXAMPLE_SEARCHES,
  everydayWordsByPreset,
  firstSentence,
  formatCurveCaption,
  leaderOutline,
  matchesSearch,
  outlineBetween,
} from '../../../src/ui/gallery/gallery-model.ts';

const all = presetFamilies.flatMap(({ name, presets }) => presets.map((preset) => ({ name, preset })));
const ids = (asked: string) =>
  all.filter(({ name, preset }) => matchesSearch(preset, name, asked)).map(({ preset }) => preset.id);

test('a search finds scenarios with every word, in title, sentence, source or policies', () => {
  expect(ids('')).toHaveLength(all.length);
  expect(ids('  SAWTOOTH ')).toEqual(['single-tcp']);
  expect(ids('m/d/1')).toEqual(['md1']);
  for (const query of ['vbs 3,000', 'vbs 3000', 'vbs 3 000', 'vbs 3\u202f000'])
    expect(ids(query)).toEqual(['hu-fig11', 'hu-fig12']);
  expect(ids('no such thing')).toEqual([]);
});

test.each(['upload', 'wifi', 'Wi-Fi', 'game', 'lag', 'bufferbloat', 'slow', 'slow internet'])(
  'a search for “%s” finds a home router with both ways',
  (word) => expect(ids(word)).toContain('family-evening'),
);
test('a search finds scenarios by everyday words and by what people type', () => {
  expect(ids('sqrt')).toEqual(['buffer-sizing']);
  for (const query of ['buffer size', 'buffer sizes', '√n buffer']) expect(ids(query)).toContain('buffer-sizing');
  for (const query of ['lag', 'bufferbloat', 'slow internet', 'wifi', 'Wi-Fi'])
    expect(ids(query)).toContain('home-bufferbloat');
  for (const query of ['lags', 'speedtest', 'fq_codel']) expect(ids(query), query).toContain('rrul');
  expect(ids('youtube')).toContain('video-beside-download');
  expect(ids('data center')).toEqual(['incast-dctcp', 'incast-reno']);
  for (const query of EXAMPLE_SEARCHES) expect(ids(query), query).not.toEqual([]);
  expect(Object.keys(everydayWordsByPreset).filter((id) => findPreset(id) === undefined)).toEqual([]);
});

test('a course goes from the left to the right edge, A at the bottom and _ at the top', () => {
  expect(curveOutline('A_A')).toBe('M0.0 31.0L48.0 1.0L96.0 31.0');
});

test('the letters of two lanes are apart and inside the picture, and lines lead to them from the ends of the curves', () => {
  const letters = (curves: readonly string[]) => curveEnds(curves).map(({ letter }) => letter);
  expect(letters(['A'])).toEqual([0.87]);
  expect(letters(['_', 'A'])).toEqual([0.13, 0.87]);
  const [one = 0, other = 0] = letters(['A', 'B']);
  expect(one - other).toBeCloseTo(0.26, 10);
  expect(one).toBeCloseTo(0.87, 10);
  const [lower] = curveEnds(['A', 'B']);
  const lastHeight = curveOutline('A').split(' ').at(-1);
  expect(leaderOutline(lower!)).toBe(`M0 ${lastHeight}L10 ${(32 * 0.87).toFixed(1)}`);
});

test('every preset has a picture and a result with a figure for each of its first lanes, and there are no others', () => {
  const tables = Object.values(thumbnailTables).flatMap((pictures) => Object.entries(pictures));
  expect(
    tables
      .flatMap(([, lines]) =>
        lines
          .trim()
          .split('\n')
          .map((line) => line.split(' ')[0]),
      )
      .sort(),
  ).toEqual(all.map(({ preset }) => preset.id).sort());
  expect(new Set(tables.map(([quantity]) => quantity)).size).toBe(tables.length);
  for (const { preset } of all) {
    const { curves, quantity, values } = required(findThumbnail(thumbnailTables, preset.id));
    const lanes = openingLanes(preset).length;
    expect(curves).toHaveLength(lanes);
    for (const course of curves) expect(course).toMatch(/^[A-Za-z0-9_-]{48}$/);
    expect(quantity).not.toBe('');
    expect(values.filter(Number.isFinite)).toHaveLength(lanes);
  }
});

test.each([
  ['opening', 'queue, 0–20\u00a0s'],
  // Its whole run.
  ['cbr-overload', 'queue, 0–10\u00a0s'],
  // A fast link carries 400 Mb in less time.
  ['zhao-35mb-1bwdp-stf30', 'queue, 0–11.4\u00a0s'],
])('the curves of %s are the %s', (id, caption) => {
  expect(formatCurveCaption(required(findPreset(id)))).toBe(caption);
});

test.each([
  ['One TCP flow on 1.5 Mb/s. How long is the queue?', 'One TCP flow on 1.5 Mb/s.'],
  ['Who wins? Both do.', 'Who wins?'],
  ['No end', 'No end'],
])('the first sentence of "%s"', (text, sentence) => {
  expect(firstSentence(text)).toBe(sentence);
});

test('the area between two lanes goes along one curve and back along the other', () => {
  expect(outlineBetween(['AB', '__'])).toBe(`${curveOutline('AB')}L96.0 1.0L0.0 1.0Z`);
  expect(outlineBetween(['AB'])).toBe('');
});
