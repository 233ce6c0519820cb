/** The vertical axes of the rows: their grid and numbers, the symbols of references, and a peak that the axis cuts. */

import { formatAmount, formatDecimals } from '../../shared/number-text.ts';
import { drawAxisBeside } from '../draw/axes.ts';
import { drawLaneBadge, LANE_BADGE_PX, spreadLabels } from '../draw/labels.ts';
import { SMALL_DRAWING_FONT } from '../draw/palette.ts';
import { drawText, fontOf, type TextLook } from '../draw/pen.ts';
import type { LinearScale } from '../draw/scale.ts';
import { textWidth } from '../draw/shapes.ts';
import { drawSymbol, SMALL_SYMBOL_SIZE_PX, SYMBOL_SIZE_PX, symbolWidth } from '../draw/symbol.ts';
import { drawPixelLine } from './plot-drawing.ts';
import {
  hasDrawnName,
  nameWidth,
  type PlacedPlot,
  type PlacedRow,
  REFERENCE_NAME_PX,
  RUG_GAP_PX,
  TEXT_OVER_ROWS_Y,
  tickCount,
} from './plot-layout.ts';
import { meaningStartX } from './plot-texts.ts';
import { AXIS_GAP_PX, formatReferenceNumber, REFERENCE_BADGE_PX, REFERENCE_GAP_PX } from './reference-numbers.ts';
import { drawStripAxis, drawStripReferences } from './strip-axes.ts';

/** Height of a tick's text, px. */
const TICK_HEIGHT_PX = 12;
/** Least distance of the numbers of given steps, px: a reader looks for each of them. Their digits do not touch. */
const STEP_HEIGHT_PX = 9;
/** Least distance of a number from the symbol of a reference, which has a number too, px. */
const REFERENCE_ROOM_PX = 12;

export function drawRowGrids(plot: PlacedPlot, rows: readonly PlacedRow[]): void {
  if (rows.some(({ row }) => row.isStrip)) {
    for (const row of rows) drawStripAxis(plot, row);
    return;
  }
  const ticks = ticksOfRows(plot, rows);
  const hasOneNumber = hasOneNumberEach(plot);
  for (const [index, { y }] of rows.entries()) {
    drawAxisBeside(plot, y, plot, ticks[index]);
    // A value of the grid without room for its number has its line.
    for (const value of hasOneNumber ? [] : gridValues(y, plot.model.steps))
      if (ticks[index]?.includes(value) !== true)
        drawPixelLine(plot, 'grid', [plot.left, y(value)], [plot.right, y(value)]);
  }
}

/** The ticks of each row, from the top. */
function ticksOfRows(plot: PlacedPlot, rows: readonly PlacedRow[]): number[][] {
  const { model } = plot;
  if (hasOneNumberEach(plot)) return rows.map(({ y }, index) => (index === 0 ? [y.to] : [0]));
  return ticksApart(rows, highestTextY(plot), model.steps);
}

/** Low rows of one scale have one number each. */
const hasOneNumberEach = ({ model, names }: PlacedPlot) => model.hasOneScale && names === 'left';

/** The values of a grid: `steps`, or round numbers. */
function gridValues(y: LinearScale, steps: readonly number[] | undefined): number[] {
  const values =
    steps === undefined ? y.ticks(tickCount(y.start - y.end)) : [0, ...steps.filter((step) => step <= y.to)];
  // An axis that does not begin at zero says so.
  if (y.from > 0 && !values.includes(y.from)) values.push(y.from);
  return values;
}

/** Least place of a text beside the axis, px from the top: it covers no letter of the rug, and no number of the strip over the rows. */
function highestTextY({ rug, linkRateTop, top }: PlacedPlot): number {
  return rug === undefined && linkRateTop === undefined ? 0 : top - 2 * RUG_GAP_PX + TICK_HEIGHT_PX;
}

/**
 * Numbers of all rows are placed so that no number covers another number or the symbol of a reference. The number at the top of a
 * row shows its scale, so the zero of the row above is left out if both overlap.
 * @param topY least place of a number, px from the top
 * @param steps the values of the grid; without them it has round numbers
 */
function ticksApart(rows: readonly PlacedRow[], topY: number, steps?: readonly number[]): number[][] {
  let lastTickY = Number.POSITIVE_INFINITY;
  return [...rows]
    .reverse()
    .map(({ y, row }) => {
      const symbols = placeSymbols({ row, y }, topY).map((symbol) => symbol.y);
      const takenYs = [lastTickY];
      const isApart = (tick: number, places: readonly number[], distancePx: number) =>
        places.every((place) => Math.abs(place - y(tick)) >= distancePx);
      const isFree = (tick: number) =>
        y(tick) >= topY &&
        isApart(tick, takenYs, steps === undefined ? TICK_HEIGHT_PX : STEP_HEIGHT_PX) &&
        isApart(tick, symbols, REFERENCE_ROOM_PX);
      const freeTicks: number[] = [];
      for (const tick of gridValues(y, steps).sort((a, b) => y(a) - y(b))) {
        if (!isFree(tick)) continue;
        freeTicks.unshift(tick);
        takenYs.push(y(tick));
      }
      lastTickY = Math.min(...symbols, ...freeTicks.map((tick) => y(tick)), lastTickY);
      return freeTicks;
    })
    .reverse();
}

/** The places of the symbols of a row. Symbols of nearly equal values move apart. A reference with a name has its symbol there. */
function placeSymbols({ row, y }: Pick<PlacedRow, 'row' | 'y'>, topY = 0) {
  const placedReferences = row.references
    .filter(({ value, symbol, name }) => symbol !== '' && name === undefined && value <= y.to)
    .map((reference) => ({ reference, y: y(reference.value) }));
  return spreadLabels(placedReferences, Math.max(y.end, topY), y.start, TICK_HEIGHT_PX);
}

/** Draws the symbols of the references with their values on the axis, in place of ticks. */
export function drawReferences(plot: PlacedPlot, placedRow: PlacedRow): void {
  const { row, y } = placedRow;
  const { context, left } = plot;
  if (row.isStrip === true) {
    const peakLabel = placePeakLabel(plot, placedRow);
    const placedPeak = peakLabel && { right: peakLabel.left + peakLabel.widthPx, middle: peakLabel.middle };
    drawStripReferences(plot, placedRow, placedPeak);
    return;
  }
  for (const { reference, y: labelY } of placeSymbols({ row, y }, highestTextY(plot))) {
    const { symbol, lane } = reference;
    const number = formatReferenceNumber(reference);
    const numberPx = (size: TextLook) => textWidth(context, number, fontOf(size)) + REFERENCE_GAP_PX;
    const symbolLeft = (size: number, besidePx: number) => left - AXIS_GAP_PX - besidePx - symbolWidth(symbol, size);
    const badgePx = lane === undefined ? 0 : REFERENCE_BADGE_PX;
    const isSmall = symbolLeft(SYMBOL_SIZE_PX, badgePx + numberPx({})) < 1;
    const size = isSmall ? SMALL_SYMBOL_SIZE_PX : SYMBOL_SIZE_PX;
    const isNumbered = symbolLeft(size, badgePx + numberPx({ isSmall })) >= 0;
    const besidePx = badgePx + (isNumbered ? numberPx({ isSmall }) : 0);
    if (lane !== undefined) drawLaneBadge(plot, lane, left - 4 - LANE_BADGE_PX, labelY);
    if (isNumbered) drawText(plot, number, left - AXIS_GAP_PX - badgePx, labelY, { isSmall, align: 'right' });
    drawSymbol(plot, symbol, Math.max(0, symbolLeft(size, besidePx)), labelY, size);
  }
  for (const reference of row.references) {
    const { name, symbol, value } = reference;
    if (!hasDrawnName(reference) || value > y.to) continue;
    // Over the right end of its line: no warm-up is there.
    const look = {
      ink: 'muted',
      isSmall: true,
      align: 'right',
      hasGround: true,
      groundPx: REFERENCE_NAME_PX - 2,
    } as const;
    drawText(plot, `${name} ${symbol}: ${formatAmount(value)}`, plot.right - 4, y(value) - REFERENCE_NAME_PX / 2, look);
  }
}

/**
 * Writes the value of a peak before the axis settled, if the axis cuts it. The words are in the line of the name, which no
 * curve crosses, unless moments are there.
 */
export function drawPeakLabel(plot: PlacedPlot, placedRow: PlacedRow): void {
  const label = placePeakLabel(plot, placedRow);
  if (label !== undefined) drawText(plot, label.text, label.left, label.middle, { isSmall: true });
}

/** The value of a peak that the axis cuts, with its place, px; undefined without such a peak. */
function placePeakLabel(plot: PlacedPlot, { row, y, peak, heading }: PlacedRow) {
  if (peak === undefined || !(peak.value > y.to)) return undefined;
  const { context, model, x, left } = plot;
  const peakX = Math.max(left + 4, x(peak.seconds));
  const text = `peak ${formatDecimals(peak.value, 3)}`;
  const widthPx = textWidth(context, text, SMALL_DRAWING_FONT);
  const besideName = Math.max(peakX - 4, left + nameWidth(context, row));
  // The line of the first name has moments and the meaning of the figures too.
  const hasRoom =
    heading > TEXT_OVER_ROWS_Y || (model.moments.length === 0 && besideName + widthPx <= meaningStartX(plot));
  const [textX, middle] = plot.names === 'above' && hasRoom ? [besideName, heading] : [peakX + 7, y.end + 6];
  return { text, left: textX, middle, widthPx };
}
