/** The lens of policies for cells: the cells of each VC, and the verdict on its next frame. */
import type { LensDrawing } from './lens-drawing.ts';
import { PaintedLens } from './painted-lens.ts';
import { drawVcRows } from './vc-rows.ts';

export class VcsLens extends PaintedLens {
  protected paint(drawing: LensDrawing): void {
    drawVcRows(drawing, 0);
  }
}
