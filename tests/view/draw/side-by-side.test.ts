import { expect, test } from 'vitest';
import { placeSideBySide } from '../../../src/view/draw/side-by-side.ts';

const leftsOf = (wantedLefts: readonly number[]) =>
  placeSideBySide(
    wantedLefts.map((wantedLeft) => ({ wantedLeft, widthPx: 40 })),
    [0, 300],
    8,
  ).map(({ from }) => from);

test('signs with room keep their places', () => {
  expect(leftsOf([10, 58, 200])).toEqual([10, 58, 200]);
});

test('signs that would overlap share the distance, with 8 px between them', () => {
  // Both at 100: one moves 24 px to the left, and the other 24 px to the right.
  expect(leftsOf([100, 100])).toEqual([76, 124]);
  // The third joins them. The mean of 100, 100 - 48 and 130 - 96 is 62.
  expect(leftsOf([100, 100, 130])).toEqual([62, 110, 158]);
});

test('signs stay on the canvas', () => {
  expect(leftsOf([-20, 0])).toEqual([0, 48]);
  expect(leftsOf([280, 290])).toEqual([212, 260]);
});
