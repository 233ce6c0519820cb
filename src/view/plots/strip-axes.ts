/**
 * The axes of strips, and the names of the references in them. All strips of a plot have the same numbers: 0 and the top. Of low
 * strips, only the first one has its top, and names are left of the axis.
 */
import { formatTick } from '../../shared/number-text.ts';
import { SMALL_DRAWING_FONT } from '../draw/palette.ts';
import { drawBox, drawText } from '../draw/pen.ts';
import type { LinearScale } from '../draw/scale.ts';
import { textWidth } from '../draw/shapes.ts';
import { drawSymbol, SMALL_SYMBOL_SIZE_PX, symbolWidth } from '../draw/symbol.ts';
import type { PlacedPlot, PlacedRow } from './plot-layout.ts';
import type { PlotReference } from './plot-model.ts';
import { formatReferenceNumber, isLowStrip, REFERENCE_GAP_PX } from './reference-numbers.ts';

/** Distance of a number from the end of its strip, so that the numbers of two strips are apart, px. */
const NUMBER_INSET_PX = 5;
/** Least distance of a name left of the axis from the numbers there, px. */
const NUMBER_ROOM_PX = 12;
const NUMBER_GAP_PX = 3;
/** Distance of a name from its line, height of its ground, and space beside it, px. */
const NAME_DISTANCE_PX = 6;
const NAME_GROUND_PX = 10;
const NAME_GAP_PX = 4;
/** References of two lanes with a smaller difference are one, as a part of their value. */
const MAX_ALIKE_DIFFERENCE = 0.02;

/** Height of a strip, px. */
const heightOf = ({ start, end }: LinearScale) => start - end;

/** A number of an axis, and its middle, px. */
interface StripNumber {
  readonly value: number;
  readonly middle: number;
}

/**
 * The numbers of a strip with their places. In low strips they are at their lines, because others are far away, and a reference
 * close to the top takes the place of this number.
 */
function stripNumbers({ model: { rows } }: StripPlot, { row, y }: StripRow): readonly StripNumber[] {
  const isLow = isLowStrip(heightOf(y));
  const insetPx = isLow ? 0 : NUMBER_INSET_PX;
  const top = { value: y.to, middle: y.end + insetPx };
  const zero = { value: 0, middle: y.start - insetPx };
  if (!isLow) return [top, zero];
  if (row !== rows[0]) return [zero];
  const isNamed = row.references.some(
    ({ symbol, value }) => symbol !== '' && value <= y.to && y(value) - y.end < NUMBER_ROOM_PX,
  );
  return [...(isNamed ? [] : [top]), ...(heightOf(y) < NUMBER_ROOM_PX ? [] : [zero])];
}

export function drawStripAxis(plot: PlacedPlot, placedRow: PlacedRow): void {
  const { left, right } = plot;
  const { y } = placedRow;
  for (const value of [0, y.to]) drawBox(plot, left, Math.floor(y(value)), right - left, 1, { ink: 'grid' });
  for (const { value, middle } of stripNumbers(plot, placedRow))
    drawText(plot, formatTick(value), left - NUMBER_GAP_PX, middle, { ink: 'muted', isSmall: true, align: 'right' });
}

/** The scale of all strips in words, if only the first one has the number of its top. */
export function stripsMeaning(rows: readonly PlacedRow[]): string | undefined {
  const [first] = rows;
  return first?.row.isStrip === true && isLowStrip(heightOf(first.y)) ? `each 0–${formatTick(first.y.to)}` : undefined;
}

type StripPlot = Pick<PlacedPlot, 'context' | 'left' | 'model'>;
type StripRow = Pick<PlacedRow, 'row' | 'y'>;

/** The references of a row with a line. In a low strip, a line without a name has no meaning. */
export function linedReferences(plot: StripPlot, placedRow: StripRow): readonly PlotReference[] {
  const { row, y } = placedRow;
  if (row.isStrip !== true || !isLowStrip(heightOf(y))) return row.references;
  return namesBeside(plot, placedRow).map(({ reference }) => reference);
}

/** Measured values differ a little from lane to lane. */
const isOneOf = (references: readonly PlotReference[], { value }: PlotReference) =>
  references.some((other) => Math.abs(other.value - value) <= MAX_ALIKE_DIFFERENCE * Math.abs(other.value));

/** The right end and the middle of a text in a strip, px. */
export interface StripText {
  readonly right: number;
  readonly middle: number;
}

/** Writes the symbol and the number of each reference at the start of its line: over it if there is room. Names beside each other do not overlap. */
export function drawStripReferences(
  plot: PlacedPlot,
  { row, y }: Pick<PlacedRow, 'row' | 'y'>,
  peakLabel: StripText | undefined,
): void {
  const { context, left } = plot;
  if (isLowStrip(heightOf(y))) {
    drawNamesBeside(plot, { row, y });
    return;
  }
  const names: StripText[] = peakLabel === undefined ? [] : [peakLabel];
  for (const reference of row.references) {
    const { symbol, value } = reference;
    if (symbol === '' || value > y.to) continue;
    const overY = y(value) - NAME_DISTANCE_PX;
    const middle = overY - NAME_GROUND_PX / 2 < y.end ? y(value) + NAME_DISTANCE_PX + 1 : overY;
    const nearNames = names.filter((other) => Math.abs(other.middle - middle) < NAME_GROUND_PX);
    const nameX = Math.max(left, ...nearNames.map(({ right }) => right)) + NAME_GAP_PX;
    const numberX = nameX + symbolWidth(symbol, SMALL_SYMBOL_SIZE_PX) + REFERENCE_GAP_PX;
    const number = formatReferenceNumber(reference);
    drawText(plot, number, numberX, middle, { isSmall: true, hasGround: true, groundPx: NAME_GROUND_PX });
    drawSymbol(plot, symbol, nameX, middle, SMALL_SYMBOL_SIZE_PX);
    names.push({ right: numberX + textWidth(context, number, SMALL_DRAWING_FONT) + NAME_GAP_PX, middle });
  }
}

/** A name left of the axis, and the places of its symbol and of its number, px. */
interface NameBeside {
  readonly reference: PlotReference;
  readonly number: string;
  readonly nameX: number;
  readonly numberX: number;
  readonly middle: number;
}

/** The names of the references of a low strip at the heights of their lines, as far as they have room. What the first strip names has no name in the others. */
function namesBeside(plot: StripPlot, { row, y }: StripRow): readonly NameBeside[] {
  const { context, left, model } = plot;
  const [first] = model.rows;
  const namesOfFirst = first === undefined || first === row ? [] : namesBeside(plot, { row: first, y });
  // The 0 of the strip above is close to its end.
  const zeroAbove = row === first ? [] : [y.end - NUMBER_INSET_PX];
  const takenYs = [...zeroAbove, ...stripNumbers(plot, { row, y }).map(({ middle }) => middle)];
  const names: NameBeside[] = [];
  for (const reference of row.references) {
    const { symbol, value } = reference;
    if (symbol === '' || value > y.to) continue;
    if (
      isOneOf(
        namesOfFirst.map((other) => other.reference),
        reference,
      )
    )
      continue;
    const middle = y(value);
    const number = formatReferenceNumber(reference);
    const numberX = left - NUMBER_GAP_PX - textWidth(context, number, SMALL_DRAWING_FONT);
    const nameX = numberX - REFERENCE_GAP_PX - symbolWidth(symbol, SMALL_SYMBOL_SIZE_PX);
    if (nameX < 0 || takenYs.some((takenY) => Math.abs(takenY - middle) < NUMBER_ROOM_PX)) continue;
    names.push({ reference, number, nameX, numberX, middle });
    takenYs.push(middle);
  }
  return names;
}

function drawNamesBeside(plot: PlacedPlot, placedRow: StripRow): void {
  for (const { reference, number, nameX, numberX, middle } of namesBeside(plot, placedRow)) {
    drawText(plot, number, numberX, middle, { isSmall: true });
    drawSymbol(plot, reference.symbol, nameX, middle, SMALL_SYMBOL_SIZE_PX);
  }
}
