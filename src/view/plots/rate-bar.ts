/** A rate that is drawn as a bar, and how it compares with the rates that it should get. */

import type { ClassGlyph } from '../draw/palette.ts';

/** A bar. Rates are in Mb/s. */
export interface RateBar {
  readonly label: string;
  readonly glyph: ClassGlyph;
  readonly rateMbps: number;
  /** The rates of its flows, which divide the bar. */
  readonly flowMbps?: readonly number[];
  /** Its ratio to the rate of the same class in lane A, if it makes the point. */
  readonly ratio?: number;
  readonly guaranteedMbps?: number;
  readonly fairShareMbps?: number;
}

/** A rate to compare all bars with, Mb/s. */
export interface ComparedRate {
  readonly meaning: string;
  readonly value: number;
}

/** From this part of its fair share on, a rate above the share, or below it, has its distance from it as a number. */
const MIN_NUMBERED_EXCESS = 0.05;
/** From this part of its minimum on, a rate below the minimum has its distance from its fair share as a number. */
const MIN_NUMBERED_LACK = 0.05;

/** How far a rate is above its fair share, as a part of it; negative below it. */
export const excessShare = ({ rateMbps, fairShareMbps = Number.NaN }: RateBar) => rateMbps / fairShareMbps - 1;

/** Whether a rate is clearly above its fair share. */
export const isAboveShare = (bar: RateBar) => excessShare(bar) >= MIN_NUMBERED_EXCESS;

/** Whether a rate is below its minimum. */
export const isBelow = ({ rateMbps, guaranteedMbps }: RateBar) =>
  guaranteedMbps !== undefined && rateMbps < guaranteedMbps;

/** Whether a rate is clearly above its fair share or below its minimum: then its distance from its fair share is a number. */
export function hasNumber(bar: RateBar): boolean {
  const isClearlyBelow = 1 - bar.rateMbps / (bar.guaranteedMbps ?? Number.NaN) >= MIN_NUMBERED_LACK;
  return isAboveShare(bar) || (isClearlyBelow && Number.isFinite(excessShare(bar)));
}

/** Whether a rate is clearly below its fair share. Its distance is a number too if there is room. */
export const isBelowShare = (bar: RateBar) => excessShare(bar) <= -MIN_NUMBERED_EXCESS;
