/** VCs as points at their places in a plane, with their numbers on one side of them. */

import { spreadLabels } from '../../../scene/spread-labels.ts';
import type { ClassGlyph } from '../../draw/palette.ts';
import { drawLine } from '../../draw/pen.ts';
import { drawPolygon } from '../../draw/shapes.ts';
import type { ThemedContext } from '../../draw/themed-context.ts';
import { drawVcPoint, drawVcToken, VC_TOKEN_HALF_PX } from '../../draw/vc-token.ts';

/** Distance of the squares with the numbers from their points, and from one another, px. */
const TOKEN_DISTANCE_PX = 20;
const TOKEN_STEP_PX = 2 * VC_TOKEN_HALF_PX + 1;
/** Height of the triangle over a point, px. */
const TRIANGLE_PX = 5;

export interface VcPoint {
  readonly x: number;
  readonly y: number;
  readonly glyph: ClassGlyph;
  readonly text: string;
  /** Whether the VC is beyond the axis. Its point is at the end, below a triangle that points outwards. */
  readonly isBeyond: boolean;
}

interface Edges {
  readonly top: number;
  readonly bottom: number;
  readonly right: number;
}

/** Draws the points, which have one horizontal place. Squares that have no room below one another stand in columns. */
export function drawVcPoints(drawing: ThemedContext, points: readonly VcPoint[], { top, bottom, right }: Edges): void {
  const perColumn = Math.max(1, Math.floor((bottom - top) / TOKEN_STEP_PX) + 1);
  const columnCount = Math.ceil(points.length / perColumn);
  const sortedPoints = points.map((point) => ({ ...point, pointY: point.y })).sort((a, b) => a.y - b.y);
  const [first] = sortedPoints;
  if (first === undefined) return;
  const isLeft = first.x + TOKEN_DISTANCE_PX + columnCount * TOKEN_STEP_PX > right;
  for (let number = 0; number < columnCount; number++) {
    const tokens = sortedPoints.filter((_, index) => index % columnCount === number);
    const distance = (TOKEN_DISTANCE_PX + number * TOKEN_STEP_PX) * (isLeft ? -1 : 1);
    for (const { x, y, pointY, glyph, text } of spreadLabels(tokens, top, bottom, TOKEN_STEP_PX)) {
      drawLine(drawing, [x, pointY, x + distance, y]);
      drawVcToken(drawing, glyph, x + distance, y, text);
    }
  }
  for (const { x, pointY, glyph, isBeyond } of sortedPoints) {
    if (isBeyond) drawBeyond(drawing, x, pointY - TRIANGLE_PX);
    drawVcPoint(drawing, glyph, x, pointY);
  }
}

/** Draws a triangle over the point of a VC that is beyond the axis. */
function drawBeyond(drawing: ThemedContext, x: number, bottom: number): void {
  drawPolygon(drawing, [x, bottom - TRIANGLE_PX, x - TRIANGLE_PX, bottom, x + TRIANGLE_PX, bottom]);
}
