/**
 * The service worker: every file of the build is kept on the first visit, so that the page opens without a network. A new
 * build is fetched as a whole beside the old one, and takes over when the page says so (src/app/offline.ts), never by itself.
 * `scripts/offline.ts` bundles it with the list of files.
 */
import { cleanupOutdatedCaches, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching';

declare const self: ServiceWorkerGlobalScope;
/** Every file of the build with what tells its versions apart. */
declare const FILES: PrecacheEntry[];

cleanupOutdatedCaches();
precacheAndRoute(FILES);
// The page of the first visit is kept whole too, not only the next one.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('message', ({ data }) => {
  if (data === 'takeOver') void self.skipWaiting();
});
