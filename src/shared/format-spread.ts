/**
 * The half-width of a 95 % interval after a mean: " ±0.3". If the runs gave exactly the same value, or if there is only
 * one run, there is no spread, and the text is empty.
 * @param ci95 the half-width; undefined without one
 * @param format writes it with the digits of its place
 * @param sign the sign with the spaces around it
 */
export function formatSpread(ci95: number | undefined, format: (ci95: number) => string, sign = ' ±'): string {
  return ci95 !== undefined && ci95 > 0 ? `${sign}${format(ci95)}` : '';
}
