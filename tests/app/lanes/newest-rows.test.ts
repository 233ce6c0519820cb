import { expect, test } from 'vitest';
import { NewestRows } from '../../../src/app/lanes/newest-rows.ts';

const STRIDE = 2;

function filled(rows: number, maxRows: number) {
  const newest = new NewestRows(STRIDE, maxRows);
  const source = new Float64Array(Array.from({ length: rows }, (_, row) => [row, 10 * row]).flat());
  for (let row = 0; row < rows; row++) newest.add(source, row * STRIDE);
  return newest;
}

const times = (rows: NewestRows) => Array.from(rows.rows).filter((_, index) => index % STRIDE === 0);

test.each([0, 1, 3, 4, 6, 7, 20, 100])('of %i rows, the three newest stay, in their order', (count) => {
  const newest = filled(count, 3);
  expect(times(newest)).toEqual(Array.from({ length: count }, (_, row) => row).slice(-3));
  expect(newest.rowCount).toBe(Math.min(count, 3));
  expect(newest.newestNs).toBe(count - 1);
  if (count > 0) expect(newest.at(0)(1)).toBe(10 * Math.max(0, count - 3));
});

test('rows that are no longer valid are deleted, also all of them', () => {
  const newest = filled(5, 3);
  newest.removeWhile((timeNs) => timeNs > 3);
  expect(times(newest)).toEqual([2, 3]);
  newest.removeWhile(() => true);
  expect(times(newest)).toEqual([]);
  expect(newest.newestNs).toBe(-1);
});

test('later rows do not change a copy', () => {
  const newest = filled(5, 3);
  const { copy } = newest;
  for (let time = 5; time < 20; time++) newest.add(new Float64Array([time, 0]), 0);
  expect(times(copy)).toEqual([2, 3, 4]);
  expect(times(newest)).toEqual([17, 18, 19]);
});
