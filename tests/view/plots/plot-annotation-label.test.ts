/** The label of a point, and the lines around it. */
import { expect, test } from 'vitest';
import { linearScale } from '../../../src/view/draw/scale.ts';
import { crossesLabel } from '../../../src/view/plots/plot-annotation-label.ts';
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
