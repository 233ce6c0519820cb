/** A rate that is drawn as a bar, and how it compares with the rates that it should get. */
import type { Ink, Mark, SceneBox } from '../scene/marks.ts';
import type { ClassInks } from './plot-marks.ts';

export const MINIMUM_PX = 3;
export const SHARE_PX = 2;
export const SHARE_DASH = [4, 2];
/** Distance of the lines of a hatching along an edge, and their thickness, px. */
const HATCHING_STEP_PX = 5;
const HATCHING_LINE_PX = 1.5;
/** Dark on the colours of classes, whatever the theme. */
const HATCHING_INK = ['#16181d', '#16181d'] as const;

/** A bar. Rates are in Mb/s. */
export interface RateBar {
  readonly label: string;
  readonly inks: ClassInks;
  readonly rateMbps: number;
  /** The rates of its flows, which divide the bar. */
  readonly flowMbps?: readonly number[];
  /** Its ratio to the rate of the same class in lane A, if it makes the point. */
  readonly ratio?: number | undefined;
  readonly minimumMbps?: number;
  readonly fairShareMbps?: number;
}

/** From this part of its fair share on, a rate is clearly above the share. */
const MIN_CLEAR_DISTANCE = 0.05;

/** Whether a rate is clearly above its fair share. */
export const isAboveShare = ({ rateMbps, fairShareMbps = Number.NaN }: RateBar): boolean =>
  rateMbps / fairShareMbps - 1 >= MIN_CLEAR_DISTANCE;

/** Whether the rate is below its minimum, if there is one. */
export const isBelowMinimum = ({ rateMbps, minimumMbps }: RateBar): boolean =>
  minimumMbps !== undefined && rateMbps < minimumMbps;

/** Slanted lines over a part of a bar. */
export function hatching(box: SceneBox, stroke: Ink = HATCHING_INK): Mark {
  const heightPx = box.bottom - box.top;
  const count = Math.max(0, Math.ceil((box.right - box.left + heightPx) / HATCHING_STEP_PX));
  const starts = Array.from({ length: count }, (_, index) => box.left - heightPx + index * HATCHING_STEP_PX);
  const points = starts.flatMap((x) => [
    { x, y: box.bottom },
    { x: x + heightPx, y: box.top },
    { x: Number.NaN, y: Number.NaN },
  ]);
  return {
    kind: 'clip',
    box,
    marks: [{ kind: 'line', points, stroke, strokePx: HATCHING_LINE_PX }],
  };
}
