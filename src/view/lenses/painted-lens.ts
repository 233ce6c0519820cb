/**
 * Shared part of lenses with one canvas: it prepares the surface, the colours of the theme and the font for `paint`.
 */
import { type Surface, surfaceOf } from '../draw/canvas.ts';
import { FONT, type Ink, inkOfTheme } from '../draw/palette.ts';
import type { Lens, LensModel } from './lens-model.ts';

export abstract class PaintedLens implements Lens {
  private readonly canvas: HTMLCanvasElement;

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
  }

  draw(model: LensModel): void {
    const surface = surfaceOf(this.canvas);
    if (surface === undefined) return;
    surface.context.font = FONT;
    surface.context.textBaseline = 'middle';
    this.paint(surface, inkOfTheme(), model);
  }

  protected abstract paint(surface: Surface, ink: Ink, model: LensModel): void;
}
