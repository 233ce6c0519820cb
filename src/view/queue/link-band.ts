/** The link as a band with the shares of the classes, for a high rate. */

import { DEPARTURE_STRIDE, DepartureColumn } from '../../engine/frame/frame.ts';
import type { SceneBox } from '../../scene/marks.ts';
import { numberAt } from '../../shared/tables.ts';
import { type ClassGlyph, glyphIndex } from '../draw/palette.ts';
import { drawBox, drawLine } from '../draw/pen.ts';
import type { ThemedContext } from '../draw/themed-context.ts';
import type { QueueModel } from './queue-model.ts';

/** Least thickness of a streak with edges, px. */
const MIN_EDGED_PX = 3;

/** Place of the drawn link, px. */
export interface LinkLine {
  readonly from: number;
  readonly length: number;
  readonly y: number;
}

/** Draws the band, whose shares follow the departures. */
export class LinkBand {
  /** Shares of the classes in the latest departures. */
  private shares = new Float64Array(0);
  /** The run of the shares. */
  private run: object | undefined;

  /** Draws streaks side by side, with a thickness in proportion to the share of each class in the departures. */
  draw(
    drawing: ThemedContext,
    { frame, description }: Pick<QueueModel, 'frame' | 'description'>,
    glyphs: readonly ClassGlyph[],
    { from, length, y }: LinkLine,
  ): void {
    const { departures } = frame;
    // Packets of an earlier run are removed. At the beginning of a run nothing has departed.
    if (this.run !== description || frame.timeNs === 0) this.shares = new Float64Array(glyphs.length);
    this.run = description;
    const rows = departures.length / DEPARTURE_STRIDE;
    const weight = Math.min(0.3, rows / 50);
    const { shares } = this;
    for (let index = 0; index < shares.length; index++) shares[index] = numberAt(shares, index) * (1 - weight);
    for (let row = 0; row < departures.length; row += DEPARTURE_STRIDE) {
      const classIndex = numberAt(departures, row + DepartureColumn.classIndex);
      const index = glyphIndex(classIndex, numberAt(departures, row + DepartureColumn.glyphVariant));
      shares[index] = numberAt(shares, index) + weight / rows;
    }
    const busyShare = shares.reduce((sum, share) => sum + share, 0);
    let top = y - 5 * Math.min(1, busyShare);
    for (const [index, glyph] of glyphs.entries()) {
      const thickness = 10 * numberAt(shares, index);
      drawStreak(drawing, glyph, { left: from + 2, top, right: from + length - 10, bottom: top + thickness });
      top += thickness;
    }
  }
}

/**
 * Draws a streak in the look of its packets: that of ACKs is hollow. A thin one has no room for a light colour between
 * its edges, and a hollow one is dashed there.
 */
export function drawStreak(
  drawing: ThemedContext,
  { colour, edge }: ClassGlyph,
  { left, top, right, bottom }: SceneBox,
): void {
  const thickness = bottom - top;
  const isThin = thickness < MIN_EDGED_PX;
  if (colour !== 'transparent')
    drawBox(drawing, left, top, right - left, thickness, { colour: isThin ? edge : colour });
  else if (!isThin) {
    const [x, y, endX, endY] = [left + 0.5, top + 0.5, right - 0.5, bottom - 0.5];
    drawLine(drawing, [x, y, endX, y, endX, endY, x, endY, x, y], { colour: edge });
  } else if (thickness > 0) {
    const middle = (top + bottom) / 2;
    drawLine(drawing, [left, middle, right, middle], { colour: edge, widthPx: thickness, dash: [3, 3] });
  }
}
