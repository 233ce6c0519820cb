import type { Ink } from './palette.ts';

/** The common input of all drawings: the context of its canvas, and the colours of the theme. */
export interface Brush {
  readonly context: CanvasRenderingContext2D;
  readonly ink: Ink;
}
