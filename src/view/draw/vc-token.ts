/** Draws a VC in a lens as a disc in its colour with its number. */

import type { RunDescription } from '../../engine/frame/frame.ts';
import { type ClassGlyph, classGlyph, DRAWING_FONT, type Ink, SMALL_DRAWING_FONT } from './palette.ts';
import type { Pen } from './pen.ts';

/** Radius of the disc, px. */
export const VC_TOKEN_RADIUS_PX = 7;

export function vcGlyph({ classes }: RunDescription, vc: number, ink: Ink): ClassGlyph {
  return classGlyph(classes, vc, ink.isDark);
}

/** @param text text in the disc */
export function drawVcToken(context: Pen, glyph: ClassGlyph, x: number, y: number, text: string): void {
  context.fillStyle = glyph.colour;
  context.beginPath();
  context.arc(x, y, VC_TOKEN_RADIUS_PX, 0, 2 * Math.PI);
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

/** Radius of the point that a disc beside it names, px. */
const POINT_RADIUS_PX = 3.5;

/** Draws the place of a VC whose disc is beside it. */
export function drawVcPoint(context: Pen, { colour, edge }: ClassGlyph, x: number, y: number): void {
  context.fillStyle = colour;
  context.strokeStyle = edge;
  context.lineWidth = 1;
  context.beginPath();
  context.arc(x, y, POINT_RADIUS_PX, 0, 2 * Math.PI);
  context.fill();
  context.stroke();
}

export interface SeparableVcToken {
  /** Place of the thing that it stands for, px. */
  readonly x: number;
  readonly y: number;
  /** Its own horizontal place, px. */
  discX: number;
}

/**
 * Moves discs sideways, as little as necessary, so that no disc covers another. If one must move, all move, so that none
 * covers the place of a thing.
 * @returns whether they moved
 */
export function separateVcTokens(
  discs: readonly SeparableVcToken[],
  distance: number,
  left: number,
  right: number,
): boolean {
  placeDiscs(discs, distance, [left, right], 0);
  const mustMove = discs.some(({ x, discX }) => discX !== x);
  if (mustMove) placeDiscs(discs, distance, [left, right], 1);
  return mustMove;
}

/** @param firstStep 0 if a disc may cover the place of its thing, otherwise 1 */
function placeDiscs(
  discs: readonly SeparableVcToken[],
  distance: number,
  [left, right]: readonly [left: number, right: number],
  firstStep: 0 | 1,
): void {
  for (const [index, disc] of discs.entries()) {
    const placed = discs.slice(0, index);
    // To the right and to the left in turn, farther each time.
    for (let step = firstStep; step < 2 * discs.length + firstStep; step++) {
      const offset = Math.ceil(step / 2) * (distance + 3) * (step % 2 === 1 ? 1 : -1);
      disc.discX = disc.x + offset;
      if (step > 0 && (disc.discX < left || disc.discX > right)) continue;
      if (isClear(disc, placed, distance)) break;
      disc.discX = disc.x;
    }
  }
}

function isClear({ discX, y }: SeparableVcToken, placedTokens: readonly SeparableVcToken[], distance: number): boolean {
  return placedTokens.every((other) => Math.abs(other.discX - discX) >= distance || Math.abs(other.y - y) >= distance);
}
