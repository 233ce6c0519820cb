/** A plot that is being drawn, and the lines that all its parts draw. */

import { drawLine, middleOfPixel } from '../draw/pen.ts';
import type { ThemedContext } from '../draw/themed-context.ts';
import type { PlotModel } from './plot-model.ts';

export interface PlotDrawing extends ThemedContext {
  readonly model: PlotModel;
  /** Size of the canvas, px. */
  readonly width: number;
  readonly height: number;
}

export type CanvasPoint = readonly [x: number, y: number];

/** Draws a level or an upright line of one pixel. */
export function drawPixelLine(
  drawing: ThemedContext,
  ink: 'text' | 'muted' | 'grid',
  [fromX, fromY]: CanvasPoint,
  [toX, toY]: CanvasPoint,
): void {
  const [pixelX, pixelY] = [middleOfPixel(fromX), middleOfPixel(fromY)];
  drawLine(drawing, fromY === toY ? [fromX, pixelY, toX, pixelY] : [pixelX, fromY, pixelX, toY], { ink });
}
