/** The names at the ends of the curves over the size of the buffer. */
import { expect, test } from 'vitest';
import { bufferCurvePlot } from '../../../src/plots/buffer-curve/buffer-curve.ts';
import { placeTexts } from '../../../src/scene/place-texts.ts';

const ruler = (text: string) => 7 * text.length;

/** Middles of the names of the lanes, by the heights at which their curves end, from the top. */
function namesOf(means: readonly number[], height: number, goal?: number) {
  const curve = (mean: number, lane: number) => {
    const points = [0, 45, 90].map((size) => ({ size, mean: (mean * (size + 30)) / 120, ci95: 1 }));
    return { lane, name: 'ABD', points, size: 45, value: Number.NaN };
  };
  const yardstick = goal === undefined ? undefined : { name: 'goal', value: goal, isGoal: true };
  const common = { figureText: 'shown (%)', sizeUnit: 'kB', isPercent: true, namedSizes: [], seedCount: 15 };
  const curves = { lanes: means.map(curve), yardstick, ...common };
  const size = { width: 600, height };
  const { texts } = placeTexts(bufferCurvePlot.marks({ lanes: [], curves }, size, ruler), size, ruler);
  return means.map((_, lane) => {
    const box = texts.find(({ mark }) => mark.key === `curve ${lane}`)!.box;
    return (box.top + box.bottom) / 2;
  });
}

test.each([
  [[100, 97], 90],
  [[97, 100], 90],
  [[100, 99.9, 99.8], 90],
  [[91, 90.5, 89.5], 90],
  [[100, 100], undefined],
  [[100, 99, 98], 100],
  [[30, 60], 90],
] as const)('curves that end at %s: their names have the same order, whatever the goal %s', (means, goal) => {
  for (const height of [110, 160, 240]) {
    const names = namesOf(means, height, goal);
    for (const [first, mean] of means.entries())
      for (const [second, other] of means.entries()) {
        if (mean > other) expect(names[first], `${height} px`).toBeLessThan(names[second]!);
        if (first !== second) expect(Math.abs(names[first]! - names[second]!)).toBeGreaterThanOrEqual(13);
      }
  }
});
