/** Draws the thresholds on a queue: lines through it with their knobs. `threshold-names.ts` names them. */
import type { ThresholdHint } from '../../engine/contract/drawing.ts';
import type { QueueDrawing } from './queue-drawing.ts';

/** Distance of the words below the queue from it, px. */
export const TEXT_UNDER_PX = 12;
/** Radius of the knob of a threshold, and of the dragged one, px. */
export const THRESHOLD_KNOB_RADIUS_PX = 4.5;
const DRAGGED_KNOB_RADIUS_PX = 6;
/** Heights over the queue, px: of knobs, of two knobs above each other, and between these two. */
const KNOB_OVER_PX = 9.5;
const HIGH_KNOB_OVER_PX = 16.5;
const LOW_KNOB_OVER_PX = 2.5;
const KNOBS_MIDDLE_PX = 9.5;
/** Length of a line under the queue if it ends there, px. */
const LINE_UNDER_PX = 4;
/** Least distance of two knobs, px. */
export const KNOB_DISTANCE_PX = 13;

export interface PlacedThreshold {
  readonly hint: ThresholdHint;
  /** In units of the axis. */
  readonly amount: number;
  /** Place of its line, px. */
  readonly x: number;
  /** Its value with its unit. */
  readonly text: string;
}

/**
 * Whether each knob is low: it stands below the knob before it, which it would cover otherwise.
 * @param xs from left to right
 */
function lowKnobs(xs: readonly number[]): boolean[] {
  const lows: boolean[] = [];
  for (const [index, x] of xs.entries())
    lows.push(x - (xs[index - 1] ?? Number.NEGATIVE_INFINITY) < KNOB_DISTANCE_PX && lows[index - 1] !== true);
  return lows;
}

/**
 * Whether each threshold can be gripped at a height. Of two knobs above each other, only the nearer one can.
 * @param overPx height over the queue, px
 */
export function grippedThresholds(xs: readonly number[], overPx: number): boolean[] {
  const lows = lowKnobs(xs);
  return lows.map((isLow) => overPx < 0 || !lows.includes(true) || isLow === overPx < KNOBS_MIDDLE_PX);
}

/** @param thresholds from left to right */
export function drawThresholds(
  { context, theme, height, model, box, order }: QueueDrawing,
  thresholds: readonly PlacedThreshold[],
  draggedId: string | undefined,
): void {
  const { top, bottom } = box;
  const lows = lowKnobs(thresholds.map(({ x }) => x));
  for (const [index, { hint, x }] of thresholds.entries()) {
    const highOverPx = lows[index + 1] === true ? HIGH_KNOB_OVER_PX : KNOB_OVER_PX;
    const knobY = top - (lows[index] === true ? LOW_KNOB_OVER_PX : highOverPx);
    const row = order?.rows[hint.row ?? Number.NaN];
    context.strokeStyle = theme.text;
    context.lineWidth = hint.style === 'high' ? 2.5 : 1.2;
    context.setLineDash(hint.style === 'middle' ? [4, 3] : []);
    context.beginPath();
    context.moveTo(x, Math.min(top, knobY));
    context.lineTo(x, top);
    if (row === undefined) context.lineTo(x, model.sharesLensAxis ? height : bottom + LINE_UNDER_PX);
    else {
      context.moveTo(x, top + row.shareAbove * (bottom - top));
      context.lineTo(x, top + (row.shareAbove + row.share) * (bottom - top));
    }
    context.stroke();
    context.setLineDash([]);
    context.fillStyle = theme.surface;
    context.lineWidth = 1.5;
    context.beginPath();
    context.arc(
      x,
      knobY,
      hint.parameter === draggedId ? DRAGGED_KNOB_RADIUS_PX : THRESHOLD_KNOB_RADIUS_PX,
      0,
      2 * Math.PI,
    );
    context.fill();
    context.stroke();
  }
}
