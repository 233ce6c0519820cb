/** The finding of a sweep in sentences, against points written by hand, and of the example. */
import { expect, test } from 'vitest';
import { goyalPresets } from '../../../src/scenarios/presets/goyal.ts';
import { required } from '../../../src/shared/required.ts';
import { examplePoints, exampleSweep } from '../../../src/studies/example-sweep.ts';
import { type SweepVariable, sweepVariables } from '../../../src/studies/sweep.ts';
import { sweepQuantities } from '../../../src/studies/sweep-results.ts';
import { formatSweepFinding } from '../../../src/ui/sweep/finding-text.ts';

const all = sweepVariables(exampleSweep.scenario, exampleSweep.lanes);
const [load] = all as [SweepVariable];
const rate = all.find(({ path }) => path === 'link.rateBps') as SweepVariable;

/** Points 1, 2, … with the delays and half-widths of DropTail and RED; the loss is always equal. */
const pointsOf = (delays: readonly (readonly [droptail: number, red: number, ci95: number])[], n = 3) =>
  delays.flatMap(([droptail, red, ci95], index) =>
    [droptail, red].map((mean, lane) => ({
      at: [index + 1],
      lane,
      figures: { delay: { mean, ci95, n }, loss: { mean: 1, ci95: 0, n } },
    })),
  );

test('the example has a finding', () => {
  expect(formatSweepFinding(exampleSweep, examplePoints, load)).toEqual([
    expect.stringMatching(
      /^At every load, RED has the shorter queueing delay: [\d.]+ to [\d.]+\u00a0ms, DropTail [\d.]+ to [\d.]+\u00a0ms\.$/,
    ),
    expect.stringMatching(/^DropTail loses less: [\d.]+ to [\d.]+\u00a0%, RED [\d.]+ to [\d.]+\u00a0%\.$/),
  ]);
});

test('a lane is lower from the place from which its interval lies below the other, to the end of the range', () => {
  const crossing = pointsOf([
    [1, 5, 1],
    [6, 5, 1],
    [10, 5, 1],
    [20, 6, 1],
  ]);
  expect(formatSweepFinding(exampleSweep, crossing, load)).toEqual([
    'From load 3, RED has the shorter queueing delay: 5.00 to 6.00\u00a0ms, DropTail 10.0 to 20.0\u00a0ms.',
  ]);
  expect(formatSweepFinding(exampleSweep, crossing, rate)[0]).toMatch(/^From .+ 3 Mb\/s, RED has/);
});

test('there is no finding if the intervals overlap at the end, without intervals, or with one lane or three', () => {
  const overlapping = pointsOf([
    [10, 5, 1],
    [10, 5, 3],
  ]);
  const clear = [[10, 5, 1]] as const;
  const [droptail, red] = exampleSweep.lanes;
  expect(formatSweepFinding(exampleSweep, overlapping, load)).toEqual([]);
  expect(formatSweepFinding(exampleSweep, pointsOf(clear, 1), load)).toEqual([]);
  expect(formatSweepFinding(exampleSweep, [], load)).toEqual([]);
  expect(formatSweepFinding(exampleSweep, pointsOf(clear), load)).toHaveLength(1);
  expect(formatSweepFinding({ ...exampleSweep, lanes: [droptail!] }, pointsOf(clear), load)).toEqual([]);
  expect(formatSweepFinding({ ...exampleSweep, lanes: [droptail!, red!, red!] }, pointsOf(clear), load)).toEqual([]);
});

test('a lower share of refused frames is no finding', () => {
  const scenario = required(goyalPresets.find(({ id }) => id === 'goyal-r4'));
  const points = [5, 1].map((mean, lane) => ({ at: [1], lane, figures: { loss: { mean, ci95: 0, n: 3 } } }));
  expect(formatSweepFinding(exampleSweep, points, load)).toEqual([expect.stringContaining('loses less')]);
  expect(formatSweepFinding({ ...exampleSweep, scenario }, points, load)).toEqual([]);
  expect(sweepQuantities(scenario).find(({ id }) => id === 'loss')?.label).toBe('Refused');
});
