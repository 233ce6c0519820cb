/** The thresholds that policies move, in words. */
import { expect, test } from 'vitest';
import type { LaneData } from '../../../src/engine/frame/lane-data.ts';
import { plotsOverTime } from '../../../src/plots/all-plots.ts';
import { openRun } from '../../../src/runs/open-run.ts';
import { findPreset } from '../../../src/scenarios/index.ts';
import { formatMovingThresholds } from '../../../src/ui/plots/moving-thresholds.ts';

const laneOf = (policy: string) => {
  const { description } = openRun({ scenario: findPreset('hu-fig7')!, policy, seed: 1 });
  return { description } as LaneData;
};
const [dfba, doubleEpd, vbs] = ['dfba', 'double-epd', 'vbs'].map(laneOf) as [LaneData, LaneData, LaneData];
const kindOf = (id: string) => plotsOverTime.find((kind) => kind.id === id)!;

test('VBS moves two thresholds, and the text names its lanes if others do not', () => {
  const cells = kindOf('cells');
  expect(formatMovingThresholds(cells, [dfba, vbs])).toBe('L and M of B move');
  expect(formatMovingThresholds(cells, [vbs, dfba, vbs])).toBe('L and M of A and C move');
  expect(formatMovingThresholds(cells, [vbs])).toBe('L and M move');
  expect(formatMovingThresholds(cells, [dfba, doubleEpd])).toBe('');
  expect(formatMovingThresholds(cells, [{} as LaneData])).toBe('');
  expect(formatMovingThresholds(kindOf('queue'), [vbs])).toBe('');
});

test('one threshold moves, two move', () => {
  const symbolsOf = new Map([
    [dfba, ['L']],
    [vbs, ['M']],
  ]);
  const kind = { movingThresholds: (lane: LaneData) => symbolsOf.get(lane) ?? [] };
  expect(formatMovingThresholds(kind, [doubleEpd, dfba])).toBe('L of B moves');
  expect(formatMovingThresholds(kind, [dfba, doubleEpd, dfba])).toBe('L of A and C moves');
  expect(formatMovingThresholds(kind, [dfba])).toBe('L moves');
  expect(formatMovingThresholds(kind, [dfba, vbs])).toBe('L of A, M of B move');
});
