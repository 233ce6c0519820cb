import type { DrawingContext } from './drawing-context.ts';
import type { DrawingTheme } from './palette.ts';

/** The common input of all drawings: the context of its canvas, and the colours of the theme. */
export interface ThemedContext {
  readonly context: DrawingContext;
  readonly theme: DrawingTheme;
  /** The canvas has left and right exchanged (`mirrorSurface`). Words on it stay readable. */
  readonly isMirrored?: boolean;
}
