/**
 * Words, lines and simple shapes on a canvas. Each call sets its whole look, so that no drawing depends on the one before.
 * After it, the font is that of drawings again.
 */
import { range } from 'd3-array';
import type { SceneBox } from '../../scene/marks.ts';
import { shortenToFit } from '../../shared/fit-text.ts';
import type { DrawingContext } from './drawing-context.ts';
import { DRAWING_FONT, type DrawingTheme, SMALL_DRAWING_FONT } from './palette.ts';
import type { ThemedContext } from './themed-context.ts';

/** Points on a canvas: x and y by turns, px. */
export type Coordinates = readonly number[];
/** Between two lines. */
export const NEXT_LINE = [Number.NaN, Number.NaN] as const;

/** A colour of the theme (`text` without it), or a colour of CSS. */
interface InkLook {
  readonly ink?: Exclude<keyof DrawingTheme, 'isDark'> | undefined;
  readonly colour?: string | undefined;
}

export interface TextLook extends InkLook {
  /** The end or the middle of the words is at their place; `left` without it. */
  readonly align?: 'left' | 'center' | 'right';
  readonly isSmall?: boolean;
  readonly isBold?: boolean;
  /** In place of the font of drawings. */
  readonly font?: string;
  /** No line goes through the words: they have a ground in the colour of the background. */
  readonly hasGround?: boolean;
  /** Height of the ground, px. */
  readonly groundPx?: number;
}

export interface LineLook extends InkLook {
  /** 1 without it. */
  readonly widthPx?: number;
  readonly dash?: readonly number[] | undefined;
}

/** The look of small words that only help. */
export const SMALL_MUTED: TextLook = { ink: 'muted', isSmall: true };
/** Height of the ground of a line of text, px. */
const GROUND_PX = 14;

export const fontOf = ({
  isSmall,
  isBold,
  font = isSmall === true ? SMALL_DRAWING_FONT : DRAWING_FONT,
}: TextLook): string => (isBold === true ? `bold ${font}` : font);

const inkOf = ({ ink = 'text', colour = '' }: InkLook, theme: DrawingTheme) => (colour === '' ? theme[ink] : colour);

/** By font and text, px. Plots draw the same few names again and again; measuring them took 8 % of the main thread. */
const textWidths = new Map<string, number>();
const MAX_STORED_WIDTHS = 500;

/** Width of a text, px. @param font the present one without it */
export function textWidth(context: DrawingContext, text: string, font = context.font): number {
  const key = `${font} ${text}`;
  let width = textWidths.get(key);
  if (width === undefined) {
    if (textWidths.size >= MAX_STORED_WIDTHS) textWidths.clear();
    const present = context.font;
    context.font = font;
    width = context.measureText(text).width;
    context.font = present;
    textWidths.set(key, width);
  }
  return width;
}

const OPPOSITE_ALIGN = { left: 'right', center: 'center', right: 'left' } as const;

/** Writes words at a place, readable also where left and right are exchanged. @param write gets their place there */
export function writeReadably(
  { context, isMirrored = false }: Pick<ThemedContext, 'context' | 'isMirrored'>,
  x: number,
  write: (x: number) => void,
): void {
  if (!isMirrored) {
    write(x);
    return;
  }
  context.save();
  context.scale(-1, 1);
  write(-x);
  context.restore();
}

/** @param y middle of the words, px */
export function drawText(drawing: ThemedContext, text: string, x: number, y: number, look: TextLook = {}): void {
  const { context, theme, isMirrored = false } = drawing;
  const { align = 'left', hasGround, groundPx = GROUND_PX } = look;
  context.font = fontOf(look);
  context.textAlign = isMirrored ? OPPOSITE_ALIGN[align] : align;
  if (hasGround === true) {
    const width = context.measureText(text).width + 4;
    const left = align === 'left' ? x - 2 : align === 'right' ? x + 2 - width : x - width / 2;
    context.fillStyle = theme.surface;
    context.fillRect(left, y - groundPx / 2, width, groundPx);
  }
  context.fillStyle = inkOf(look, theme);
  writeReadably(drawing, x, (left) => context.fillText(text, left, y));
  context.font = DRAWING_FONT;
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

/** A place in the middle of a pixel: a line of one pixel is sharp there. */
export const middleOfPixel = (position: number): number => Math.round(position) + 0.5;

/** Draws lines through points. After a point that is not a number, another line begins. */
export function drawLine({ context, theme }: ThemedContext, points: Coordinates, look: LineLook = {}): void {
  const { widthPx = 1, dash } = look;
  context.strokeStyle = inkOf(look, theme);
  context.lineWidth = widthPx;
  if (dash !== undefined) context.setLineDash([...dash]);
  addLines(context, points);
  context.stroke();
  if (dash !== undefined) context.setLineDash([]);
}

function addLines(context: DrawingContext, points: Coordinates): void {
  context.beginPath();
  let isDrawing = false;
  for (let index = 0; index < points.length; index += 2) {
    const [x, y] = [points[index] ?? Number.NaN, points[index + 1] ?? Number.NaN];
    const isPoint = !Number.isNaN(x + y);
    if (isPoint && isDrawing) context.lineTo(x, y);
    else if (isPoint) context.moveTo(x, y);
    isDrawing = isPoint;
  }
}

export function drawBox(
  { context, theme }: ThemedContext,
  left: number,
  top: number,
  width: number,
  height: number,
  look: InkLook = {},
): void {
  context.fillStyle = inkOf(look, theme);
  context.fillRect(left, top, width, height);
}

export function drawPolygon({ context, theme }: ThemedContext, points: Coordinates, look: InkLook = {}): void {
  context.fillStyle = inkOf(look, theme);
  addLines(context, points);
  context.fill();
}

/** @param edge the look of its edge; without it, it has none */
export function drawDot(
  { context, theme }: ThemedContext,
  x: number,
  y: number,
  radius: number,
  look: InkLook = {},
  edge?: LineLook,
): void {
  context.fillStyle = inkOf(look, theme);
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
  if (edge === undefined) return;
  context.strokeStyle = inkOf(edge, theme);
  context.lineWidth = edge.widthPx ?? 1;
  context.stroke();
}

export function drawRing({ context, theme }: ThemedContext, x: number, y: number, radius: number, look: LineLook = {}) {
  context.strokeStyle = inkOf(look, theme);
  context.lineWidth = look.widthPx ?? 1;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.stroke();
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

/** Draws faintly. @param opacity 0 to 1 */
export function drawFaintly({ context }: Pick<ThemedContext, 'context'>, opacity: number, draw: () => void): void {
  context.globalAlpha = opacity;
  draw();
  context.globalAlpha = 1;
}

/** Draws slanted lines in a box. @param stepPx their distance along an edge, px */
export function drawHatching(drawing: ThemedContext, { left, top, right, bottom }: SceneBox, stepPx: number): void {
  const starts = range(left - (bottom - top), right, stepPx);
  const lines = starts.flatMap((x) => [x, bottom, x + bottom - top, top, ...NEXT_LINE]);
  drawInside(drawing, [left, top, right - left, bottom - top], () => drawLine(drawing, lines, { ink: 'muted' }));
}

/** The line of a threshold: thick for the highest one, dashed for one between others. */
export const thresholdLine = (style: 'low' | 'middle' | 'high', highPx = 2.5): LineLook => ({
  widthPx: style === 'high' ? highPx : 1.2,
  dash: style === 'middle' ? [4, 3] : [],
});

/** The sign of a packet that the link has lost behind the queue, around its middle, px. */
export const PLUS: Coordinates = [-5, 0, 5, 0, ...NEXT_LINE, 0, -5, 0, 5];
