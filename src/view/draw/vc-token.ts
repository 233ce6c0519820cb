/** Draws a VC in a lens as a square in its colour with its number, as in the list of senders and on the link. */

import type { RunDescription } from '../../engine/frame/frame.ts';
import { type ClassGlyph, classGlyph, type DrawingTheme } from './palette.ts';
import { drawDot, drawText } from './pen.ts';
import type { ThemedContext } from './themed-context.ts';

/** Half of the square's side, px. */
export const VC_TOKEN_HALF_PX = 6.5;

/** The glyph of a VC: that of its class. */
export function vcGlyph({ classes }: RunDescription, vc: number, theme: DrawingTheme): ClassGlyph {
  return classGlyph(classes, vc, theme.isDark);
}

/** @param text text in the square */
export function drawVcToken(drawing: ThemedContext, glyph: ClassGlyph, x: number, y: number, text: string): void {
  const { context } = drawing;
  context.fillStyle = glyph.colour;
  context.beginPath();
  context.rect(x - VC_TOKEN_HALF_PX, y - VC_TOKEN_HALF_PX, 2 * VC_TOKEN_HALF_PX, 2 * VC_TOKEN_HALF_PX);
  context.fill();
  context.strokeStyle = glyph.edge;
  context.lineWidth = 1;
  context.stroke();
  drawText(drawing, text, x, y + 0.5, { colour: glyph.textColour, isSmall: true, isBold: true, align: 'center' });
}

/** Radius of the point that a square beside it names, px. */
const POINT_RADIUS_PX = 3.5;

/** Draws the place of a VC whose square is beside it. */
export function drawVcPoint(drawing: ThemedContext, { colour, edge }: ClassGlyph, x: number, y: number): void {
  drawDot(drawing, x, y, POINT_RADIUS_PX, { colour }, { colour: edge });
}
