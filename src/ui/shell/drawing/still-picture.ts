/** The still picture of each scenario, for a user who prefers reduced motion. */
import type { Page } from '../../../app/page/page.ts';
import { scenarioOfRun } from '../../../run-state/run-values.ts';
import { storyOfPreset } from '../../../scenarios/stories/stories.ts';
import { thumbnailSeconds } from '../../../scenarios/thumbnails/thumbnail-time.ts';

/**
 * Goes to a time that shows the point of the run: the first stop of the preset's story that is about all lanes, or the
 * end of the small picture of the scenario. It is before the end, so that the run can still be played.
 */
function showStillPicture(page: Page): void {
  const { run, endNs } = page.state;
  const story = run.custom === undefined ? storyOfPreset(run.preset) : undefined;
  const stop = story?.stops.find(({ view }) => typeof view.focus === 'string');
  const timeNs = (stop?.view.seconds ?? thumbnailSeconds(scenarioOfRun(run))) * 1e9;
  page.session.seek(timeNs < endNs ? timeNs : endNs / 2);
}

/**
 * Shows the still picture of the present scenario, and later that of each scenario that is chosen while the run is
 * paused.
 */
export function showStillPictures(page: Page): void {
  // A lesson, a story and a link with a time go to a time of their own.
  const show = () => {
    const { lessonHash, storyStop, urlView } = page.state;
    if (lessonHash === undefined && storyStop === undefined && urlView?.view.atSeconds === undefined)
      showStillPicture(page);
  };
  show();
  page.store.subscribe(({ run }, previousState) => {
    if (run.preset === previousState.run.preset || page.session.isPlaying) return;
    // After the change has reached the lanes.
    queueMicrotask(show);
  });
}
