/** Whether the data packets of a run have one size. */
import type { ClassSizes } from './packet-sizes.ts';

/** Whether all data packets of a run have one size. */
export function haveOneSize(classes: readonly ClassSizes[]): boolean {
  const sizes = new Set(classes.flatMap(({ packetBytes = [] }) => packetBytes));
  return sizes.size === 1 && !classes.some(({ hasVaryingSizes }) => hasVaryingSizes === true);
}
