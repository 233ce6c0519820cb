import { expect, test } from 'vitest';
import { formatSpread } from '../../src/shared/format-spread.ts';
import { RunningStatistics } from '../../src/shared/statistics.ts';

function spreadOf(...samples: number[]): string {
  const statistics = new RunningStatistics();
  for (const sample of samples) statistics.add(sample);
  return formatSpread(statistics.result().ci95, (half) => half.toFixed(2));
}

test('only runs that differ have a spread', () => {
  // Student's t(0.975) for one degree of freedom is 12.706; the standard error of 1 and 2 is 0.5.
  expect(spreadOf(1, 2)).toBe(' ±6.35');
  expect(spreadOf(0.1, 0.1, 0.1, 0.1, 0.1)).toBe('');
  expect(spreadOf(3)).toBe('');
  expect(formatSpread(undefined, String)).toBe('');
});
