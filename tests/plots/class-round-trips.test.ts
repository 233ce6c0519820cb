/** The round trips of classes: their propagation as in the scenario, and the mean wait in the queue. */
import { expect, test } from 'vitest';
import '../../src/engine/simulation/all-optional-parts.ts';
import { meanDelayMs } from '../../src/engine/figures/run-figures.ts';
import type { LaneData } from '../../src/engine/frame/lane-data.ts';
import { LaneRecorder } from '../../src/export/recorded-run.ts';
import { roundTripPanel } from '../../src/plots/class-round-trips.ts';
import { propagationMs } from '../../src/quantities/figures/propagation.ts';
import { openRun } from '../../src/runs/open-run.ts';
import { findPreset } from '../../src/scenarios/index.ts';

test('a video from 100 ms away beside downloads from 30 ms away: the wait is added to both, and the ratio is named', () => {
  const simulation = openRun({ scenario: findPreset('video-beside-download')!, policy: 'droptail', seed: 1 });
  const recorder = new LaneRecorder(simulation, 'droptail', 0, {});
  simulation.advance(30e9);
  const lane = recorder.record() as never as LaneData;
  expect([0, 1].map((index) => propagationMs(lane, index))).toEqual([100, 30]);
  const panel = roundTripPanel([lane]);
  const waitsMs = [0, 1].map((index) => meanDelayMs(lane.frame!.measured, index));
  const [videoMs, downloadsMs] = [100 + waitsMs[0]!, 30 + waitsMs[1]!];
  expect(panel.values.map(([first]) => first)).toEqual([videoMs, downloadsMs]);
  expect(panel.note).toBe(`video : downloads = ${(videoMs / downloadsMs).toFixed(2)} : 1 in A`);
  expect(panel.reason).toBe('In a shared queue, a longer round trip lowers the rate.');
});

test.each([
  [['droptail', 'fq-codel'], 'In A, a longer round trip lowers the rate. In B, turns decide.'],
  [['fq-codel', 'droptail', 'codel'], 'In B, C, a longer round trip lowers the rate. In A, turns decide.'],
  [['fq-codel'], 'The flows take turns, whatever their round trips are.'],
])('lanes %s: %s', (policies, reason) => {
  const lanes = policies.map((policy) => {
    const { description } = openRun({ scenario: findPreset('video-beside-download')!, policy, seed: 1 });
    return { description } as LaneData;
  });
  expect(roundTripPanel(lanes).reason).toBe(reason);
});

test('a class whose flows have several delays says so in its row, and one with a delay has its line', () => {
  const simulation = openRun({ scenario: findPreset('opening')!, policy: 'droptail', seed: 1 });
  const recorder = new LaneRecorder(simulation, 'droptail', 0, {});
  simulation.advance(5e9);
  const { absenceTexts, values } = roundTripPanel([recorder.record() as never as LaneData]);
  expect(absenceTexts?.map((text) => text !== undefined)).toEqual([true, true, false]);
  expect(values.map(([value]) => Number.isNaN(value))).toEqual([true, true, false]);
});
