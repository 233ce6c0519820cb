/** The shares of competing classes, against rates written by hand and against the finding. */
import { expect, test } from 'vitest';
import { equalSharePercent, goodputShares, sharePercent } from '../../../src/quantities/figures/goodput-shares.ts';
import { comparableQuantities } from '../../../src/quantities/findings/comparable-quantities.ts';
import { openRun } from '../../../src/runs/open-run.ts';
import { findPreset } from '../../../src/scenarios/index.ts';

const competitors = [
  { index: 0, label: 'eight', flowCount: 8 },
  { index: 2, label: 'one', flowCount: 1 },
];

test('equal shares by flow and by host', () => {
  expect(competitors.map((one) => equalSharePercent(one, competitors, false))).toEqual([
    expect.closeTo(800 / 9, 9),
    expect.closeTo(100 / 9, 9),
  ]);
  expect(competitors.map((one) => equalSharePercent(one, competitors, true))).toEqual([50, 50]);
});

test('the shares of 6 and 2 Mb/s are 75 and 25 %', () => {
  const rates = [6, 100, 2];
  const rateOf = (index: number) => rates[index] ?? 0;
  expect(competitors.map((one) => sharePercent(one, competitors, rateOf))).toEqual([75, 25]);
});

test('the share in the plot is the share in the finding', () => {
  const scenario = findPreset('cubic-reno-short')!;
  const simulation = openRun({ scenario, policy: 'droptail', seed: 1 });
  simulation.advance(25e9);
  const series = { rowCount: 0, at: () => Number.NaN };
  const lane = { description: simulation.description, frame: simulation.frame(), series };
  const [cubic, reno] = goodputShares(lane, false);
  const [share] = comparableQuantities([lane]);
  expect(share?.id).toBe('share 1');
  expect(reno?.percent).toBe(share?.value(lane));
  expect(reno?.equalPercent).toBe(share?.yardstick?.value);
  expect((cubic?.percent ?? 0) + (reno?.percent ?? 0)).toBeCloseTo(100, 9);
});
