/** Draws the thresholds on a queue: lines through it with their knobs. `threshold-names.ts` names them. */
import type { ThresholdHint } from '../../engine/contract/drawing.ts';
import type { QueueDrawing } from './queue-drawing.ts';

/** Distance of the words below the queue from it, px. */
export const TEXT_UNDER_PX = 12;
/** Radius of the knob of a threshold, and of the dragged one, px. */
export const THRESHOLD_KNOB_RADIUS_PX = 4.5;
const DRAGGED_KNOB_RADIUS_PX = 6;
/** Heights over the queue, px: of knobs, and of the end of a line. */
const KNOB_OVER_PX = 12;
const LINE_OVER_PX = 8;
/** Length of a line under the queue if it ends there, px. */
const LINE_UNDER_PX = 4;
/** Least distance of two knobs, px. */
const KNOB_DISTANCE_PX = 13;

export interface PlacedThreshold {
  readonly hint: ThresholdHint;
  /** In units of the axis. */
  readonly amount: number;
  /** Place of its line, px. */
  readonly x: number;
  /** Its value with its unit. */
  readonly text: string;
}

/** @param thresholds from left to right */
export function drawThresholds(
  { context, theme, height, model, box, order }: QueueDrawing,
  thresholds: readonly PlacedThreshold[],
  draggedId: string | undefined,
): void {
  const { top, bottom } = box;
  let knobX = Number.NEGATIVE_INFINITY;
  for (const { hint, x } of thresholds) {
    // A knob that would cover the one before is beside it, and a slanted line leads to it.
    knobX = Math.max(x, knobX + KNOB_DISTANCE_PX);
    context.strokeStyle = theme.text;
    context.lineWidth = hint.style === 'high' ? 2.5 : 1.2;
    context.setLineDash(hint.style === 'middle' ? [4, 3] : []);
    context.beginPath();
    context.moveTo(knobX, top - LINE_OVER_PX);
    context.lineTo(x, top);
    const row = order?.rows[hint.row ?? Number.NaN];
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
    const radius = hint.parameter === draggedId ? DRAGGED_KNOB_RADIUS_PX : THRESHOLD_KNOB_RADIUS_PX;
    context.arc(knobX, top - KNOB_OVER_PX, radius, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
  }
}
