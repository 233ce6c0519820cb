/** Detects that the server has another version of the page than the open one. */

/** At least this much time between two looks, ms, and at most this much while the page is in sight. */
const LEAST_MS = 60_000;
const MOST_MS = 30 * 60_000;

export class NewVersion {
  private readonly entry: string;
  private readonly found: () => void;
  private lookedMs = Number.NEGATIVE_INFINITY;

  /**
   * @param entry file name of the script that the page began with: each version has its own
   * @param found called each time that the server's page begins with another one
   */
  constructor(entry: string, found: () => void) {
    this.entry = entry;
    this.found = found;
  }

  /** Looks now and then, as long as the page is in sight. */
  watch(): void {
    const look = () => document.visibilityState === 'visible' && void this.look();
    document.addEventListener('visibilitychange', look);
    addEventListener('online', look);
    setInterval(look, MOST_MS);
  }

  /** Asks the server, unless it was asked a moment ago or there is no network. Silence and errors say nothing of versions. */
  async look(nowMs = performance.now()): Promise<void> {
    if (nowMs - this.lookedMs < LEAST_MS || !navigator.onLine) return;
    this.lookedMs = nowMs;
    try {
      // With a query it is no file that the service worker keeps.
      const response = await fetch(`${location.pathname}?version`, { cache: 'no-store' });
      if (response.ok && !(await response.text()).includes(this.entry)) this.found();
    } catch {
      // Offline: there is nothing to be told.
    }
  }
}
