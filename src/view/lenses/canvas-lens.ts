/**
 * Shared part of lenses with one canvas: it prepares the surface, the colours of the theme and the font for
 * `drawContent`.
 */
import { prepareCanvas } from '../draw/canvas.ts';
import { drawingTheme } from '../draw/drawing-theme.ts';
import { DRAWING_FONT } from '../draw/palette.ts';
import type { LensDrawing } from './lens-drawing.ts';
import type { Lens, LensModel } from './lens-model.ts';

/** A lens on one canvas; a subclass draws its content. */
export abstract class CanvasLens implements Lens {
  protected readonly canvas: HTMLCanvasElement;

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
  }

  draw(model: LensModel): void {
    const surface = prepareCanvas(this.canvas);
    if (surface === undefined) return;
    surface.context.font = DRAWING_FONT;
    surface.context.textBaseline = 'middle';
    this.drawContent({ ...surface, theme: drawingTheme(), model });
  }

  protected abstract drawContent(drawing: LensDrawing): void;
}
