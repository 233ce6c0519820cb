/**
 * The service worker: every file of the build is kept on the first visit, so that the page opens without a network. A new
 * build is fetched as a whole beside the old one, and takes over when the page says so (src/app/offline.ts), never by itself.
 * `scripts/offline.ts` bundles it with the list of files.
 */
import { cleanupOutdatedCaches, matchPrecache, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching';

declare const self: ServiceWorkerGlobalScope;
/** Every file of the build with what tells its versions apart. */
declare const FILES: PrecacheEntry[];

/** Teachers change these files on the server, without a new build. */
const LESSONS = /\/lessons\/[^/]+\.json$/;

/** A network that does not answer within this time counts as absent, ms. */
const PATIENCE_MS = 4_000;

async function fromNetworkFirst(request: Request): Promise<Response> {
  const answer = await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => undefined);
  return answer?.ok ? answer : ((await matchPrecache(request.url)) ?? answer ?? Response.error());
}

cleanupOutdatedCaches();
// Before what is kept gets its turn.
self.addEventListener('fetch', (event) => {
  if (!LESSONS.test(new URL(event.request.url).pathname)) return;
  event.respondWith(fromNetworkFirst(event.request));
  event.stopImmediatePropagation();
});
precacheAndRoute(FILES);
// Takes charge of pages that are open already, so that the first visit works offline too.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('message', ({ data }) => {
  if (data === 'takeOver') void self.skipWaiting();
});
