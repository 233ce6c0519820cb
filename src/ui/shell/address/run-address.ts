/** The address of the page has the run that is shown, and a link in it opens another run. */
import { errorMessage } from '../../../app/loading/loading.ts';
import type { Page } from '../../../app/page/page.ts';
import { LongUrlError } from '../../../run-state/long-url.ts';
import { isAddressSettled, markAddressSettled, writeHash } from './address.ts';
import { deleteStoredRun, storeRun } from './reload.ts';
import { cancelOpening, isOverlay, isStandIn, openHash, pageHash } from './run-urls.ts';

/** Time from a change of the run to the change of the address, ms, so that a drag does not write many addresses. */
const UPDATE_DELAY_MS = 400;

/** Writes the address after each change of the run, and opens the run of each new address. */
export function updateAddress(page: Page): void {
  let pendingTimer: ReturnType<typeof setTimeout> | undefined;
  let writtenHash = location.hash;
  /** The link of the present run is too long, so the address has an earlier run. */
  let isTooLong = false;
  markAddressSettled();

  /** If the address cannot have the run (it is that of a view, or the link is too long), the browser stores the run. */
  async function writeAddress(): Promise<void> {
    clearTimeout(pendingTimer);
    pendingTimer = undefined;
    if (!isAddressSettled() || isStandIn(page.state.run)) return;
    if (isOverlay(location.hash)) storeRun(page);
    try {
      const hash = `#${await pageHash(page.state)}`;
      // A link that came meanwhile opens another run, whose address is written then.
      if (!isAddressSettled()) return;
      writtenHash = hash;
      if (isOverlay(location.hash)) return;
      writeHash(writtenHash, 'replaceState');
      deleteStoredRun();
      isTooLong = false;
    } catch (error) {
      if (error instanceof LongUrlError) {
        storeRun(page);
        if (!isTooLong)
          page.notices.show('This run is too long for a link. This tab keeps it; the address does not have it.');
        isTooLong = true;
      } else page.notices.offerReload(`The address of this run could not be updated: ${errorMessage(error)}.`);
    }
  }

  page.store.subscribe((state, previousState) => {
    const { run, openPaperId, showsGallery, storyStop } = previousState;
    if (
      state.run === run &&
      state.openPaperId === openPaperId &&
      state.showsGallery === showsGallery &&
      state.storyStop === storyStop
    )
      return;
    clearTimeout(pendingTimer);
    pendingTimer = setTimeout(() => void writeAddress(), UPDATE_DELAY_MS);
  });

  addEventListener('hashchange', () => {
    markAddressSettled();
    if (location.hash !== writtenHash) void openHash(page, location.hash);
    else cancelOpening(page);
  });

  // The stored run has the time at which the user leaves the page.
  addEventListener('pagehide', () => {
    if ((isTooLong || isOverlay(location.hash)) && !isStandIn(page.state.run)) storeRun(page);
  });

  /**
   * A click on a link leaves the address of the run. Back returns to this address, so the last change is written into
   * it first.
   */
  addEventListener('click', (event) => {
    const anchor = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="#"]') : null;
    const isElsewhere = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (anchor === null || anchor.target !== '' || isElsewhere || event.defaultPrevented || pendingTimer === undefined)
      return;
    event.preventDefault();
    const { hash } = anchor;
    void writeAddress().then(() => location.assign(hash));
  });
}
