import type { Surface } from '../draw/canvas.ts';
import type { ThemedContext } from '../draw/themed-context.ts';
import type { LensModel } from './lens-model.ts';

/** A lens that is being drawn: its canvas, the colours of the theme, and the state that it shows. */
export interface LensDrawing extends ThemedContext, Surface {
  readonly model: LensModel;
}
