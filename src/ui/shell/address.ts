/**
 * The hash of the page's address. A link that somebody opens changes it at once, but its event comes later: until then
 * the page must not write another hash, or the link would be lost.
 */

/** The hash that the page was opened with or has written, or whose event has come. */
let known = '';

/** Whether no link has come whose event is still under way. */
export const isSettled = () => location.hash === known;

/** The page takes the present hash as known: it starts, or the event of a link has come. */
export function settle(): void {
  known = location.hash;
}

/** Writes a hash with '#', or none, unless a link is under way. */
export function writeHash(hash: string, how: 'pushState' | 'replaceState'): void {
  if (!isSettled()) return;
  history[how](null, '', hash === '' ? location.pathname + location.search : hash);
  settle();
}
