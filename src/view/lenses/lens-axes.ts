/** Shared part of the lenses that are plots: title, light grid with numbers, unit, lines. */
import { groundedText, type Surface } from '../draw/canvas.ts';
import { tickText } from '../draw/number-text.ts';
import { FONT, type Ink, SMALL_FONT } from '../draw/palette.ts';

/** Space around the plot, px. */
export interface Margin {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Below this width, px, a lens shortens its texts. */
export const NARROW_LENS = 420;

type Scale = (value: number) => number;

export function drawTitle({ context }: Surface, ink: Ink, text: string): void {
  // Lines of thresholds stop beside the title.
  context.clearRect(0, 0, context.measureText(text).width + 6, 18);
  context.fillStyle = ink.text;
  context.textAlign = 'left';
  groundedText({ context, ink }, text, 2, 9);
}

export function drawGrid(
  { context, width, height }: Surface,
  ink: Ink,
  margin: Margin,
  xTicks: readonly number[],
  x: Scale,
  yTicks: readonly number[],
  y: Scale,
  yLabel: (value: number) => string,
): void {
  context.strokeStyle = ink.grid;
  context.lineWidth = 1;
  context.fillStyle = ink.muted;
  context.textAlign = 'right';
  for (const tick of yTicks) {
    const at = Math.round(y(tick)) + 0.5;
    context.beginPath();
    context.moveTo(margin.left, at);
    context.lineTo(width - margin.right, at);
    context.stroke();
    context.fillText(yLabel(tick), margin.left - 6, at);
  }
  context.textAlign = 'center';
  for (const tick of xTicks) context.fillText(tickText(tick), x(tick), height - margin.bottom + 12);
}

/** Draws the unit of the horizontal axis after its end. */
export function drawUnit({ context, width, height }: Surface, ink: Ink, margin: Margin, unit: string): void {
  context.font = SMALL_FONT;
  context.fillStyle = ink.muted;
  context.textAlign = 'left';
  context.fillText(unit, width - margin.right + 10, height - margin.bottom + 13);
  context.font = FONT;
}

/** Draws a line through `points` places, with gaps at places with y = NaN. */
export function line(
  context: CanvasRenderingContext2D,
  colour: string,
  width: number,
  points: number,
  point: (step: number) => readonly [x: number, y: number],
  dash: readonly number[] = [],
): void {
  if (points < 2) return;
  context.setLineDash([...dash]);
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.beginPath();
  let drawing = false;
  for (let step = 0; step < points; step++) {
    const [x, y] = point(step);
    if (drawing) context.lineTo(x, y);
    else context.moveTo(x, y);
    // A value that is not a number is a gap.
    drawing = !Number.isNaN(y);
  }
  context.stroke();
  context.setLineDash([]);
}
