import { expect, test } from 'vitest';
import { parseSeed } from '../../src/params/seed.ts';

test.each([
  ['0', 0],
  ['7', 7],
  ['007', 7],
  ['9007199254740991', 9_007_199_254_740_991],
])('the seed %s', (text, seed) => {
  expect(parseSeed(text)).toBe(seed);
});

test.each([
  '',
  '0x10',
  '1e3',
  '0b1',
  '1.0',
  '+1',
  '-1',
  ' 1',
  'Infinity',
  '١',
  '9007199254740992',
  '99999999999999999999',
])('%j is not a seed', (text) => {
  expect(parseSeed(text)).toBeUndefined();
});
