/** Loads the page again and returns to the same run at the same time. The browser stores both for this tab. */

import type { Page } from '../../../app/page/page.ts';
import { tryStorage } from '../../../app/stores/try-storage.ts';
import { isOverlay, isStandIn, pageUrlOptions, type StoredRun } from './run-urls.ts';

const STORAGE_KEY = 'bufferscope.run';

/** No message if the browser does not allow it: the address has the run, but not its time. */
export function reloadKeepingRun(page: Page): void {
  // If a run could not be opened, the address or the stored data still have the requested run.
  if (!isStandIn(page.state.run)) storeRun(page);
  void import('../../../app/loading/offline.ts')
    .then(({ activateUpdate }) => activateUpdate((text) => page.notices.show(text)))
    .catch(() => undefined)
    .then(() => location.reload());
}

/** Stores the run on the page for a reload at this address. */
export function storeRun(page: Page): void {
  const { run } = page.state;
  const storedRun: StoredRun = {
    run,
    ...pageUrlOptions(page.state),
    timeNs: page.session.timeNs,
    playing: page.session.playsAfterDialogs,
  };
  tryStorage(() => sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ ...storedRun, at: hashOfRun() })));
}

/** The stored run of this address. It stays stored until it is deleted. */
export function readStoredRun(): StoredRun | undefined {
  return tryStorage(() => {
    const { at, ...kept }: StoredRun & { at?: string } = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}');
    return at === hashOfRun() ? kept : undefined;
  });
}

/** Forgets the run that a reload would return to. */
export function deleteStoredRun(): void {
  tryStorage(() => sessionStorage.removeItem(STORAGE_KEY));
}

/** All papers count as one address, because the run behind them is the same. */
const hashOfRun = () => (isOverlay(location.hash) ? '#papers' : location.hash);
