/** Loads the page again and comes back to the same run at the same time: kept by the browser for this tab. */

import type { Page } from '../../app/page.ts';
import type { KeptRun } from '../../app/run-state.ts';
import { isStandIn } from './links.ts';

const KEY = 'bufferscope.run';

/** Without a word where the browser does not allow it: the address has the run, though not its time. */
export function reloadKeepingRun(page: Page): void {
  const { run, embedding, from } = page.state;
  const { timeNs, playing } = page.session;
  const kept: KeptRun = { run, embedding, from: from?.run === run ? from.number : undefined, timeNs, playing };
  // Where a link could not be read, the address still has the run that is wanted.
  if (!isStandIn(run)) whereAllowed(() => sessionStorage.setItem(KEY, JSON.stringify(kept)));
  location.reload();
}

/** The run that was kept, once. */
export function takeKeptRun(): KeptRun | undefined {
  return whereAllowed(() => {
    const text = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return text === null ? undefined : (JSON.parse(text) as KeptRun);
  });
}

/** Browsers may forbid storage. */
export function whereAllowed<T>(storing: () => T): T | undefined {
  try {
    return storing();
  } catch {
    return undefined;
  }
}
