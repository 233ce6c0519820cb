/** The values that `tc` computes for the kernel from the parameters of RED and CHOKe. */
import { ln, powInt } from '../../../../engine/numbers/exact-math.ts';
import type { LinuxRedValues } from './linux-red-parameters.ts';

/** Largest logarithm of the averaging weight, and of the width of a cell of the table of idle times. */
const MAX_LOG = 31;
/** Idle times of the table: cells of 2^n us each. The values of 31 shift the average away. */
export const CELLS = 256;
const MAX_SHIFT = 31;
/**
 * tc counts the time of a packet in ticks of 64 ns, and the kernel reads its table with us. So an average decays
 * slowly.
 */
const TICKS_PER_US = 1000 / 64;

/**
 * The averaging weight is 2^-n: this is n.
 * @param minLength min_th in packets
 */
export function averagingLog({ burstPackets, queueWeight }: LinuxRedValues, minLength: number): number {
  return burstPackets > 0 ? (burstLog(burstPackets, minLength) ?? 1) : weightLog(queueWeight);
}

/** A weight is rounded to 2^-n: this is n. */
export function weightLog(queueWeight: number): number {
  let log = 0;
  while (queueWeight * queueWeight * powInt(2, 2 * log + 1) < 1) log++;
  return Math.min(log, MAX_LOG);
}

/**
 * As tc computes it: the largest weight 2^-n with which a burst into an empty queue leaves the average below min_th.
 * @returns undefined if the burst is too short; tc refuses it
 */
export function burstLog(burstPackets: number, minLength: number): number | undefined {
  const distance = burstPackets + 1 - minLength;
  if (distance < 1) return undefined;
  for (let log = 1; log <= MAX_LOG; log++) {
    const weight = 1 / powInt(2, log);
    if (distance <= (1 - powInt(1 - weight, burstPackets)) / weight) return log;
  }
  return undefined;
}

/** The decay of the average over an idle time, as tc tells it to the kernel. */
export interface IdleTable {
  /** The width of a cell is 2^n us: this is n. */
  readonly cellLog: number;
  /** By cell: bits by which the average is shifted; 0 means less than one. */
  readonly shifts: Uint8Array;
}

/**
 * @param log the averaging weight is 2^-log
 * @param bandwidthBps bit/s
 */
export function createIdleTable(log: number, meanPacketBytes: number, bandwidthBps: number): IdleTable {
  const shifts = new Uint8Array(CELLS).fill(MAX_SHIFT, 1);
  if (log === 0) return { cellLog: 0, shifts };
  const bytesPerSecond = Math.floor(bandwidthBps / 8);
  const packetTicks = Math.ceil(1e6 * (meanPacketBytes / bytesPerSecond) * TICKS_PER_US);
  const decayPerTick = -ln(1 - 1 / powInt(2, log)) / packetTicks;
  const longestTicks = MAX_SHIFT / decayPerTick;
  let cellLog = 0;
  while (cellLog < MAX_LOG && longestTicks / powInt(2, cellLog) >= 2 * CELLS) cellLog++;
  for (let cell = 1; cell < CELLS - 1; cell++)
    shifts[cell] = Math.min(MAX_SHIFT, Math.floor(cell * powInt(2, cellLog) * decayPerTick));
  return { cellLog, shifts };
}

/**
 * max_p as a whole number of 32 bits.
 * @param range max_th - min_th, in the unit that the policy counts
 * @param tcRange the same in bytes, for tc
 */
export function scaledProbability(maxProbability: number, range: number, tcRange: number): number {
  // 32 bits hold no probability of 1. Then the kernel takes the logarithm that tc also sends.
  const scaledProbabilityWord = Math.floor(maxProbability * 2 ** 32) % 2 ** 32;
  return scaledProbabilityWord > 0
    ? scaledProbabilityWord
    : (probabilityFromLog(maxProbability, tcRange) * Math.max(1, range)) % 2 ** 32;
}

/** The kernel's older form: the probability for each byte above min_th as a power of two, of 2^32. */
function probabilityFromLog(maxProbability: number, tcRange: number): number {
  let log = 0;
  for (let share = maxProbability / Math.max(1, tcRange); log < MAX_LOG + 1 && share <= 1; log++) share *= 2;
  return tcRange === 0 || log > MAX_LOG ? 2 ** 32 - 1 : Math.floor((2 ** 32 - 1) / powInt(2, log));
}
