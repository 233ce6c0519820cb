/**
 * The timestamps option (RFC 7323, section 3): times in ticks of a clock, as whole numbers of 32 bits that wrap around.
 * Here both ends have one clock, whose tick is the parameter `clockGranularityMs`. All segments of a flow carry the
 * option.
 */
import { MAX_SACK_BLOCKS } from '../packets/packet.ts';

/** Bytes that the option takes in each header, with two of padding (RFC 7323, appendix A). */
export const TIMESTAMP_BYTES = 12;
/** SACK blocks that fit an ACK beside the option (RFC 2018, section 3). */
export const MAX_BLOCKS_BESIDE_TIMESTAMPS = 3;
/** Offset of the echo [TSecr] among the options of an ACK: the place of the last SACK block. */
export const ECHO_OPTION = 2 * (MAX_SACK_BLOCKS - 1);

/** The timestamp of a time, ns. */
export function timestampAt(ns: number, clockGranularityMs: number): number {
  return Math.floor(ns / (clockGranularityMs * 1e6)) | 0;
}

/** Ticks from one timestamp to another; negative if `later` is the earlier one. Exact below 2^31 ticks. */
export function ticksBetween(earlier: number, later: number): number {
  return (later - earlier) | 0;
}
