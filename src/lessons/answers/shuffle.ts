/**
 * The order in which the items of an ordering question are shown: it is always the same order, and never the right one.
 */
import { studentSeed } from '../runs/student-seed.ts';

/** The places of the items, from 0, in the order in which they are shown. */
export function shuffleItems(items: readonly string[]): readonly number[] {
  const byHash = items
    .map((item, index) => ({ at: index, hash: studentSeed(item) }))
    .sort((a, b) => a.hash - b.hash || a.at - b.at);
  const order = byHash.map(({ at: index }) => index);
  return order.every((item, index) => item === index) ? order.reverse() : order;
}
