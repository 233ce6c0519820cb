/** The still picture that the page opens on, for a user who prefers reduced motion. */
import type { Page } from '../../app/page.ts';
import { scenarioOf } from '../../run-state/selectors.ts';
import { storyOf } from '../../scenarios/stories.ts';
import { thumbnailSeconds } from '../../scenarios/thumbnail-time.ts';

/**
 * Goes to a time that shows the point of the run: the first stop of the preset's story that is about all lanes, or the
 * end of the small picture of the scenario. It is before the end, so that the run can still be played.
 */
export function showStill(page: Page): void {
  const { run, endNs } = page.state;
  const story = run.custom === undefined ? storyOf(run.preset) : undefined;
  const stop = story?.stops.find(({ focus }) => typeof focus === 'string');
  const timeNs = (stop?.seconds ?? thumbnailSeconds(scenarioOf(run))) * 1e9;
  page.seek(timeNs < endNs ? timeNs : endNs / 2);
}
