/** The stored curves beside the present runs: units, names and the place of the run. */
import { expect, test } from 'vitest';
import '../../../src/engine/simulation/all-optional-parts.ts';
import { LaneRecorder } from '../../../src/export/recorded-run.ts';
import { runOfPreset } from '../../../src/run-state/run-values.ts';
import { openRun } from '../../../src/runs/open-run.ts';
import { findPreset } from '../../../src/scenarios/index.ts';
import { differsFromCurves, runBufferCurves } from '../../../src/ui/plots/run-buffer-curves.ts';

function laneAt(preset: string, policy: string, seconds: number) {
  const simulation = openRun({ scenario: findPreset(preset)!, policy, seed: 1 });
  const recorder = new LaneRecorder(simulation, policy, 0, {});
  simulation.advance(seconds * 1e9);
  return recorder.record();
}

test('a buffer in packets has named sizes, and the run stands at its own size', () => {
  const curves = runBufferCurves([laneAt('buffer-sizing', 'droptail', 1) as never])!;
  expect(curves).toMatchObject({ figureText: 'link busy (%)', sizeUnit: 'packets', isPercent: true });
  expect(curves.namedSizes).toEqual([
    { name: 'BDP/√n', size: 62.5 },
    { name: 'BDP', size: 250 },
  ]);
  expect(curves.lanes[0]).toMatchObject({ name: 'DropTail', size: 62 });
  expect(curves.lanes[0]?.points.map(({ size }) => size)).toEqual([4, 8, 16, 31, 62, 94, 125, 188, 250]);
});

test('a buffer in bytes is in kB: 30 flows of 1,500 bytes are 45 kB; a policy without a curve has only its run', () => {
  const lanes = ['shb', 'abd-weq'].map((policy) => laneAt('bm-e1', policy, 1));
  const curves = runBufferCurves(lanes as never)!;
  expect(curves.sizeUnit).toBe('kB');
  expect(curves.yardstick).toEqual({ name: 'goal', value: 90, isGoal: true });
  expect(curves.lanes.map(({ size, points }) => [size, points.length])).toEqual([
    [45, 9],
    [45, 0],
  ]);
});

test('a scenario without a stored curve has none', () => {
  expect(runBufferCurves([laneAt('opening', 'red', 1) as never])).toBeUndefined();
});

test('a run differs from its curves if anything but the size of the buffer was changed', () => {
  const run = runOfPreset('buffer-sizing');
  expect(differsFromCurves(run)).toBe(false);
  expect(differsFromCurves({ ...run, startValues: { 'buffer.packets': 20 } })).toBe(false);
  expect(differsFromCurves({ ...run, startValues: { 'buffer.packets': 20, 'link.rateBps': 5e6 } })).toBe(true);
  const [first, ...others] = run.lanes;
  expect(differsFromCurves({ ...run, lanes: [{ ...first!, values: { minThreshold: 3 } }, ...others] })).toBe(true);
});
