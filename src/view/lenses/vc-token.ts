/** Draws a VC in a lens as a disc in its colour with its number. */
import type { RunDescription } from '../../engine/frame/frame.ts';
import { type ClassMark, classMark, FONT, type Ink, SMALL_FONT } from '../draw/palette.ts';

/** Radius of the disc, px. */
export const TOKEN = 7;

export function vcMark({ classes }: RunDescription, vc: number, ink: Ink): ClassMark {
  return classMark(classes, vc, ink.dark);
}

/** @param words text in the disc */
export function drawToken(
  context: CanvasRenderingContext2D,
  mark: ClassMark,
  x: number,
  y: number,
  words: string,
): void {
  context.fillStyle = mark.colour;
  context.beginPath();
  context.arc(x, y, TOKEN, 0, 2 * Math.PI);
  context.fill();
  context.strokeStyle = mark.edge;
  context.lineWidth = 1;
  context.stroke();
  context.fillStyle = mark.words;
  context.font = `bold ${SMALL_FONT}`;
  context.textAlign = 'center';
  context.fillText(words, x, y + 0.5);
  context.font = FONT;
}
