/** The link of the run on the page, or of this view of it, and its copy. It is loaded on request. */
import { errorMessage } from '../../../app/loading/loading.ts';
import type { Page } from '../../../app/page/page.ts';
import { LongUrlError } from '../../../run-state/long-url.ts';
import type { UrlView } from '../../../run-state/url-view.ts';
import { urlViewOfPage } from '../../plots/url-view-of-page.ts';
import { runHash } from './run-urls.ts';

/** The address of this page with another hash, which begins with '#'. */
export const urlWithHash = (hash: string) => `${location.href.split('#')[0]}${hash}`;

/**
 * The link of the run, at the present stop of its story.
 * @param view with which the link opens the run, paused
 * @throws NotLoadedError, LongUrlError
 */
export async function runUrl({ state }: Page, view?: UrlView): Promise<string> {
  const { run, embedding, storyStop } = state;
  return urlWithHash(`#${await runHash(run, { embedding, story: storyStop, view })}`);
}

/**
 * @param includesView the link opens the run with the present view, paused
 * @returns whether it was copied; otherwise the page shows the reason
 */
export async function copyUrl(page: Page, includesView = false): Promise<boolean> {
  let url: string;
  try {
    url = await runUrl(page, includesView ? urlViewOfPage(page) : undefined);
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
