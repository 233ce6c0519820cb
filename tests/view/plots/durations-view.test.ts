/** The distribution of durations: a line for each lane and class that has one. */
import { expect, test } from 'vitest';
import { durationLines } from '../../../src/view/plots/durations-view.ts';

const classes = [
  { id: 'web', label: 'web', kind: 'shortTcp', colour: undefined, timed: 'completion' as const },
  { id: 'tcp', label: 'tcp', kind: 'tcp', colour: undefined },
  { id: 'ping', label: 'ping', kind: 'ping', colour: undefined, timed: 'roundTrip' as const },
];

test('classes by lanes, in ms; a class without any complete has no line', () => {
  const none = Float64Array.of(Number.NaN, Number.NaN);
  const lines = durationLines(
    [
      [Float64Array.of(1e6, 3e6), undefined, none],
      [Float64Array.of(2e6, 2e6), undefined, Float64Array.of(5e6, 7e6)],
    ],
    classes,
    false,
  );
  expect(lines.map(({ label, lane, quantilesMs }) => [label, lane, quantilesMs])).toEqual([
    ['web', 0, [1, 3]],
    ['web', 1, [2, 2]],
    ['ping', 1, [5, 7]],
  ]);
});
