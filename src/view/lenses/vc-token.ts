/** A VC in a lens: a disc of its colour with its number. */
import type { RunDescription } from '../../engine/frame.ts';
import { classMark, FONT, type Ink, SMALL_FONT } from '../draw/palette.ts';

/** Its radius, px. */
export const TOKEN = 7;

export function vcColour({ classes }: RunDescription, vc: number, ink: Ink): string {
  const item = classes[vc];
  return item === undefined ? ink.muted : classMark(item, vc, ink.dark).colour;
}

/** @param words what stands in it */
export function drawToken(
  context: CanvasRenderingContext2D,
  ink: Ink,
  colour: string,
  x: number,
  y: number,
  words: string,
): void {
  context.fillStyle = colour;
  context.beginPath();
  context.arc(x, y, TOKEN, 0, 2 * Math.PI);
  context.fill();
  context.strokeStyle = ink.surface;
  context.lineWidth = 1;
  context.stroke();
  context.fillStyle = ink.dark ? '#000' : '#fff';
  context.font = `bold ${SMALL_FONT}`;
  context.textAlign = 'center';
  context.fillText(words, x, y + 0.5);
  context.font = FONT;
}
