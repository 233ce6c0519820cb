/** The evidence of claims as it is read. */
import { expect, test } from 'vitest';
import { formatEvidence } from '../../../src/view/papers/evidence-text.ts';

test('policies have their names', () => {
  expect(formatEvidence('shb minus pfb-ad, abd-weq at 70 %: pfb')).toBe('SHB minus PFB/AD, ABD/WEQ at 70 %: PFB');
});

test('digits are in groups, and fractions are not', () => {
  expect(formatEvidence('576, 2496 bytes')).toBe('576, 2\u202f496 bytes');
  expect(formatEvidence('from 25,000 to 6,000 cells')).toBe('from 25\u202f000 to 6\u202f000 cells');
  expect(formatEvidence('R² 0.9955; 0.0110, 0.0022')).toBe('R² 0.9955; 0.0110, 0.0022');
});

test('a minus is a minus, and a hyphen stays', () => {
  expect(formatEvidence('1.50, -0.34 (-1.07) in half-width')).toBe('1.50, −0.34 (−1.07) in half-width');
});
