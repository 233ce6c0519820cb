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

/** From this part of its fair share on, a rate is clearly above the share. */
const MIN_CLEAR_DISTANCE = 0.05;
/** How far a rate is above its fair share, as a part of it; negative below it. */
export const excessShare = ({ rateMbps, fairShareMbps = Number.NaN }: RateBar) => rateMbps / fairShareMbps - 1;

/** Whether a rate is clearly above its fair share. */
export const isAboveShare = (bar: RateBar) => excessShare(bar) >= MIN_CLEAR_DISTANCE;

/** Whether a rate is below its minimum. */
export const isBelow = ({ rateMbps, guaranteedMbps }: RateBar) =>
  guaranteedMbps !== undefined && rateMbps < guaranteedMbps;
