/**
 * What tc computes for RED and CHOKe before it passes them to the kernel: the weight of the average from `burst`, and
 * the step of the table for idle times.
 * Source: iproute2, tc/tc_red.c; Floyd, "RED: Discussions of Setting Parameters", 1997.
 */

import { ln, powInt } from '../../engine/numbers/exact-math.ts';

const MAX_EWMA = 32;

/**
 * The logarithm of the weight (W = 2^-result): the largest W with which a burst into an empty queue stays below `min`.
 * @param minBytes the lower threshold
 * @param burst packets
 * @param meanBytes size of a packet (`avpkt`)
 * @returns undefined if the burst is too small for the threshold, or so large that there is none
 */
export function redEwma(minBytes: number, burst: number, meanBytes: number): number | undefined {
  const excess = burst + 1 - minBytes / meanBytes;
  if (excess < 1) return undefined;
  for (let ewma = 1, weight = 0.5; ewma < MAX_EWMA; ewma++, weight /= 2)
    if (excess <= (1 - powInt(1 - weight, burst)) / weight) return ewma;
  return undefined;
}

/** A burst from which tc computes this logarithm, packets; undefined if there is none. */
export function redBurst(minBytes: number, ewma: number, meanBytes: number): number | undefined {
  // Larger bursts have larger logarithms, so the search can halve.
  let low = Math.ceil(minBytes / meanBytes);
  let high = Math.max(1, 2 * low) * powInt(2, ewma + 2);
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((redEwma(minBytes, middle, meanBytes) ?? MAX_EWMA) < ewma) low = middle + 1;
    else high = middle;
  }
  return redEwma(minBytes, low, meanBytes) === ewma ? low : undefined;
}

/** Logarithms of weights have this many ticks of 64 ns in a microsecond (`psched`). */
const TICKS_PER_US = 15.625;
const TABLE_LENGTH = 256;
const MAX_SHIFT = 31;

/** `Scell_log`: the table for idle times has steps of 2^result ticks. */
export function redIdleStep(ewma: number, meanBytes: number, bandwidthBps: number): number | undefined {
  const ticks = Math.floor(((meanBytes * 8e6) / bandwidthBps) * TICKS_PER_US);
  const decay = -ln(1 - 1 / powInt(2, ewma)) / ticks;
  const longest = MAX_SHIFT / decay;
  for (let step = 0; step < MAX_EWMA; step++) if (longest / powInt(2, step) < 2 * TABLE_LENGTH) return step;
  return undefined;
}
