/**
 * The service worker: it stores every file of the build on the first visit, so that the page opens without a network.
 * It fetches a new build completely, beside the old one. The new build replaces the old one only when the page requests
 * it (src/app/loading/offline.ts). `scripts/offline.ts` bundles it with the list of files.
 */
import { cleanupOutdatedCaches, matchPrecache, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching';

declare const self: ServiceWorkerGlobalScope;
/** Every file of the build, with an identifier of its version. */
declare const PAGE_FILES: PrecacheEntry[];

/** Teachers change these files on the server, without a new build. */
const LESSON_FILES = /\/lessons\/[^/]+\.json$/;

/** A network that does not answer within this time counts as absent, ms. */
const MAX_NETWORK_WAIT_MS = 4_000;

async function fromNetworkFirst(request: Request): Promise<Response> {
  const answer = await fetch(request, { signal: AbortSignal.timeout(MAX_NETWORK_WAIT_MS) }).catch(() => undefined);
  return answer?.ok ? answer : ((await matchPrecache(request.url)) ?? answer ?? Response.error());
}

cleanupOutdatedCaches();
// The network is tried before the stored files.
self.addEventListener('fetch', (event) => {
  if (!LESSON_FILES.test(new URL(event.request.url).pathname)) return;
  event.respondWith(fromNetworkFirst(event.request));
  event.stopImmediatePropagation();
});
precacheAndRoute(PAGE_FILES);
// Takes control of pages that are already open, so that the first visit works offline too.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('message', ({ data }) => {
  if (data === 'takeOver') void self.skipWaiting();
});
