/**
 * Words, lines and simple shapes on a canvas. Each call sets its whole look, so that no drawing depends on the one
 * before. After it, the font is that of drawings again. `shapes.ts` has more of them. The parts of the queue in the
 * first load draw by themselves, so that this is loaded after them.
 */
import { writeReadably } from './canvas.ts';
import type { DrawingContext } from './drawing-context.ts';
import { DRAWING_FONT, type DrawingTheme, SMALL_DRAWING_FONT } from './palette.ts';
import type { ThemedContext } from './themed-context.ts';

/** Points on a canvas: x and y by turns, px. */
export type Coordinates = readonly number[];
/** Ends a line in a list of coordinates: the next point begins another one. */
export const NEXT_LINE = [Number.NaN, Number.NaN] as const;

/** A colour of the theme (`text` without it), or a colour of CSS. */
export interface InkLook {
  readonly ink?: Exclude<keyof DrawingTheme, 'isDark'> | undefined;
  readonly colour?: string | undefined;
}

export interface TextLook extends InkLook {
  /** The part of the words that is at their place; default `left`. */
  readonly align?: 'left' | 'center' | 'right';
  readonly isSmall?: boolean;
  readonly isBold?: boolean;
  /** Default: the font of drawings. */
  readonly font?: string;
  /** No line goes through the words: they have a ground in the colour of the background. */
  readonly hasGround?: boolean;
  /** Height of the ground, px. */
  readonly groundPx?: number;
}

export interface LineLook extends InkLook {
  /** Default 1. */
  readonly widthPx?: number;
  readonly dash?: readonly number[] | undefined;
}

/** Height of the ground of a line of text, px. */
const GROUND_PX = 14;

/** The CSS font of a text. */
export const fontOf = ({
  isSmall,
  isBold,
  font = isSmall === true ? SMALL_DRAWING_FONT : DRAWING_FONT,
}: TextLook): string => (isBold === true ? `bold ${font}` : font);

/** The colour of an ink: its own one, or that of the theme. */
export const inkOf = ({ ink = 'text', colour = '' }: InkLook, theme: DrawingTheme) =>
  colour === '' ? theme[ink] : colour;

const OPPOSITE_ALIGN = { left: 'right', center: 'center', right: 'left' } as const;

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

/** Adds lines through the points to a new path. A NaN leaves a gap. */
export function addLines(context: DrawingContext, points: Coordinates): void {
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

/** Fills a box; all places and sizes in px. */
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

/** Draws a circle; centre and radius in px. */
export function drawRing({ context, theme }: ThemedContext, x: number, y: number, radius: number, look: LineLook = {}) {
  context.strokeStyle = inkOf(look, theme);
  context.lineWidth = look.widthPx ?? 1;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.stroke();
}

/** The line of a threshold: thick for the highest one, dashed for one between others. */
export const thresholdLine = (style: 'low' | 'middle' | 'high', highPx = 2.5): LineLook => ({
  widthPx: style === 'high' ? highPx : 1.2,
  dash: style === 'middle' ? [4, 3] : [],
});
