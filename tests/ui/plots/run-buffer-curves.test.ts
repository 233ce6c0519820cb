/** The stored curves beside the present runs: units, names and the place of the run. */
import { expect, test } from 'vitest';
import '../../../src/engine/simulation/all-optional-parts.ts';
import { withValue } from '../../../src/engine/scenario/scenario.ts';
import { LaneRecorder } from '../../../src/export/recorded-run.ts';
import type { RunState } from '../../../src/run-state/run-state.ts';
import { runOfPreset } from '../../../src/run-state/run-values.ts';
import { openRun } from '../../../src/runs/open-run.ts';
import { findPreset } from '../../../src/scenarios/index.ts';
import { differsFromCurves, runBufferCurves } from '../../../src/ui/plots/run-buffer-curves.ts';

function laneAt(preset: string, policy: string, seconds: number, scenario = findPreset(preset)!) {
  const simulation = openRun({ scenario, policy, seed: 1 });
  const recorder = new LaneRecorder(simulation, policy, 0, {});
  simulation.advance(seconds * 1e9);
  return recorder.record();
}

test('a buffer in packets has named sizes, and the run stands at its own size', () => {
  const curves = runBufferCurves([laneAt('buffer-sizing', 'droptail', 1) as never], runOfPreset('buffer-sizing'))!;
  expect(curves).toMatchObject({ figureText: 'link busy (%)', sizeUnit: 'packets', isPercent: true });
  expect(curves.namedSizes).toEqual([
    { name: 'BDP/√n', size: 62.5 },
    { name: 'BDP', size: 250 },
  ]);
  expect(curves.lanes[0]).toMatchObject({ name: 'DropTail', size: 62 });
  expect(curves.lanes[0]?.points.map(({ size }) => size)).toEqual([4, 8, 16, 31, 62, 94, 125, 188, 250]);
});

test('the marks are those of the present values, also after an edit of the rate', () => {
  const run = runOfPreset('buffer-sizing');
  const scenario = withValue(findPreset('buffer-sizing')!, 'sources.tcp.flows', 64);
  const lane = laneAt('buffer-sizing', 'droptail', 1, scenario);
  const changedRun = { ...run, startValues: { 'sources.tcp.flows': 64 } };
  // 50 Mb/s for 60 ms are 250 packets of 1,500 bytes; divided by the root of 64.
  expect(runBufferCurves([lane as never], changedRun)!.namedSizes).toEqual([
    { name: 'BDP/√n', size: 31.25 },
    { name: 'BDP', size: 250 },
  ]);
  const faster = { ...lane, frame: { ...lane.frame, rateBps: 100e6, linkDelayNs: 40e6 } };
  // 100 Mb/s for 120 ms.
  expect(runBufferCurves([faster as never], changedRun)!.namedSizes[1]).toEqual({ name: 'BDP', size: 1_000 });
});

test('the root is that of the flows at the shown time, for any number of flows', () => {
  const run = runOfPreset('buffer-sizing');
  const lane = laneAt('buffer-sizing', 'droptail', 1);
  const path = 'sources.tcp.flows';
  const rootSize = (edits: RunState['edits'], flows = 64) =>
    runBufferCurves([lane as never], { ...run, startValues: { [path]: flows }, edits })!.namedSizes[0]!.size;
  expect(rootSize([{ timeNs: 0.5e9, path, value: 16 }])).toBe(250 / 4);
  expect(rootSize([{ timeNs: 0.5e9, path: `lanes.0.${path}`, value: 16 }])).toBe(250 / 4);
  // An edit of another lane, and one after the shown time.
  expect(rootSize([{ timeNs: 0.5e9, path: `lanes.1.${path}`, value: 16 }])).toBe(250 / 8);
  expect(rootSize([{ timeNs: 1.5e9, path, value: 16 }])).toBe(250 / 8);
  // A frame lists at most 1,000 flows.
  expect(rootSize([], 2_500)).toBe(250 / 50);
});

test('a buffer in bytes is in kB: 30 flows of 1,500 bytes are 45 kB; a policy without a curve has only its run', () => {
  const lanes = ['shb', 'abd-weq'].map((policy) => laneAt('bm-e1', policy, 1));
  const curves = runBufferCurves(lanes as never, runOfPreset('bm-e1'))!;
  expect(curves.sizeUnit).toBe('kB');
  expect(curves.yardstick).toEqual({ name: 'goal', value: 90, isGoal: true });
  expect(curves.lanes.map(({ size, points }) => [size, points.length])).toEqual([
    [45, 9],
    [45, 0],
  ]);
});

test('a scenario without a stored curve has none', () => {
  expect(runBufferCurves([laneAt('opening', 'red', 1) as never], runOfPreset('opening'))).toBeUndefined();
});

test('a run differs from its curves if anything but the size of the buffer was changed', () => {
  const run = runOfPreset('buffer-sizing');
  expect(differsFromCurves(run)).toBe(false);
  expect(differsFromCurves({ ...run, startValues: { 'buffer.packets': 20 } })).toBe(false);
  expect(differsFromCurves({ ...run, startValues: { 'buffer.packets': 20, 'link.rateBps': 5e6 } })).toBe(true);
  const [first, ...others] = run.lanes;
  expect(differsFromCurves({ ...run, lanes: [{ ...first!, values: { minThreshold: 3 } }, ...others] })).toBe(true);
});

test('a lane of another run has a curve only if that run has only another buffer', () => {
  const lanes = ['a', 'b'].map(() => laneAt('buffer-sizing', 'droptail', 1));
  const run = runOfPreset('buffer-sizing');
  const [lane] = run.lanes;
  const sourceOf = (startValues: RunState['startValues']) => ({
    ...lane!,
    source: { run: { ...run, startValues }, lane: 0, title: 'other' },
  });
  const shownRun = {
    ...run,
    lanes: [sourceOf({ 'buffer.packets': 15 }), sourceOf({ 'sources.tcp.flows': 1 })],
  };
  expect(differsFromCurves(shownRun)).toBe(false);
  expect(runBufferCurves(lanes as never, shownRun)!.lanes.map(({ points }) => points.length)).toEqual([9, 0]);
});
