/** The start of an axis of shares: 0, 60 or 90 %, and how it changes from one drawing to the next. */
import { expect, test } from 'vitest';
import { PlotExtents } from '../../../src/view/plots/plot-extents.ts';
import type { PlotModel, PlotRow } from '../../../src/view/plots/plot-model.ts';

function rowOf(values: readonly number[], references: readonly number[] = []): PlotRow {
  const line = { rowCount: values.length, timeSeconds: (row: number) => row, value: (row: number) => values[row] };
  return { lines: [line], references: references.map((value) => ({ symbol: 'goal', value })) } as unknown as PlotRow;
}

function startOf(values: readonly number[], extents = new PlotExtents(), changes: Partial<PlotModel> = {}): number {
  const row = rowOf(values, []);
  const model = { fromSeconds: 0, toSeconds: 9, isSigned: false, maxValue: 100, ...changes, rows: [row] };
  const [fitted] = extents.fit(model as unknown as PlotModel, [row]);
  return fitted?.extent.bottom ?? Number.NaN;
}

test.each([
  [[97, 99.8, 100], 90],
  [[73, 95, 100], 60],
  [[62, 95, 100], 0],
  [[20, 95, 100], 0],
  [[], 0],
])('shares of %j begin at %d %%', (values, start) => {
  expect(startOf(values)).toBe(start);
});

test('other quantities begin at 0', () => {
  expect(startOf([73, 95, 100], undefined, { maxValue: undefined })).toBe(0);
});

test('a start goes down at once, and up only if all values are well above', () => {
  const extents = new PlotExtents();
  expect(startOf([96], extents)).toBe(90);
  expect(startOf([96, 91], extents)).toBe(90);
  expect(startOf([96, 89], extents)).toBe(60);
  expect(startOf([96, 92], extents)).toBe(60);
  expect(startOf([96, 95], extents)).toBe(90);
});
