/** RED's `burst` from the weight of the average: the inverse of what tc computes. */
import { powInt } from '../../engine/numbers/exact-math.ts';
import { burstLog } from '../../policies/packets/mechanisms/linux/linux-red-table.ts';

/**
 * A burst from which tc computes this weight, packets; undefined if there is none.
 * @param minLength the lower threshold, packets
 * @param log the weight is 2^-log
 */
export function redBurst(minLength: number, log: number): number | undefined {
  // Larger bursts have larger logarithms, so the search can halve.
  let low = Math.max(1, Math.ceil(minLength));
  let high = 2 * low * powInt(2, log + 2);
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((burstLog(middle, minLength) ?? Number.POSITIVE_INFINITY) < log) low = middle + 1;
    else high = middle;
  }
  return burstLog(low, minLength) === log ? low : undefined;
}
