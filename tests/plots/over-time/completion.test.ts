/** The references of the plots of durations, from values written by hand. */
import { expect, test } from 'vitest';
import type { LaneData } from '../../../src/engine/frame/lane-data.ts';
import { completionPlot } from '../../../src/plots/over-time/completion.ts';

test('the plot of completions has the 95th percentile of each class that timed a transfer', () => {
  const durations = (count: number, p95Ms: number) => ({ meanMs: 1, sdMs: 0, p95Ms, p99Ms: 0, count });
  const lane = {
    description: {
      classes: [{ timed: undefined }, { timed: 'completion' }, { timed: 'roundTrip' }, { timed: 'completion' }],
    },
    frame: { durations: [undefined, durations(40, 263), durations(9, 70), durations(0, 0)] },
  } as unknown as LaneData;
  expect(completionPlot.references?.(lane)).toEqual([{ symbol: 'p95', value: 263, classIndex: 1 }]);
});
