/** Areas, texts with a limited room, and parts of drawings that the first picture of the page does not need. */
import { range } from 'd3-array';
import type { SceneBox } from '../../scene/marks.ts';
import { shortenToFit } from '../../shared/fit-text.ts';
import type { DrawingContext } from './drawing-context.ts';
import { DRAWING_FONT } from './palette.ts';
import {
  addLines,
  type Coordinates,
  drawLine,
  drawText,
  fontOf,
  type InkLook,
  inkOf,
  NEXT_LINE,
  type TextLook,
} from './pen.ts';
import type { ThemedContext } from './themed-context.ts';

/** The look of small words that only help. */
export const SMALL_MUTED: TextLook = { ink: 'muted', isSmall: true };

/** By font and text, px. Plots draw the same few names again and again; measuring them took 8 % of the main thread. */
const textWidths = new Map<string, Map<string, number>>();
const MAX_STORED_WIDTHS = 500;

/** Width of a text, px. */
export function textWidth(context: DrawingContext, text: string, font = DRAWING_FONT): number {
  const widths = textWidths.get(font) ?? new Map<string, number>();
  let width = widths.get(text);
  if (width === undefined) {
    if (widths.size >= MAX_STORED_WIDTHS) widths.clear();
    const presentFont = context.font;
    context.font = font;
    width = context.measureText(text).width;
    context.font = presentFont;
    textWidths.set(font, widths.set(text, width));
  }
  return width;
}

/** The first of the texts that fits; undefined without one. */
export const fittingText = (
  context: DrawingContext,
  texts: readonly string[],
  maxWidth: number,
  look: TextLook = {},
): string | undefined => texts.find((text) => textWidth(context, text, fontOf(look)) <= maxWidth);

/** Draws the first of the texts that fits, or the part of the last one that does. Letters keep their width. */
export function drawFittingText(
  drawing: ThemedContext,
  texts: readonly string[],
  x: number,
  y: number,
  maxWidth: number,
  look: TextLook = {},
): void {
  const { context } = drawing;
  const widthOf = (part: string) => textWidth(context, part, fontOf(look));
  const text = fittingText(context, texts, maxWidth, look) ?? shortenToFit(texts.at(-1) ?? '', maxWidth, widthOf);
  drawText(drawing, text, x, y, look);
}

/** Fills the polygon with these corners, px. */
export function drawPolygon({ context, theme }: ThemedContext, points: Coordinates, look: InkLook = {}): void {
  context.fillStyle = inkOf(look, theme);
  addLines(context, points);
  context.fill();
}

/** Draws only inside a rectangle. */
export function drawInside(
  { context }: Pick<ThemedContext, 'context'>,
  [left, top, width, height]: readonly [left: number, top: number, width: number, height: number],
  draw: () => void,
): void {
  context.save();
  context.beginPath();
  context.rect(left, top, width, height);
  context.clip();
  draw();
  context.restore();
}

/**
 * Draws faintly.
 * @param opacity 0 to 1
 */
export function drawFaintly({ context }: Pick<ThemedContext, 'context'>, opacity: number, draw: () => void): void {
  context.globalAlpha = opacity;
  draw();
  context.globalAlpha = 1;
}

/**
 * Draws slanted lines in a box.
 * @param stepPx their distance along an edge, px
 */
export function drawHatching(drawing: ThemedContext, { left, top, right, bottom }: SceneBox, stepPx: number): void {
  const starts = range(left - (bottom - top), right, stepPx);
  const lines = starts.flatMap((x) => [x, bottom, x + bottom - top, top, ...NEXT_LINE]);
  drawInside(drawing, [left, top, right - left, bottom - top], () => drawLine(drawing, lines, { ink: 'muted' }));
}

/** The sign of a packet that the link has lost behind the queue, around its middle, px. */
export const PLUS: Coordinates = [-5, 0, 5, 0, ...NEXT_LINE, 0, -5, 0, 5];
