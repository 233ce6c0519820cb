/** Measured figures as text. */
import { expect, test } from 'vitest';
import { formatShortSolution, formatTableFigure } from '../../../src/lessons/answers/solution.ts';

test('a short number keeps all digits before the point', () => {
  expect([1723.4, 2376, 27.04, 2.2004, 0.9996].map((value) => formatShortSolution(value))).toEqual([
    '1723',
    '2376',
    '27',
    '2.2',
    '1',
  ]);
  expect(formatShortSolution(Number.NaN)).toBe('nothing to read');
});

test('figures of a table have equal digits, and counts have no decimals', () => {
  expect([2.2, 2.0361, 16.04, 0.75, 100, 0, 5, 1723.4].map((value) => formatTableFigure(value))).toEqual([
    '2.20',
    '2.04',
    '16.0',
    '0.750',
    '100',
    '0',
    '5',
    '1723',
  ]);
  expect(formatTableFigure(2.2, 4)).toBe('2.200');
});
