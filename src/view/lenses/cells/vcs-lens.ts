/** The lens of policies for cells: the cells of each VC, and the verdict on its next frame. */

import { CanvasLens } from '../canvas-lens.ts';
import type { LensDrawing } from '../lens-drawing.ts';
import { drawVcRows } from './vc-rows.ts';

/** Draws a row for each VC. */
export class VcsLens extends CanvasLens {
  protected drawContent(drawing: LensDrawing): void {
    drawVcRows(drawing, 0);
  }
}
