/** Loads the page again and comes back to the same run at the same time: kept by the browser for this tab. */

import type { Page } from '../../app/page.ts';
import type { KeptRun } from '../../run-state/run-state.ts';
import { isOverlay, isStandIn } from './links.ts';

const KEY = 'bufferscope.run';

/** Without a word where the browser does not allow it: the address has the run, though not its time. */
export function reloadKeepingRun(page: Page): void {
  // Where a run could not be opened, the address or what is kept still has the one that is wanted.
  if (!isStandIn(page.state.run)) keepRun(page);
  void import('../../app/offline.ts')
    .then(({ takeOver }) => takeOver((words) => page.notify(words)))
    .catch(() => undefined)
    .then(() => location.reload());
}

/** Keeps the run on the page for when it is loaded again at this address. */
export function keepRun(page: Page): void {
  const { run, embedding, from } = page.state;
  const number = from?.run === run ? from.number : undefined;
  const kept: KeptRun = { run, embedding, from: number, timeNs: page.session.timeNs, playing: page.plays };
  whereAllowed(() => sessionStorage.setItem(KEY, JSON.stringify({ ...kept, at: place() })));
}

/** The run that was kept at this address. It stays kept until it is forgotten. */
export function keptRun(): KeptRun | undefined {
  return whereAllowed(() => {
    const { at, ...kept } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as KeptRun & { at?: string };
    return at === place() ? kept : undefined;
  });
}

export function forgetKeptRun(): void {
  whereAllowed(() => sessionStorage.removeItem(KEY));
}

/** All papers are one place: the run behind them is the same. */
const place = () => (isOverlay(location.hash) ? '#papers' : location.hash);

/** Browsers may forbid storage. */
export function whereAllowed<T>(storing: () => T): T | undefined {
  try {
    return storing();
  } catch {
    return undefined;
  }
}
