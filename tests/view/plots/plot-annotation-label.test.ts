/** The label of a point, and the lines around it. */
import { expect, test } from 'vitest';
import { linearScale } from '../../../src/view/draw/scale.ts';
import { crossesLabel, placeBesideStep } from '../../../src/view/plots/plot-annotation-label.ts';
import type { PlotLine } from '../../../src/view/plots/plot-model.ts';

const x = linearScale(0, 10, 0, 100);
const y = linearScale(0, 10, 100, 0);

/** One value per second, from 0 s on. */
function crosses(values: readonly number[], left: number, middle: number): boolean {
  const line = { rowCount: values.length, timeSeconds: (row: number) => row, value: (row: number) => values[row] };
  return crossesLabel(line as unknown as PlotLine, { x }, { y }, { left, middle, widthPx: 30 });
}

test('a line crosses a label with its values, or between two of them', () => {
  const rising = [0, 0, 0, 0, 0, 10, 10, 10, 10, 10, 10];
  // The line rises at 40 to 50 px.
  expect(crosses(rising, 5, 50)).toBe(false);
  expect(crosses(rising, 5, 97)).toBe(true);
  expect(crosses(rising, 30, 50)).toBe(true);
  expect(crosses(rising, 55, 50)).toBe(false);
  expect(crosses(rising, 55, 3)).toBe(true);
  // Gaps have no place.
  expect(crosses([0, 0, 0, Number.NaN, Number.NaN, 0, 0, 0, 0, 0, 0], 5, 50)).toBe(false);
  expect(crosses([0, 0, 0, Number.NaN, Number.NaN, 10, 10, 10, 10, 10, 10], 5, 50)).toBe(true);
});

test('the words of a step stand before it, at the middle of its height, unless a line crosses them', () => {
  const line = (lane: number, values: readonly number[]) => ({
    ...{ lane, symbol: '', rowCount: values.length },
    timeSeconds: (row: number) => row,
    value: (row: number) => values[row],
  });
  const rising = line(0, [2, 2, 2, 2, 2, 2, 2, 2, 8, 8, 8]);
  const placed = (lines: readonly unknown[], references: readonly { readonly value: number }[] = []) =>
    placeBesideStep(
      { x, left: 0 },
      { row: { lines, references }, y } as never,
      { lane: 0, seconds: 8, value: 8, isPeak: false },
      30,
    );
  // The last value before the step is at 70 px; 2 and 8 are at 80 and 20 px.
  expect(placed([rising])).toEqual({ left: 70 - 8 - 30, middle: 50 });
  expect(placed([rising, line(1, Array(11).fill(8))])).toEqual({ left: 32, middle: 50 });
  expect(placed([rising, line(1, Array(11).fill(5))])).toBeUndefined();
  expect(placed([rising], [{ value: 5 }])).toBeUndefined();
  // A low step has no room for words at the middle of its height.
  expect(placed([line(0, [6, 6, 6, 6, 6, 6, 6, 6, 8, 8, 8])])).toBeUndefined();
});
