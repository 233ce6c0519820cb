/** Words that several plots have. */
import { expect, test } from 'vitest';
import { formatCountedTime } from '../../src/plots/plot-marks.ts';

test('the time of figures that are not over time: since the warm-up, or so far until then', () => {
  const laneAt = (warmupNs: number, timeNs: number) =>
    ({ description: { warmupNs }, frame: { timeNs } }) as unknown as Parameters<typeof formatCountedTime>[0][number];
  expect(formatCountedTime([laneAt(5e9, 20e9)])).toBe('from 5 s on');
  expect(formatCountedTime([laneAt(5e9, 5e9)])).toBe('in the warm-up');
  expect(formatCountedTime([laneAt(0, 20e9)])).toBe('so far');
});
