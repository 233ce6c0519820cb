/** The places of the parts of a plot. */

import { TEXT_FONT } from '../../scene/text-ruler.ts';
import { pageRuler } from '../draw/paint-texts.ts';
import { linearScale, roundUpAxisEnd } from '../draw/scale.ts';
import { labelColumns, labelForm, minLabelsHeight } from './line-labels.ts';
import { linkRateNamesWidth } from './link-rate-strip.ts';
import type { NamesPosition, PlacedPlot, PlacedRow, PlotDrawing, RugHeights } from './plot-drawing.ts';
import type { FittedRow } from './plot-extents.ts';
import type { PlotModel, PlotRow } from './plot-model.ts';
import { hasDrawnName, REFERENCE_NAME_PX, referencesWidth } from './references.ts';
import { RUG_BADGE_PX, rugNamesWidth } from './rug.ts';

export const PLOT_MARGIN = { left: 48, top: 16, bottom: 34 };
/** Space for the name of a row, and below a row, px. */
const ROW_HEADING_PX = 14;
const ROW_GAP_PX = 5;
/** Middle of the words over the first row, px. */
export const TEXT_OVER_ROWS_Y = PLOT_MARGIN.top - ROW_HEADING_PX / 2;
/** Smallest height of a row with its name over it, and of a row without one, px. Lower rows are left out. */
const MIN_NAMED_PLOT_PX = 40;
const MIN_ROW_PX = 18;
/** Heights of the rows of drops and marks over one plot and in the strips of lanes, and the space below them, px. */
const RUG_HEIGHTS_PX: RugHeights = { dropHeight: 12, markHeight: 6 };
const STRIP_RUG_HEIGHTS_PX: RugHeights = { dropHeight: 7, markHeight: 5 };
export const RUG_GAP_PX = 2;
/**
 * Heights of the strip of the rate of the link, with room for two numbers beside it, and space over and below it, px.
 */
export const LINK_RATE_HEIGHTS_PX = { least: 20, most: 30 };
/** A plot that is higher than this gives a third of the rest to the strip, px. */
const LOW_PLOT_PX = 200;
const LINK_RATE_GAP_PX = 4;

/** The model with strips that are too low as one row. */
export function withRoomForRows(model: PlotModel, height: number): PlotModel {
  const combinedRow = model.rows[0]?.commonRow;
  return combinedRow !== undefined && height - PLOT_MARGIN.bottom - PLOT_MARGIN.top < MIN_ROW_PX * model.rows.length
    ? { ...model, rows: [combinedRow], hasOneScale: false }
    : model;
}

/**
 * Places the strip of the rate of the link, the rug and the names of the rows. If the rows have no room otherwise,
 * their names are beside them, and the rug is left out, then the strip.
 */
export function placePlot(drawing: PlotDrawing): PlacedPlot {
  const { model, width } = drawing;
  const areNamed = model.rows.some(({ name }, index) => index > 0 && name !== '');
  const names: readonly NamesPosition[] = areNamed ? ['above', 'left'] : ['none'];
  const rugChoices = model.rug === undefined ? [false] : [true, false];
  const linkRateChoices = model.linkRate === undefined ? [false] : [true, false];
  const candidates = linkRateChoices.flatMap((hasLinkRate) =>
    rugChoices.flatMap((hasRug) =>
      names.map((position) => placeVertically(drawing, position, { hasRug, hasLinkRate })),
    ),
  );
  const smallestLayout = placeVertically(drawing, areNamed ? 'left' : 'none', { hasRug: false, hasLinkRate: false });
  const { fits: _, columns, ...places } = candidates.find(({ fits }) => fits) ?? smallestLayout;
  const labels = labelForm(drawing, columns, places.names === 'none');
  const right = width - labels.widthPx;
  const x = linearScale(model.fromSeconds, model.toSeconds, places.left, right);
  return { ...drawing, ...places, labels, right, x };
}

/** The parts over the rows. */
interface OverRows {
  readonly hasRug: boolean;
  readonly hasLinkRate: boolean;
}

function placeVertically(drawing: PlotDrawing, names: NamesPosition, { hasRug, hasLinkRate }: OverRows) {
  const { model, height } = drawing;
  const { rows, rug } = model;
  const isStrips = rows.some(({ isStrip }) => isStrip);
  const rugHeights = isStrips ? STRIP_RUG_HEIGHTS_PX : RUG_HEIGHTS_PX;
  const heights = hasRug
    ? { ...rugHeights, markHeight: rug?.hasMarks === true ? rugHeights.markHeight : 0 }
    : undefined;
  const laneRugHeight =
    heights === undefined ? 0 : heights.dropHeight + heights.markHeight + (isStrips ? RUG_GAP_PX : 1);
  // The name of the first row is below the rug and the strip, not over the plot.
  const heading = names === 'left' || rows[0]?.name === '' ? 0 : ROW_HEADING_PX;
  const lanes = rug?.lanes.length ?? 0;
  const rugHeight = heights === undefined || isStrips ? 0 : lanes * laneRugHeight + 2 * RUG_GAP_PX;
  const linkRateTop = hasLinkRate ? PLOT_MARGIN.top + rugHeight + LINK_RATE_GAP_PX : undefined;
  const { least, most } = LINK_RATE_HEIGHTS_PX;
  const linkRateHeight = Math.min(most, least + Math.max(0, Math.round((height - LOW_PLOT_PX) / 3)));
  const overRows = rugHeight + (hasLinkRate ? linkRateHeight + 2 * LINK_RATE_GAP_PX : 0);
  const top = PLOT_MARGIN.top + (overRows === 0 ? 0 : overRows + heading);
  const bottom = height - PLOT_MARGIN.bottom;
  const stripRugHeight = isStrips ? laneRugHeight : 0;
  const pitch = (bottom - top) / rows.length;
  const rugNamesPx = rug === undefined || !hasRug || isStrips ? 0 : rugNamesWidth(rug);
  // The letters of the lanes are left of the symbols.
  const referencesPx =
    referencesWidth(rows, pitch - ROW_GAP_PX - stripRugHeight) + (isStrips && hasRug ? RUG_BADGE_PX + 2 : 0);
  const numbersPx = Math.max(PLOT_MARGIN.left, referencesPx);
  const namesPx = names === 'left' ? numbersPx + Math.max(...rows.map((row) => nameWidth(row))) : numbersPx;
  const linkRateNamesPx = hasLinkRate && model.linkRate !== undefined ? linkRateNamesWidth(model.linkRate) : 0;
  const left = Math.max(namesPx, rugNamesPx, linkRateNamesPx);
  const columns = labelColumns(drawing, pitch);
  const fits = minRow(model, names, columns) + stripRugHeight <= pitch;
  return { left, top, bottom, names, rug: heights, stripRugHeight, linkRateTop, linkRateHeight, columns, fits };
}

/** Smallest height of a row, px. */
function minRow(model: PlotModel, names: NamesPosition, columnCount: number): number {
  return Math.max(names === 'above' ? MIN_NAMED_PLOT_PX : MIN_ROW_PX, minLabelsHeight(model, columnCount));
}

/** The rows that have room. */
export function rowsWithRoom({ model, names, labels, top, bottom }: PlacedPlot): readonly PlotRow[] {
  return model.rows.slice(0, Math.max(1, Math.floor((bottom - top) / minRow(model, names, labels.columnCount))));
}

/** Space over an axis of shares that does not begin at zero, as a part of it. */
const SHARE_HEADROOM = 0.05;
/** A row with room over such a line is higher than so many names. */
const MIN_HEADROOM_ROW_NAMES = 3;
/** Steps of an axis that its end is a multiple of. A low row has fewer numbers, but not a higher end. */
const AXIS_STEPS = 4;
/** Steps of an axis whose highest reference is far below such an end: below this part of it. */
const FINE_AXIS_STEPS = 8;
const MIN_ROUNDED_SHARE = 0.87;

/** The places of the rows, one below the other, with their vertical scales. */
export function placeRows(plot: PlacedPlot, rows: readonly FittedRow[]): PlacedRow[] {
  const { top, bottom, names, stripRugHeight } = plot;
  const headingHeight = names === 'above' ? ROW_HEADING_PX : 0;
  const pitch = (bottom - top) / rows.length - stripRugHeight;
  return rows.map(({ row, extent }, index) => {
    // All strips have the same height, so the space below the last one is left out.
    const isStrip = row.isStrip === true;
    const rowPitchPx = (bottom - top + headingHeight + (isStrip ? ROW_GAP_PX : 0)) / rows.length;
    const from = top - headingHeight + index * rowPitchPx + headingHeight + stripRugHeight;
    const to =
      top - headingHeight + (index + 1) * rowPitchPx - (index === rows.length - 1 && !isStrip ? 0 : ROW_GAP_PX);
    const low = extent.bottom > 0 ? extent.bottom : -roundUpAxisEnd(-extent.bottom, AXIS_STEPS);
    const roundHigh = axisEnd(row, extent.top, rows.length);
    // A line at the largest share is not on the edge of the plot.
    const shareHigh = low > 0 ? roundHigh + SHARE_HEADROOM * (roundHigh - low) : roundHigh;
    // The line of a reference with a name is not the edge either, and its name is over it. In a low row it takes no
    // height.
    const hasRoomForNames = !isStrip && to - from > MIN_HEADROOM_ROW_NAMES * REFERENCE_NAME_PX;
    const namedValues = row.references.flatMap((reference) =>
      hasRoomForNames && hasDrawnName(reference) && reference.value <= shareHigh ? reference.value : [],
    );
    const high = Math.max(
      shareHigh,
      ...namedValues.map((value) => low + (value - low) / (1 - REFERENCE_NAME_PX / (to - from))),
    );
    // With the names at the left, there is no heading.
    const heading = names === 'left' ? Number.POSITIVE_INFINITY : from - stripRugHeight - ROW_HEADING_PX / 2;
    return { row, y: linearScale(low, high, to, from), heading, pitch, peak: extent.peak };
  });
}

/**
 * A round end of an axis with values up to `highestValue`. If only a reference is that high, the end is as near to it
 * as possible.
 */
function axisEnd({ references, isStrip }: PlotRow, highestValue: number, rowCount: number): number {
  const roundEnd = roundUpAxisEnd(highestValue, AXIS_STEPS);
  const isReference = references.some(
    ({ value, symbol }) => symbol !== '' && Math.abs(value / highestValue - 1) < 1e-6,
  );
  const isFine = isReference && isStrip !== true && rowCount === 1 && highestValue < MIN_ROUNDED_SHARE * roundEnd;
  return isFine ? roundUpAxisEnd(highestValue, FINE_AXIS_STEPS) : roundEnd;
}

/** Width of the name and the glyph of a class, and of the space behind them, px. */
export function nameWidth({ name, glyph }: PlotRow): number {
  return pageRuler()(name, TEXT_FONT) + (glyph === undefined ? 0 : 13) + 12;
}
