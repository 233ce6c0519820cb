/** The link as a band with the shares of the classes, for a high rate. */

import { DEPARTURE_STRIDE, DepartureColumn } from '../../engine/frame/frame.ts';
import { numberAt } from '../../shared/tables.ts';
import { type ClassGlyph, glyphIndex } from '../draw/palette.ts';
import { drawBox } from '../draw/pen.ts';
import type { ThemedContext } from '../draw/themed-context.ts';
import type { QueueModel } from './queue-model.ts';

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

  /** Draws streaks side by side, with a thickness in proportion to the share of each class in the departures. */
  draw(
    drawing: ThemedContext,
    { frame }: QueueModel,
    glyphs: readonly ClassGlyph[],
    { from, length, y }: LinkLine,
  ): void {
    const { departures } = frame;
    // At the beginning of a run nothing has departed, so packets of an earlier run are removed.
    if (this.shares.length !== glyphs.length || frame.timeNs === 0) this.shares = new Float64Array(glyphs.length);
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
      const colour = thickness < 3 || glyph.shape === 'flat' ? glyph.edge : glyph.colour;
      drawBox(drawing, from + 2, top, length - 12, thickness, { colour });
      top += thickness;
    }
  }
}
