/**
 * Jain's index. It is 1 if all n shares are equal, and 1/n if one of them has all. It is also 1 if all values are 0.
 * NaN with fewer than two shares: there is nothing to compare. Source: Jain, Chiu & Hawe, "A quantitative measure of
 * fairness", DEC TR-301, 1984.
 */
export function jainIndex(shares: readonly number[]): number {
  let sum = 0;
  let squares = 0;
  for (const share of shares) {
    sum += share;
    squares += share * share;
  }
  if (shares.length < 2) return Number.NaN;
  return squares === 0 ? 1 : (sum * sum) / (shares.length * squares);
}
