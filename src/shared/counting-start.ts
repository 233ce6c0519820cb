/** The span of a run whose events count in its figures. */

/** The times of a run that decide it, ns. */
export interface CountingTimes {
  readonly warmupNs: number;
  readonly sampleNs: number;
}

/**
 * Whether the figures at `timeNs` count from the start of the run: during the warm-up, and until the first whole sample
 * window after it ends. Before that, hardly a figure since the warm-up has a value.
 */
export function countsFromStart(timeNs: number, { warmupNs, sampleNs }: CountingTimes): boolean {
  return warmupNs > 0 && timeNs < (Math.ceil(warmupNs / sampleNs) + 1) * sampleNs;
}
