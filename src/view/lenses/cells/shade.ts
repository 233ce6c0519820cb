/** Shade over a plot, in patches. It is computed when its inputs change, and copied otherwise. */
import type { DrawingContext } from '../../draw/drawing-context.ts';
import type { QueueBox } from '../../queue/queue-model.ts';

/** Side of a patch, px. */
const PATCH_PX = 3;

/** One shade, kept until its inputs change. */
export class Shade {
  private readonly canvas = document.createElement('canvas');
  private drawnKey = '';

  /**
   * @param key text of all inputs of the shade
   * @param alphaAt opacity at a place of the box, 0 to 1
   */
  draw(
    context: DrawingContext,
    colour: string,
    { left, right, top, bottom }: QueueBox,
    key: string,
    alphaAt: (x: number, y: number) => number,
  ): void {
    const columns = Math.ceil((right - left) / PATCH_PX);
    const rows = Math.ceil((bottom - top) / PATCH_PX);
    const shadeKey = `${key} ${colour} ${left} ${right} ${top} ${bottom}`;
    if (shadeKey !== this.drawnKey) {
      this.drawnKey = shadeKey;
      this.canvas.width = columns;
      this.canvas.height = rows;
      const patchContext = this.canvas.getContext('2d');
      if (patchContext === null) return;
      patchContext.fillStyle = colour;
      for (let column = 0; column < columns; column++)
        for (let row = 0; row < rows; row++) {
          const alpha = alphaAt(left + (column + 0.5) * PATCH_PX, top + (row + 0.5) * PATCH_PX);
          if (alpha <= 0) continue;
          patchContext.globalAlpha = alpha;
          patchContext.fillRect(column, row, 1, 1);
        }
    }
    context.save();
    context.beginPath();
    context.rect(left, top, right - left, bottom - top);
    context.clip();
    context.imageSmoothingEnabled = false;
    context.drawImage(this.canvas, left, top, columns * PATCH_PX, rows * PATCH_PX);
    context.restore();
  }
}
