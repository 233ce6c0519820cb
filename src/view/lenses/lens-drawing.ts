import type { Surface } from '../draw/canvas.ts';
import type { ThemedContext } from '../draw/themed-context.ts';
import type { LensModel } from './lens-model.ts';

/** A lens that is being drawn: its canvas, the colours of the theme, and the state that it shows. */
export interface LensDrawing extends ThemedContext, Surface {
  readonly model: LensModel;
}

/**
 * Below this width of its canvas, px, a lens has its switches above it, on every screen: they are above in lanes under
 * 31.5 em (`lane-drawings.css`), which are 383 px of a canvas that is enlarged 1.15 times.
 */
const SWITCHES_ABOVE_PX = 383;

/**
 * Width kept free for the switches beside the title of a lens, px. With two queues, two more of them choose the queue.
 */
export function switchesWidthPx({ width, model: { description } }: Pick<LensDrawing, 'width' | 'model'>): number {
  if (width < SWITCHES_ABOVE_PX) return 0;
  return description.classes.some(({ crossing }) => crossing !== undefined) ? 172 : 82;
}
