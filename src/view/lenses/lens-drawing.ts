import type { Brush } from '../draw/brush.ts';
import type { Surface } from '../draw/canvas.ts';
import type { LensModel } from './lens-model.ts';

/** A lens that is being drawn: its canvas, the colours of the theme, and the state that it shows. */
export interface LensDrawing extends Brush, Surface {
  readonly model: LensModel;
}
