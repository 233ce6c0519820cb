/** Copies the link of the run on the page, or of this view of it. It is loaded on request. */
import { errorMessage } from '../../../app/loading/loading.ts';
import type { Page } from '../../../app/page/page.ts';
import { LongUrlError } from '../../../run-state/long-url.ts';
import { urlViewOfPage } from '../../plots/url-view-of-page.ts';
import { runHash } from './run-urls.ts';

/**
 * @param includesView the link opens the run with the present view, paused
 * @returns whether it was copied; otherwise the page shows the reason
 */
export async function copyUrl(page: Page, includesView = false): Promise<boolean> {
  const { run, embedding, storyStop } = page.state;
  let url: string;
  try {
    url = `${location.href.split('#')[0]}#${await runHash(run, { embedding, story: storyStop, view: includesView ? urlViewOfPage(page) : undefined })}`;
  } catch (error) {
    const problemText = `The link could not be created: ${errorMessage(error)}.`;
    if (error instanceof LongUrlError)
      page.notices.show(
        `${problemText} Press Save and save the scenario file instead: it contains the start of the run.`,
      );
    else page.notices.offerReload(problemText);
    return false;
  }
  try {
    await navigator.clipboard.writeText(url);
    return true;
  } catch {
    page.notices.show(`The link could not be copied automatically. Copy it here: ${url}`);
    return false;
  }
}
