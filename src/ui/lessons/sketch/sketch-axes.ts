/** The axes of a sketch: the places of times and values in its drawing. */

import { SKETCH_POINTS } from '../../../lessons/answers/sketch-draft.ts';
import type { PredictionQuestion } from '../../../lessons/format/lesson.ts';
import type { MeasuredCurve } from '../../../lessons/measurement/measured-run.ts';
import { linearScale } from '../../../view/draw/scale.ts';

export type SketchQuestion = Extract<PredictionQuestion, { type: 'sketch' }>;

export const SKETCH_WIDTH = 400;
export const SKETCH_HEIGHT = 240;
const SKETCH_MARGIN = { left: 44, right: 12, top: 10, bottom: 40 };
export const SKETCH_LEFT = SKETCH_MARGIN.left;
export const SKETCH_RIGHT = SKETCH_WIDTH - SKETCH_MARGIN.right;
export const SKETCH_TOP = SKETCH_MARGIN.top;
export const SKETCH_BOTTOM = SKETCH_HEIGHT - SKETCH_MARGIN.bottom;

/** The part of a measured curve above the axis that is drawn, as a share of the axis. */
const OVERSHOOT_SHARE = 1.2;

export function sketchAxes(ask: SketchQuestion) {
  const { fromSeconds, toSeconds, top } = ask;
  const x = linearScale(fromSeconds, toSeconds, SKETCH_LEFT, SKETCH_RIGHT);
  const y = linearScale(0, top, SKETCH_BOTTOM, SKETCH_TOP);
  return {
    x,
    y,
    /** The curve as the data of an SVG path. */
    pathOf: ({ seconds, values }: MeasuredCurve): string =>
      seconds
        .map((time, index) => {
          const value = Math.min(values[index] ?? 0, top * OVERSHOOT_SHARE);
          return `${index === 0 ? 'M' : 'L'}${x(time).toFixed(1)} ${y(value).toFixed(1)}`;
        })
        .join(''),
    /**
     * Place and value at a point of the drawing.
     * @param share of its width and height
     */
    at: (share: { readonly x: number; readonly y: number }): readonly [point: number, value: number] => {
      const seconds = x.invert(share.x * SKETCH_WIDTH);
      const index = Math.round(((seconds - fromSeconds) / (toSeconds - fromSeconds)) * (SKETCH_POINTS - 1));
      return [index, y.invert(share.y * SKETCH_HEIGHT)];
    },
  };
}
