/** Whether the packets of a run have one size. */
import { type ClassSizes, onlySizeOf } from './packet-sizes.ts';

/** Whether all packets that cross a queue have one size, without those that set up a connection. */
export function haveOneSize(classes: readonly ClassSizes[]): boolean {
  const sizes = new Set(
    classes
      .filter(({ packetBytes, hasVaryingSizes }) => packetBytes !== undefined || hasVaryingSizes)
      .filter(({ crossing }) => crossing !== 'none')
      .map(onlySizeOf),
  );
  return sizes.size === 1 && !sizes.has(undefined);
}
