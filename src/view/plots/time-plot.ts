/** Shared part of the plots over simulated time: the canvas, and the relation between time and place. */
import { prepareCanvas } from '../draw/canvas.ts';
import { type LinearScale, linearScale } from '../draw/scale.ts';

/** The base of plots over time. */
export abstract class TimePlot {
  protected readonly canvas: HTMLCanvasElement;
  protected x: LinearScale = linearScale(0, 1, 0, 1);
  private stretch: number | undefined;

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
  }

  /** Removes the drawing, as long as there is nothing to draw. */
  clear(): void {
    prepareCanvas(this.canvas);
  }

  /**
   * Called once for each drawing.
   * @param stretch of the model
   * @returns whether words keep the places of the last drawing
   */
  protected continues(stretch: number | undefined): boolean {
    const isSame = stretch !== undefined && stretch === this.stretch;
    this.stretch = stretch;
    return isSame;
  }

  /** Simulated time, s, at a horizontal place, px, if this span, s, is shown; undefined outside of the axes. */
  timeAt(pixelX: number, [from, to]: readonly [number, number]): number | undefined {
    const { start, end } = this.x;
    if (pixelX < start - 4 || pixelX > end + 4) return undefined;
    return linearScale(from, to, start, end).invert(Math.min(end, Math.max(start, pixelX)));
  }

  /** The marked moment whose label is at a place, px: its index in the model. */
  momentAt(_x: number, _y: number): number | undefined {
    return undefined;
  }

  /** Width of the axis in the last drawing, px. */
  get axisPixels(): number {
    return this.x.end - this.x.start;
  }
}
