/** The bitrates of the players of a run. */
import { expect, test } from 'vitest';
import '../../../src/engine/simulation/all-optional-parts.ts';
import { runOfScenario } from '../../../src/run-state/run-values.ts';
import { findPreset } from '../../../src/scenarios/index.ts';
import { bitrateSteps } from '../../../src/ui/plots/bitrate-steps.ts';

test('the bitrates of the players in ascending order, and why a player rises; none without players', () => {
  const run = runOfScenario(findPreset('video-beside-download')!);
  const ladderKbps = [235, 375, 560, 750, 1_050, 1_750, 2_350, 3_000];
  expect(bitrateSteps(run)).toEqual({ stepsKbps: ladderKbps, riseCause: 'it measures a higher rate' });
  const startValues = { 'sources.video.ladderKbps': [900, 300], 'sources.video.rule': 'buffer' };
  expect(bitrateSteps({ ...run, startValues })).toEqual({ stepsKbps: [300, 900], riseCause: 'its buffer is fuller' });
  expect(bitrateSteps(runOfScenario(findPreset('abe-voice')!))).toBeUndefined();
});
