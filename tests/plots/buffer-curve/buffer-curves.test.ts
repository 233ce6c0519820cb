/** The values between the points of a curve, against lines drawn by hand. */
import { expect, test } from 'vitest';
import { curveCrossing, meanAtSize, sizeReaching } from '../../../src/plots/buffer-curve/buffer-curves.ts';

test('between two points, the curve and the size that reaches a value lie on the line', () => {
  const points = [
    { size: 10, mean: 40, ci95: 0 },
    { size: 20, mean: 95, ci95: 0 },
    { size: 30, mean: 80, ci95: 0 },
    { size: 50, mean: 100, ci95: 0 },
  ];
  expect(meanAtSize(points, 40)).toBe(90);
  expect([10, 20, 50].map((size) => meanAtSize(points, size))).toEqual([40, 95, 100]);
  expect([5, 60].map((size) => meanAtSize(points, size))).toEqual([Number.NaN, Number.NaN]);
  // It is above 90 at 20 too, but it falls below again.
  expect(sizeReaching(points, 90)).toBe(40);
  expect([30, 101].map((value) => sizeReaching(points, value))).toEqual([undefined, undefined]);
});

test('two curves that cross once: the size, and the curve that is higher below it', () => {
  const pointsOf = (means: readonly number[]) => means.map((mean, index) => ({ size: 20 * index, mean, ci95: 0 }));
  const [steep, flat] = [pointsOf([40, 60, 80, 100]), pointsOf([50, 60, 70, 80])];
  // 40 + size and 50 + size/2 are equal at 20; the points there are equal too.
  expect(curveCrossing(steep, flat)).toEqual({ size: 20, mean: 60, isSecondFirst: true });
  expect(curveCrossing(flat, steep)).toEqual({ size: 20, mean: 60, isSecondFirst: false });
  expect(curveCrossing(steep, pointsOf([0, 10, 20, 30]))).toBeUndefined();
  expect(curveCrossing(steep, pointsOf([50, 50, 90, 90]))).toBeUndefined();
});
