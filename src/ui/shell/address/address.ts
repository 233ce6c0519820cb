/**
 * The hash of the page's address. When a user opens a link, the hash changes at once, but its event comes later. Until
 * then the page must not write another hash, or the link would be lost.
 */

/** The last known hash: from the opening of the page, written by the page, or from an event. */
let settledHash = '';

/** Whether there is no link whose event is still to come. */
export const isAddressSettled = () => location.hash === settledHash;

/** The present hash becomes the known one: at the start, or after the event of a link. */
export function markAddressSettled(): void {
  settledHash = location.hash;
}

/** Writes a hash with '#', or none, unless the event of a link is still to come. */
export function writeHash(hash: string, historyMethod: 'pushState' | 'replaceState'): void {
  if (!isAddressSettled()) return;
  history[historyMethod](null, '', hash === '' ? location.pathname + location.search : hash);
  markAddressSettled();
}
