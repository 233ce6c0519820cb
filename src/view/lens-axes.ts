/** What the lenses that are plots share: a title, a light grid with its figures. */
import type { Surface } from './canvas.ts';
import { amount, type Ink } from './palette.ts';

/** Room around the plot, px. */
export interface Margin {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

type Scale = (value: number) => number;

export function drawTitle({ context }: Surface, ink: Ink, text: string): void {
  context.fillStyle = ink.text;
  context.textAlign = 'left';
  context.fillText(text, 12, 9);
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
  for (const tick of xTicks) context.fillText(tickText(tick), x(tick), height - margin.bottom + 16);
}

function tickText(value: number): string {
  return Number.isInteger(value) ? amount(value) : String(Number(value.toPrecision(3)));
}
