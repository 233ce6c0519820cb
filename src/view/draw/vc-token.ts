/** Draws a VC in a lens as a square in its colour with its number, as in the list of senders and on the link. */

import type { RunDescription } from '../../engine/frame/frame.ts';
import type { DrawingContext } from './drawing-context.ts';
import { type ClassGlyph, classGlyph, DRAWING_FONT, type DrawingTheme, SMALL_DRAWING_FONT } from './palette.ts';

/** Half of the square's side, px. */
export const VC_TOKEN_HALF_PX = 6.5;

export function vcGlyph({ classes }: RunDescription, vc: number, theme: DrawingTheme): ClassGlyph {
  return classGlyph(classes, vc, theme.isDark);
}

/** @param text text in the square */
export function drawVcToken(context: DrawingContext, glyph: ClassGlyph, x: number, y: number, text: string): void {
  context.fillStyle = glyph.colour;
  context.beginPath();
  context.rect(x - VC_TOKEN_HALF_PX, y - VC_TOKEN_HALF_PX, 2 * VC_TOKEN_HALF_PX, 2 * VC_TOKEN_HALF_PX);
  context.fill();
  context.strokeStyle = glyph.edge;
  context.lineWidth = 1;
  context.stroke();
  context.fillStyle = glyph.textColour;
  context.font = `bold ${SMALL_DRAWING_FONT}`;
  context.textAlign = 'center';
  context.fillText(text, x, y + 0.5);
  context.font = DRAWING_FONT;
}

/** Radius of the point that a square beside it names, px. */
const POINT_RADIUS_PX = 3.5;

/** Draws the place of a VC whose square is beside it. */
export function drawVcPoint(context: DrawingContext, { colour, edge }: ClassGlyph, x: number, y: number): void {
  context.fillStyle = colour;
  context.strokeStyle = edge;
  context.lineWidth = 1;
  context.beginPath();
  context.arc(x, y, POINT_RADIUS_PX, 0, 2 * Math.PI);
  context.fill();
  context.stroke();
}
