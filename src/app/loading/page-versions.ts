/**
 * The version of the page: stored for use without a network, and compared with the server's. Loaded after the queues.
 */
import type { Page } from '../page/page.ts';
import { onMissingPart } from './loading.ts';
import { NewVersionCheck } from './new-version.ts';
import { storeForOffline } from './offline.ts';

const NEW_VERSION = 'A new version of Bufferscope is available.';

/**
 * Offers each new version of the page.
 * @param entry file name of the script that the page began with
 * @param isBusy whether the device is too slow at present to draw everything in time
 */
export function checkForVersions(page: Page, entry: string, isBusy: () => boolean): void {
  // A page that was opened from disk has no server.
  if (!location.protocol.startsWith('http')) return;
  const versions = new NewVersionCheck(entry, () => {
    // It is the cause of what could not be loaded before, and does not take the place of its words.
    const { reloadOffer = '' } = page.state;
    if (!reloadOffer.includes(NEW_VERSION)) page.notices.offerReload(`${reloadOffer} ${NEW_VERSION}`.trim());
  });
  versions.start();
  // This page came from the stored files, which may be older than the server's.
  if (navigator.serviceWorker?.controller) void versions.check();
  onMissingPart(() => void versions.check());
  void storeForOffline(isBusy);
}
