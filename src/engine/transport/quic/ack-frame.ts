/**
 * The ACK frame in a packet's columns (RFC 9000, section 19.3): `sequence` is the largest packet number, `ceCount` the
 * packets with CE, and `sackCount` the number of further ranges [low, high) in `options`, newest first. The numbers
 * below stand behind these.
 */
import { OPTION_STRIDE } from '../../packets/packet.ts';

/** Ranges of a frame beside the first one. A receiver limits their number (RFC 9000, section 13.2.3). */
export const MAX_FURTHER_RANGES = 2;

/**
 * Places among the options: the smallest number of the first range, packets that came with ECT or CE, and the delay,
 * us.
 */
export const AckOption = { firstLow: OPTION_STRIDE - 1, capable: OPTION_STRIDE - 2, delay: OPTION_STRIDE - 3 } as const;

/** The place of a data packet's segment of the stream. */
export const SEGMENT_OPTION = 0;
