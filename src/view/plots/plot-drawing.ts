/** A plot that is being drawn, and the lines that all its parts draw. */

import type { DrawingContext } from '../draw/drawing-context.ts';
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
  context: DrawingContext,
  colour: string,
  [fromX, fromY]: CanvasPoint,
  [toX, toY]: CanvasPoint,
): void {
  context.strokeStyle = colour;
  context.lineWidth = 1;
  context.beginPath();
  const isLevel = fromY === toY;
  context.moveTo(isLevel ? fromX : Math.round(fromX) + 0.5, isLevel ? Math.round(fromY) + 0.5 : fromY);
  context.lineTo(isLevel ? toX : Math.round(toX) + 0.5, isLevel ? Math.round(toY) + 0.5 : toY);
  context.stroke();
}
