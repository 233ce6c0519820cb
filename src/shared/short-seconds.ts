/** A short time as text: 12.4 s. */
export function formatShortSeconds(timeNs: number): string {
  return `${Number((timeNs / 1e9).toFixed(2))} s`;
}
