/** Shared part of the lenses that are plots: title, light grid with numbers, unit, lines. */

import type { Surface } from '../draw/canvas.ts';
import type { DrawingContext } from '../draw/drawing-context.ts';
import { formatTick } from '../draw/number-text.ts';
import { DRAWING_FONT, SMALL_DRAWING_FONT } from '../draw/palette.ts';
import type { LinearScale } from '../draw/scale.ts';
import { drawTextOnGround } from '../draw/text-on-ground.ts';
import type { ThemedContext } from '../draw/themed-context.ts';

/** Space around the plot, px. */
export interface LensMargin {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Below this width, px, a lens shortens its texts. */
export const NARROW_LENS_PX = 420;

/** Height of a line of words below a title, px. */
const TITLE_LINE_PX = 13;

type Sheet = ThemedContext & Surface;

/** Draws a title that lines of thresholds do not cross. */
export function drawLensTitle(themedContext: ThemedContext, text: string): void {
  const { context, theme } = themedContext;
  context.clearRect(0, 0, context.measureText(text).width + 6, 18);
  context.fillStyle = theme.text;
  context.textAlign = 'left';
  drawTextOnGround(themedContext, text, 2, 9);
}

/** Draws a title with small words below it, beside a plot that begins farther to the right. So no line crosses it. */
export function drawTitleBeside({ context, theme }: ThemedContext, title: string, words: readonly string[]): void {
  context.textAlign = 'left';
  context.fillStyle = theme.text;
  context.fillText(title, 2, 9);
  context.font = SMALL_DRAWING_FONT;
  context.fillStyle = theme.muted;
  for (const [index, text] of words.entries()) context.fillText(text, 2, 9 + (index + 1) * TITLE_LINE_PX);
  context.font = DRAWING_FONT;
}

/** The two axes of a lens. */
export interface LensGrid {
  readonly margin: LensMargin;
  readonly x: (value: number) => number;
  readonly xTicks: readonly number[];
  readonly y: LinearScale;
  readonly yTicks: readonly number[];
  /** The text at a tick of the vertical axis. */
  readonly formatY: (value: number) => string;
}

export function drawLensGrid({ context, theme, width, height }: Sheet, grid: LensGrid): void {
  const { margin, x, xTicks, y, yTicks, formatY } = grid;
  context.strokeStyle = theme.grid;
  context.lineWidth = 1;
  context.fillStyle = theme.muted;
  context.textAlign = 'right';
  for (const tick of yTicks) {
    const lineY = Math.round(y(tick)) + 0.5;
    context.beginPath();
    context.moveTo(margin.left, lineY);
    context.lineTo(width - margin.right, lineY);
    context.stroke();
    context.fillText(formatY(tick), margin.left - 6, lineY);
  }
  context.textAlign = 'center';
  for (const tick of xTicks) context.fillText(formatTick(tick), x(tick), height - margin.bottom + 12);
}

/** Draws the unit of the horizontal axis after its end. */
export function drawAxisUnit({ context, theme, width, height }: Sheet, margin: LensMargin, unit: string): void {
  context.font = SMALL_DRAWING_FONT;
  context.fillStyle = theme.muted;
  context.textAlign = 'left';
  context.fillText(unit, width - margin.right + 10, height - margin.bottom + 13);
  context.font = DRAWING_FONT;
}

/** The name of the axis of time, and its place below the drawing, px. */
export const TIME_AXIS_NAME = 'simulated time (s)';
export const AXIS_NAME_UNDER_PX = 26;

/** Draws the name of an axis of time below its numbers. */
export function drawTimeAxisName({ context, theme, height }: Sheet, margin: LensMargin): void {
  context.font = SMALL_DRAWING_FONT;
  context.fillStyle = theme.muted;
  context.textAlign = 'left';
  context.fillText(TIME_AXIS_NAME, margin.left, height - margin.bottom + AXIS_NAME_UNDER_PX);
  context.font = DRAWING_FONT;
}

/** The look of a line. */
interface Stroke {
  readonly colour: string;
  /** px. */
  readonly width: number;
  readonly dash?: readonly number[];
}

/** Draws a line through `points` places, with gaps at places with y = NaN. */
export function drawSampledLine(
  context: DrawingContext,
  { colour, width, dash = [] }: Stroke,
  pointCount: number,
  point: (step: number) => readonly [x: number, y: number],
): void {
  if (pointCount < 2) return;
  context.setLineDash([...dash]);
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.beginPath();
  let isDrawing = false;
  for (let step = 0; step < pointCount; step++) {
    const [x, y] = point(step);
    if (isDrawing) context.lineTo(x, y);
    else context.moveTo(x, y);
    // A value that is not a number is a gap.
    isDrawing = !Number.isNaN(y);
  }
  context.stroke();
  context.setLineDash([]);
}
