/** The page without a network: a service worker stores the build. Loaded after the queues. */

/** Longest wait for a new version when the page is loaded again, ms. A version has 2 MB. */
const MAX_TAKE_OVER_MS = 60_000;
/** After this time the page shows a message, ms. */
const MESSAGE_DELAY_MS = 1_000;

/**
 * Shortest wait before the build is stored, longest wait on a slow device, and interval of asking whether it is slow,
 * ms. Storing takes a quarter of its frames.
 */
const MIN_STORE_DELAY_MS = 3_000;
const MAX_STORE_DELAY_MS = 15_000;
const CHECK_INTERVAL_MS = 1_000;

/**
 * Registers the service worker if the browser supports it. If it is forbidden, nothing happens.
 * @param isBusy whether the device is too slow at present to draw everything in time
 */
export async function storeForOffline(isBusy: () => boolean): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  for (let ms = 0; ms < MIN_STORE_DELAY_MS || (ms < MAX_STORE_DELAY_MS && isBusy()); ms += CHECK_INTERVAL_MS)
    await new Promise((resolve) => setTimeout(resolve, CHECK_INTERVAL_MS));
  await navigator.serviceWorker.register('./sw.js').catch(() => undefined);
}

/**
 * Activates the server's version before the page is loaded again. Without a service worker it does nothing.
 * @param onDelay called with a sentence if this takes some time
 */
export async function activateUpdate(onDelay: (text: string) => void): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (registration === undefined) return;
  const timeout = new Promise((resolve) => setTimeout(resolve, MAX_TAKE_OVER_MS));
  const reportTimer = setTimeout(
    onDelay,
    MESSAGE_DELAY_MS,
    'The new version is being fetched. Then the page is loaded again.',
  );
  await Promise.race([activateWaitingWorker(registration), timeout]);
  clearTimeout(reportTimer);
}

async function activateWaitingWorker(registration: ServiceWorkerRegistration): Promise<void> {
  // Offline, or no answer of the server: the stored version stays.
  await registration.update().catch(() => undefined);
  const { installing } = registration;
  if (installing !== null) await waitForState(installing, 'installed');
  const { waiting: waitingWorker } = registration;
  if (waitingWorker === null) return;
  waitingWorker.postMessage('takeOver');
  await waitForState(waitingWorker, 'activated');
}

/** Waits until a worker has reached a state or cannot be used any more. */
function waitForState(worker: ServiceWorker, targetState: ServiceWorkerState): Promise<void> {
  return new Promise((resolve) => {
    const checkState = () => (worker.state === targetState || worker.state === 'redundant') && resolve();
    worker.addEventListener('statechange', checkState);
    checkState();
  });
}
