/** The names beside the marks of a strip cover no mark and no name. */
import { expect, test } from 'vitest';
import { placeStripLabels } from '../../../src/view/papers/strip-labels.ts';

const RADIUS_PX = 6;
const WIDTH_PX = 700;

test('a name stands directly above a mark that is alone', () => {
  const [label] = placeStripLabels([{ x: 500, y: 7, text: 'R5 VC 1' }], 300, WIDTH_PX, RADIUS_PX);
  expect(label).toMatchObject({ index: 0, x: 500, anchor: 'middle', hasLine: false });
  expect(label?.y).toBeGreaterThan(7 + RADIUS_PX);
});

test('a name beside a pile points away from it', () => {
  const pile = [0, 1, 2].map((level) => ({ x: 225, y: 7 + 14 * level }));
  const labels = placeStripLabels([{ x: 200, y: 7, text: 'R7 VC 3' }, ...pile], 300, WIDTH_PX, RADIUS_PX);
  expect(labels).toMatchObject([{ index: 0, anchor: 'end', hasLine: false }]);
});

test('the names of two marks side by side point away from each other', () => {
  const labels = placeStripLabels(
    [
      { x: 500, y: 7, text: 'Table 1, a long name' },
      { x: 520, y: 7, text: 'Table 2, a long name' },
    ],
    300,
    WIDTH_PX,
    RADIUS_PX,
  );
  expect(labels.map(({ index, anchor }) => [index, anchor])).toEqual([
    [1, 'start'],
    [0, 'end'],
  ]);
});

test('a name that stands higher has a line to its mark', () => {
  const neighbours = [
    { x: 170, y: 35 },
    { x: 230, y: 35 },
  ];
  const labels = placeStripLabels(
    [{ x: 200, y: 7, text: 'Table 1, a long name' }, ...neighbours],
    300,
    WIDTH_PX,
    RADIUS_PX,
  );
  expect(labels).toMatchObject([{ index: 0, hasLine: true }]);
  expect(labels[0]?.y).toBeGreaterThan(35 + RADIUS_PX);
});

test('if one name has no place, there are none', () => {
  const text = 'a name that is wider than the strip';
  const marks = [
    { x: 20, y: 7, text: 'R1' },
    { x: 60, y: 7, text },
  ];
  expect(placeStripLabels(marks, 50, 120, RADIUS_PX)).toEqual([]);
});
