/** The parts of a long comparison: together they have each item once. */
import { expect, test } from 'vitest';
import { partOf } from './part.ts';

const items = Array.from({ length: 23 }, (_, index) => index);

test('the parts have each item once, and differ by one item at most', () => {
  const parts = Array.from({ length: 8 }, (_, index) => partOf(items, `${index + 1}/8`));
  expect(parts.flat().toSorted((one, other) => one - other)).toEqual(items);
  expect(parts.map(({ length }) => length)).toEqual([3, 3, 3, 3, 3, 3, 3, 2]);
});

test('without a part, the whole list', () => {
  expect(partOf(items, undefined)).toBe(items);
});

test.each(['0/8', '9/8', '1/0', '2', '-1/8', 'x/8', ''])('refuses %s', (part) => {
  expect(() => partOf(items, part)).toThrow('BUFFERSCOPE_PART');
});
