/** Copies the link of the run on the page; loaded on request. */
import { messageOf } from '../../app/loading.ts';
import type { Page } from '../../app/page.ts';
import { LongLink } from '../../run-state/long-link.ts';
import { linkHash } from './links.ts';

/** @returns whether it was copied; where not, the page tells why */
export async function copyLink(page: Page): Promise<boolean> {
  const { run, embedding, story } = page.state;
  let link: string;
  try {
    link = `${location.href.split('#')[0]}#${await linkHash(run, embedding, undefined, story)}`;
  } catch (error) {
    const why = `The link could not be created: ${messageOf(error)}.`;
    if (error instanceof LongLink)
      page.notify(`${why} Press Save and take the scenario file instead: it has the start of the run.`);
    else page.offerReload(why);
    return false;
  }
  try {
    await navigator.clipboard.writeText(link);
    return true;
  } catch {
    page.notify(`The link could not be copied automatically. Copy it here: ${link}`);
    return false;
  }
}
