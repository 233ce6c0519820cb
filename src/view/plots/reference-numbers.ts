/** The symbols of references with their numbers, left of an axis. */

import { formatTick } from '../../shared/number-text.ts';
import type { DrawingContext } from '../draw/drawing-context.ts';
import { LANE_BADGE_PX } from '../draw/labels.ts';
import { SMALL_DRAWING_FONT } from '../draw/palette.ts';
import { textWidth } from '../draw/shapes.ts';
import { SMALL_SYMBOL_SIZE_PX, symbolWidth } from '../draw/symbol.ts';
import type { PlotReference, PlotRow } from './plot-model.ts';

/** Space between an axis and the words beside it, between a symbol and its number, and beside a letter of a lane, px. */
export const AXIS_GAP_PX = 5;
export const REFERENCE_GAP_PX = 3;
export const REFERENCE_BADGE_PX = LANE_BADGE_PX + 2;
/** A wider space would take too much of the plot, px. */
const MAX_REFERENCES_PX = 72;

/** In a lower strip, names would be on the lines, and its 0 close to the top of the next one, px. */
const MIN_HIGH_STRIP_PX = 44;

/** @param height of the strip, px */
export const isLowStrip = (height: number): boolean => height < MIN_HIGH_STRIP_PX;

export const formatReferenceNumber = ({ value }: PlotReference): string => formatTick(Number(value.toPrecision(3)));

/**
 * Width of the space for the symbols of these rows with their numbers in small letters, px. It seldom changes in a run.
 * @param areStripsLow low strips have their symbols beside the axis too; others have them at their lines
 */
export function referencesWidth(context: DrawingContext, rows: readonly PlotRow[], areStripsLow: boolean): number {
  const widths = rows
    .flatMap(({ references, isStrip }) => (isStrip === true && !areStripsLow ? [] : references))
    .filter(({ symbol, name }) => symbol !== '' && name === undefined)
    .map(
      (reference) =>
        symbolWidth(reference.symbol, SMALL_SYMBOL_SIZE_PX) +
        REFERENCE_GAP_PX +
        textWidth(context, formatReferenceNumber(reference), SMALL_DRAWING_FONT) +
        (reference.lane === undefined ? 0 : REFERENCE_BADGE_PX),
    );
  return Math.min(MAX_REFERENCES_PX, 8 * Math.ceil((Math.max(0, ...widths) + AXIS_GAP_PX + 1) / 8));
}
