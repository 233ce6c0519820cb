/** Texts for times on the page. */

/** Simulated time with as many digits as it needs: 2.5 s, 2.504 s, 2.50412 s. */
export function formatSeconds(timeNs: number): string {
  return `${Number((timeNs / 1e9).toFixed(5))} s`;
}
