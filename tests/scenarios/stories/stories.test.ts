/** The plots of the stops of stories. */
import { expect, test } from 'vitest';
import { allPlots } from '../../../src/plots/all-plots.ts';
import { openingPlotIds } from '../../../src/quantities/plots/opening-plots.ts';
import { openRun } from '../../../src/runs/open-run.ts';
import { findPreset } from '../../../src/scenarios/index.ts';
import { storiesByPreset } from '../../../src/scenarios/stories/stories.ts';
import { lanesOfStory } from '../../../src/scenarios/stories/story.ts';

/** The plots that have the loss of a class as a number. */
const CLASS_LOSS_PLOTS = ['class-goodput-loss', 'video-packets'];

test('a sentence with the loss of a class is beside a plot that has it, and the plots are not dimmed', () => {
  for (const story of storiesByPreset) {
    const lanes = lanesOfStory(story);
    const run = openRun({ scenario: findPreset(story.preset)!, policy: lanes[0]!.policy, seed: 1 });
    const opening = openingPlotIds(run.description, lanes.length);
    for (const { facts, sentence, view } of story.stops) {
      const { focus, plot } = view;
      if (plot !== undefined) expect(allPlots.map(({ id }) => id)).toContain(plot);
      // The head of a lane has the loss of the queue up, which is that of its ACKs.
      if (!facts.some((fact) => 'figure' in fact && fact.figure === 'classLossPercent' && fact.isUp !== true)) continue;
      const shown = [opening[0], plot ?? opening[1]];
      expect(
        shown.some((id) => CLASS_LOSS_PLOTS.includes(id ?? '')),
        sentence,
      ).toBe(true);
      expect(focus, sentence).toBe('plots');
    }
  }
});
