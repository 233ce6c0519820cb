import { expect, test } from 'vitest';
import { separateVcTokens } from '../../../src/view/draw/vc-token.ts';

const disc = (x: number, y: number) => ({ x, y, discX: x });
const apart = (discs: readonly { discX: number; y: number }[]) =>
  discs.every((one, index) =>
    discs.slice(index + 1).every((other) => Math.abs(one.discX - other.discX) >= 14 || Math.abs(one.y - other.y) >= 14),
  );

test('discs that do not touch stay at their places', () => {
  const discs = [disc(100, 20), disc(100, 40), disc(130, 20)];
  expect(separateVcTokens(discs, 14, 0, 300)).toBe(false);
  expect(discs.map(({ discX }) => discX)).toEqual([100, 100, 130]);
});

test('discs at one place move apart sideways, within the plot, and none covers the place', () => {
  const discs = Array.from({ length: 5 }, (_, index) => disc(290, 40 + index));
  expect(separateVcTokens(discs, 14, 60, 300)).toBe(true);
  expect(apart(discs)).toBe(true);
  for (const { discX } of discs) {
    expect(Math.abs(discX - 290)).toBeGreaterThanOrEqual(14);
    expect(discX).toBeGreaterThanOrEqual(60);
    expect(discX).toBeLessThanOrEqual(300);
  }
});
