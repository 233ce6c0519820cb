/**
 * The version of the page: stored for use without a network, and compared with the server's. Loaded after the queues.
 */
import { onMissingPart } from './loading.ts';
import { NewVersionCheck } from './new-version.ts';
import { storeForOffline } from './offline.ts';

/**
 * @param entry file name of the script that the page began with
 * @param onNewVersion called each time when the server's page begins with another script
 * @param isBusy whether the device is too slow at present to draw everything in time
 */
export function checkForVersions(entry: string, onNewVersion: () => void, isBusy: () => boolean): void {
  // A page that was opened from disk has no server.
  if (!location.protocol.startsWith('http')) return;
  const versions = new NewVersionCheck(entry, onNewVersion);
  versions.start();
  // This page came from the stored files, which may be older than the server's.
  if (navigator.serviceWorker?.controller) void versions.check();
  onMissingPart(() => void versions.check());
  void storeForOffline(isBusy);
}
