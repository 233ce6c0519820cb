import { expect, test } from 'vitest';
import { DetailGovernor } from '../../../../src/ui/shell/drawing/detail-governor.ts';

/**
 * A pace after frames that need a time each, by level.
 * @returns the level after each frame
 */
function levels(pace: DetailGovernor, fromMs: number, frames: number, busyMs: (level: number) => number): number[] {
  return Array.from({ length: frames }, (_, frame) => {
    pace.addDisplayFrame(fromMs + frame * 20, busyMs(pace.level));
    return pace.level;
  });
}

/** Number of changes from level 1 to level 0. */
const triesOf = (seen: readonly number[]) => seen.filter((level, index) => level === 0 && seen[index - 1] === 1).length;

test('a quick device draws everything, and one long frame changes nothing', () => {
  const pace = new DetailGovernor();
  expect(new Set(levels(pace, 0, 200, () => 6))).toEqual(new Set([0]));
  pace.addDisplayFrame(4_000, 60);
  expect(pace.level).toBe(0);
});

test('where frames take long, words and plots come less often, and then lanes take turns', () => {
  const pace = new DetailGovernor();
  const seen = levels(pace, 0, 60, () => 40);
  expect(seen.indexOf(1)).toBeGreaterThan(0);
  // 0.15 s between the steps, in frames of 20 ms.
  expect(seen.indexOf(2) - seen.indexOf(1)).toBeGreaterThanOrEqual(7);
  expect(seen.at(-1)).toBe(2);
});

test('it stops at the first level that is enough', () => {
  expect(levels(new DetailGovernor(), 0, 380, (level) => [40, 8, 4][level]!).at(-1)).toBe(1);
});

test('it tries a step back after eight seconds, and more rarely after each failure', () => {
  const pace = new DetailGovernor();
  const seen = levels(pace, 0, 6_000, (level) => [40, 8, 4][level]!);
  // In two minutes: after 8, 16, 32 and 60 s.
  expect(triesOf(seen)).toBeGreaterThanOrEqual(3);
  expect(triesOf(seen)).toBeLessThanOrEqual(5);
});

test('when the load has gone, everything is drawn again', () => {
  const pace = new DetailGovernor();
  levels(pace, 0, 100, () => 40);
  expect(levels(pace, 2_000, 1_200, () => 4).at(-1)).toBe(0);
});
