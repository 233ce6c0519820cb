/** Places texts or signs in one line, so that none covers another. */

import { required } from '../../shared/required.ts';

interface Box {
  readonly widthPx: number;
  readonly wantedLeft: number;
}

/** Boxes at one mean place, if the widths of the boxes before are taken away. */
interface Pool {
  readonly sum: number;
  readonly count: number;
}

/**
 * Places boxes side by side in their order, each as near to its wanted place as the others allow. The squares of the
 * distances have the least sum: boxes that would overlap are pooled.
 */
export function placeSideBySide<T extends Box>(
  boxes: readonly T[],
  [left, right]: readonly [left: number, right: number],
  gapPx: number,
): (T & { readonly from: number })[] {
  const pools: Pool[] = [];
  let offset = 0;
  for (const { wantedLeft, widthPx } of boxes) {
    let pool: Pool = { sum: wantedLeft - offset, count: 1 };
    for (let last = pools.at(-1); last !== undefined && mean(last) > mean(pool); last = pools.at(-1)) {
      pool = { sum: pool.sum + last.sum, count: pool.count + last.count };
      pools.pop();
    }
    pools.push(pool);
    offset += widthPx + gapPx;
  }
  const end = right - offset + gapPx;
  const starts = pools.flatMap((pool) => new Array<number>(pool.count).fill(mean(pool)));
  offset = 0;
  return boxes.map((box, index) => {
    const from = Math.max(left, Math.min(end, required(starts[index]))) + offset;
    offset += box.widthPx + gapPx;
    return { ...box, from };
  });
}

const mean = ({ sum, count }: Pool) => sum / count;
