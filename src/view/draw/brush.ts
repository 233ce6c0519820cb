import type { Ink } from './palette.ts';
import type { Pen } from './pen.ts';

/** The common input of all drawings: the context of its canvas, and the colours of the theme. */
export interface Brush {
  readonly context: Pen;
  readonly ink: Ink;
}
