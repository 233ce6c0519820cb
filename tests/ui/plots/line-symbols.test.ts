/** The meanings of the symbols of lines, in words. */
import { expect, test } from 'vitest';
import '../../../src/engine/simulation/all-optional-parts.ts';
import type { LaneData } from '../../../src/engine/frame/lane-data.ts';
import { LaneRecorder } from '../../../src/export/recorded-run.ts';
import { delayPlot } from '../../../src/plots/over-time/delay.ts';
import { openRun } from '../../../src/runs/open-run.ts';
import { findPreset } from '../../../src/scenarios/index.ts';
import { formatLineSymbols } from '../../../src/ui/plots/line-symbols.ts';

function laneOf(policy: string): LaneData {
  const simulation = openRun({ scenario: findPreset('sudden-load')!, policy, seed: 1 });
  const recorder = new LaneRecorder(simulation, policy, 0, {});
  simulation.advance(1e9);
  return recorder.record() as never as LaneData;
}

test('each symbol of a line has its meaning once, and a plot without such lines has none', () => {
  const [dropTail, coDel, fqCoDel] = ['droptail', 'codel', 'fq-codel'].map(laneOf) as [LaneData, LaneData, LaneData];
  expect(formatLineSymbols(delayPlot, [dropTail])).toBe('');
  expect(formatLineSymbols(delayPlot, [dropTail, coDel, fqCoDel])).toBe('t: time waited');
});
