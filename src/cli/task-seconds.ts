/** The estimated duration of a task. */

/**
 * Duration of a run on one processor of 2022: a constant part, s, and a part for each bit that its link can carry, s.
 * The five papers in full mode, 8,390 Gbit, take 53 minutes on two such processors.
 */
const SETUP_SECONDS = 0.002;
const SECONDS_PER_BIT = 0.76e-9;

/**
 * Estimated time on one processor, s.
 * @param weightBits the amount that its link can carry, bit
 */
export const taskSeconds = (weightBits: number): number => SETUP_SECONDS + SECONDS_PER_BIT * weightBits;
