/**
 * The version of the page: stored for use without a network, and compared with the server's. Loaded after the queues.
 */
import type { Page } from '../page/page.ts';
import { onMissingPart } from './loading.ts';
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

/** Shortest time between two checks, ms, and longest time while the page is visible. */
const MIN_CHECK_INTERVAL_MS = 60_000;
const MAX_CHECK_INTERVAL_MS = 30 * 60_000;

class NewVersionCheck {
  private readonly entry: string;
  private readonly onNewVersion: () => void;
  private lastCheckMs = Number.NEGATIVE_INFINITY;

  /**
   * @param entry file name of the script that the page began with: each version has its own
   * @param onNewVersion called each time when the server's page begins with another script
   */
  constructor(entry: string, onNewVersion: () => void) {
    this.entry = entry;
    this.onNewVersion = onNewVersion;
  }

  /** Checks at intervals while the page is visible. */
  start(): void {
    const checkVersion = () => document.visibilityState === 'visible' && void this.check();
    document.addEventListener('visibilitychange', checkVersion);
    addEventListener('online', checkVersion);
    setInterval(checkVersion, MAX_CHECK_INTERVAL_MS);
  }

  /**
   * Asks the server, unless the last check was a short time ago or there is no network. Missing answers and errors do
   * not mean a new version.
   */
  async check(nowMs = performance.now()): Promise<void> {
    if (nowMs - this.lastCheckMs < MIN_CHECK_INTERVAL_MS || !navigator.onLine) return;
    this.lastCheckMs = nowMs;
    try {
      // With a query, the address is not a stored file of the service worker.
      const response = await fetch(`${location.pathname}?version`, { cache: 'no-store' });
      if (response.ok && !(await response.text()).includes(this.entry)) this.onNewVersion();
    } catch {
      // Offline: nothing to report.
    }
  }
}
