/**
 * The rate of a link over time, known in advance. Both kinds count the bits that the link can have sent since time 0.
 * `PiecewiseRates` has constant rates, one after the other. `OpportunityRates` has mahimahi's model: at listed instants
 * the link can send 1,500 bytes at once. Unused bytes of such an opportunity are lost (Netravali et al. 2015, section
 * 3).
 */
import { NOT_STATE } from '../state/checkpoint.ts';

/** Highest rate in a list, bit/s. */
export const MAX_LISTED_RATE_BPS = 1e10;

/** Bits that the link can send at an opportunity of mahimahi's format. */
export const OPPORTUNITY_BITS = 12_000;

/** A rate that varies over time. It is the same in every run, so it is no state. */
export interface LinkRates {
  readonly [NOT_STATE]: true;
  /** Bits that the link could send from time 0 to `timeNs`, with and without the opportunities of that instant. */
  bitsUntil(timeNs: number): number;
  bitsBefore(timeNs: number): number;
  /**
   * The first instant by which the link can send this number of bits, ns; not rounded.
   * @param bits above 0
   */
  timeOfBitsNs(bits: number): number;
  /** Whether a packet can begin at `timeNs`, if the link has used all bits up to `taken`. */
  sendsAt(timeNs: number, usedBits: number): boolean;
  /** The first instant at which a packet that comes at `timeNs` can begin, ns. */
  nextChangeNs(timeNs: number): number;
}

/** A rate that is valid from a time. */
export interface RatePiece {
  readonly fromNs: number;
  /** Rate, bit/s. */
  readonly bps: number;
}

/** Constant rates, bit/s, one after the other; the list may repeat. */
export class PiecewiseRates implements LinkRates {
  readonly [NOT_STATE] = true as const;
  private readonly fromNs: Float64Array;
  private readonly bps: Float64Array;
  /** Bits sent before each piece begins. */
  private readonly bitsAtStart: Float64Array;
  private readonly periodNs: number;
  private readonly periodBits: number;

  /**
   * @param pieces in order, the first one at 0; at least one has a rate above 0, and without repetition the last one
   * has
   * @param periodNs time after which the list repeats; Infinity: the last rate stays
   */
  constructor(pieces: readonly RatePiece[], periodNs: number) {
    this.fromNs = Float64Array.from(pieces, ({ fromNs }) => fromNs);
    this.bps = Float64Array.from(pieces, ({ bps }) => bps);
    this.bitsAtStart = new Float64Array(pieces.length);
    let bits = 0;
    for (let piece = 0; piece < pieces.length; piece++) {
      this.bitsAtStart[piece] = bits;
      const endNs = this.fromNs[piece + 1] ?? periodNs;
      bits += (this.bps[piece] * (endNs - this.fromNs[piece])) / 1e9;
    }
    this.periodNs = periodNs;
    this.periodBits = bits;
  }

  bitsUntil(timeNs: number): number {
    if (timeNs <= 0) return 0;
    const round = Math.floor(timeNs / this.periodNs);
    const withinNs = round === 0 ? timeNs : timeNs - round * this.periodNs;
    const piece = lastAtMost(this.fromNs, withinNs);
    const bits = this.bitsAtStart[piece] + (this.bps[piece] * (withinNs - this.fromNs[piece])) / 1e9;
    return round === 0 ? bits : round * this.periodBits + bits;
  }

  bitsBefore(timeNs: number): number {
    return this.bitsUntil(timeNs);
  }

  timeOfBitsNs(bits: number): number {
    const round = this.periodNs === Number.POSITIVE_INFINITY ? 0 : Math.ceil(bits / this.periodBits) - 1;
    const bitsInPeriod = round === 0 ? bits : bits - round * this.periodBits;
    // The last piece that begins before all bits are sent: a piece with rate 0 sends none of them.
    let piece = lastAtMost(this.bitsAtStart, bitsInPeriod);
    while (piece > 0 && (this.bitsAtStart[piece] === bitsInPeriod || this.bps[piece] === 0)) piece--;
    const withinNs = this.fromNs[piece] + ((bitsInPeriod - this.bitsAtStart[piece]) * 1e9) / this.bps[piece];
    return round === 0 ? withinNs : round * this.periodNs + withinNs;
  }

  sendsAt(timeNs: number): boolean {
    return this.nextChangeNs(timeNs) === timeNs;
  }

  nextChangeNs(timeNs: number): number {
    const round = Math.floor(timeNs / this.periodNs);
    const startNs = round === 0 ? 0 : round * this.periodNs;
    const first = lastAtMost(this.fromNs, timeNs - startNs);
    if (this.bps[first] > 0) return timeNs;
    for (let piece = first + 1; piece < this.bps.length; piece++)
      if (this.bps[piece] > 0) return startNs + this.fromNs[piece];
    return startNs + this.periodNs + this.fromNs[this.bps.findIndex((bps) => bps > 0)];
  }
}

/** Opportunities to send 1,500 bytes, at listed times, ns; the list repeats. */
export class OpportunityRates implements LinkRates {
  readonly [NOT_STATE] = true as const;
  private readonly timesNs: Float64Array;
  private readonly periodNs: number;

  /** @param timesNs in order; the list repeats after the last one, which is above 0 */
  constructor(timesNs: Float64Array) {
    this.timesNs = timesNs;
    this.periodNs = timesNs[timesNs.length - 1];
  }

  bitsUntil(timeNs: number): number {
    return OPPORTUNITY_BITS * this.countUntil(timeNs);
  }

  bitsBefore(timeNs: number): number {
    // Opportunities are at whole ns.
    return OPPORTUNITY_BITS * this.countUntil(timeNs - 1);
  }

  timeOfBitsNs(bits: number): number {
    return this.timeOf(Math.ceil(bits / OPPORTUNITY_BITS) - 1);
  }

  sendsAt(timeNs: number, usedBits: number): boolean {
    return this.bitsUntil(timeNs) > usedBits;
  }

  /** An opportunity at the same instant has already passed, as in mahimahi. */
  nextChangeNs(timeNs: number): number {
    return this.timeOf(this.countUntil(timeNs));
  }

  private countUntil(timeNs: number): number {
    if (timeNs < 0) return 0;
    const round = Math.floor(timeNs / this.periodNs);
    return round * this.timesNs.length + lastAtMost(this.timesNs, timeNs - round * this.periodNs) + 1;
  }

  private timeOf(index: number): number {
    const round = Math.floor(index / this.timesNs.length);
    return round * this.periodNs + this.timesNs[index - round * this.timesNs.length];
  }
}

/** Index of the last value that is not above `value`, in a sorted list; -1 if all are above. */
function lastAtMost(list: Float64Array, value: number): number {
  let from = 0;
  let to = list.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (list[middle] <= value) from = middle + 1;
    else to = middle;
  }
  return from - 1;
}
