import type { Surface } from './canvas.ts';
import type { ThemedContext } from './themed-context.ts';

/**
 * A part that stays is painted again after this time, ms, because small changes of it need not come with each frame.
 */
const MAX_AGE_MS = 250;

/**
 * A part of a canvas that seldom changes: it is painted on a canvas of its own, and copied in the frames after that.
 */
export class StillLayer {
  private readonly canvas = document.createElement('canvas');
  private painted: (Pick<Surface, 'width' | 'height' | 'ratio'> & Pick<ThemedContext, 'theme'>) | undefined;
  private paintedMs = 0;

  /**
   * Draws the part.
   * @param isStill whether it is about the same as in the last drawing. Otherwise it is painted without the layer
   */
  draw<T extends ThemedContext & Surface>(
    drawing: T,
    wallMs: number,
    isStill: boolean,
    paint: (drawing: T) => void,
  ): void {
    const { context, width, height, ratio, theme } = drawing;
    const layer = ratio === undefined || !isStill ? null : this.canvas.getContext('2d');
    if (layer === null || ratio === undefined) {
      this.painted = undefined;
      paint(drawing);
      return;
    }
    const { painted } = this;
    const isSame = painted?.width === width && painted.height === height && painted.ratio === ratio;
    if (!isSame || painted.theme !== theme || wallMs - this.paintedMs > MAX_AGE_MS) {
      this.painted = { width, height, ratio, theme };
      this.paintedMs = wallMs;
      // This empties the canvas too.
      this.canvas.width = Math.round(width * ratio);
      this.canvas.height = Math.round(height * ratio);
      layer.setTransform(ratio, 0, 0, ratio, 0, 0);
      layer.font = context.font;
      layer.textBaseline = 'middle';
      paint({ ...drawing, context: layer });
    }
    context.drawImage(this.canvas, 0, 0, this.canvas.width / ratio, this.canvas.height / ratio);
  }
}
