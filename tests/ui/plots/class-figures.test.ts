/** The round trips of classes: their propagation as in the scenario, and the mean wait in the queue. */
import { beforeAll, expect, test } from 'vitest';
import '../../../src/engine/simulation/all-optional-parts.ts';
import { meanDelayMs } from '../../../src/engine/figures/run-figures.ts';
import { LaneRecorder } from '../../../src/export/recorded-run.ts';
import { propagationMs } from '../../../src/quantities/figures/propagation.ts';
import { runOfPreset } from '../../../src/run-state/run-values.ts';
import { openRun } from '../../../src/runs/open-run.ts';
import { findPreset } from '../../../src/scenarios/index.ts';
import { classGoodputLossPanels, classRoundTripPanels } from '../../../src/ui/plots/class-figures.ts';
import { stubBrowser } from '../../view/fake-canvas.ts';

beforeAll(stubBrowser);

test('a video from 100 ms away beside downloads from 30 ms away: the wait is added to both, and the ratio is named', () => {
  const simulation = openRun({ scenario: findPreset('video-beside-download')!, policy: 'droptail', seed: 1 });
  const recorder = new LaneRecorder(simulation, 'droptail', 0, {});
  simulation.advance(30e9);
  const lane = recorder.record() as never as Parameters<typeof classRoundTripPanels>[0][number];
  expect([0, 1].map((index) => propagationMs(lane, index))).toEqual([100, 30]);
  const [panel] = classRoundTripPanels([lane]);
  const waitsMs = [0, 1].map((index) => meanDelayMs(lane.frame!.measured, index));
  const [videoMs, downloadsMs] = [100 + waitsMs[0]!, 30 + waitsMs[1]!];
  expect(panel!.classes.map(({ values }) => values[0])).toEqual([videoMs, downloadsMs]);
  expect(panel!.note).toBe(`video : downloads = ${(videoMs / downloadsMs).toFixed(2)} : 1 in A`);
  expect(panel!.reason).toBe('In a shared queue, a longer round trip lowers the rate.');
});

test('a sentence says if the goodput counts headers, which the rates of sources do not', () => {
  const reasons = ['abe-200k-blue8', 'video-beside-download'].map(
    (preset) => classGoodputLossPanels([], runOfPreset(preset))[0]?.reason,
  );
  expect(reasons).toEqual(['Goodput counts headers. The rate of a source does not.', undefined]);
});
