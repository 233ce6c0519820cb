import type { Surface } from '../draw/canvas.ts';
import type { ThemedContext } from '../draw/themed-context.ts';
import type { LensModel } from './lens-model.ts';

/** A lens that is being drawn: its canvas, the colours of the theme, and the state that it shows. */
export interface LensDrawing extends ThemedContext, Surface {
  readonly model: LensModel;
}

/** Width of the switches of the lens at the end of its title, px. With two queues, one of them chooses the queue. */
export const switchesWidthPx = ({ description }: LensModel): number =>
  description.classes.some(({ crossing }) => crossing !== undefined) ? 122 : 82;
