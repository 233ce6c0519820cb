/**
 * The axes of strips, and the names of the references in them. All strips of a plot have the same numbers: 0 and the top. In low
 * strips, only the last one has its 0, and names are left of the axis.
 */
import { textWidth } from '../draw/labels.ts';
import { formatTick } from '../draw/number-text.ts';
import { DRAWING_FONT, SMALL_DRAWING_FONT } from '../draw/palette.ts';
import type { LinearScale } from '../draw/scale.ts';
import { drawSymbol, SMALL_SYMBOL_SIZE_PX, symbolWidth } from '../draw/symbol.ts';
import { drawTextOnGround } from '../draw/text-on-ground.ts';
import type { PlacedPlot, PlacedRow } from './plot-layout.ts';
import type { PlotRow } from './plot-model.ts';
import { formatReferenceNumber, REFERENCE_GAP_PX } from './reference-numbers.ts';

/** Distance of a number from the end of its strip, so that the numbers of two strips are apart, px. */
const NUMBER_INSET_PX = 5;
/** In a lower strip, names would be on the lines, and its 0 close to the top of the next one, px. */
const MIN_HIGH_STRIP_PX = 44;
/** Also the last strip has only the number of its top if it is lower, px. */
const MIN_TWO_NUMBERS_PX = 21;
/** Least distance of a name left of the axis from the numbers there, px. */
const NUMBER_ROOM_PX = 12;
const NUMBER_GAP_PX = 3;
/** Distance of a name from its line, height of its ground, and space beside it, px. */
const NAME_DISTANCE_PX = 6;
const NAME_GROUND_PX = 10;
const NAME_GAP_PX = 4;

/** Height of a strip, px. */
const heightOf = ({ start, end }: LinearScale) => start - end;

/** The numbers of a strip with their places, px. In low strips they are at their lines, because others are far away. */
function stripNumbers(y: LinearScale, isLast: boolean): readonly { readonly value: number; readonly middle: number }[] {
  const isHigh = heightOf(y) >= MIN_HIGH_STRIP_PX;
  const insetPx = isHigh ? NUMBER_INSET_PX : 0;
  const top = { value: y.to, middle: y.end + insetPx };
  const hasZero = isHigh || (isLast && heightOf(y) >= MIN_TWO_NUMBERS_PX);
  return hasZero ? [top, { value: 0, middle: y.start - insetPx }] : [top];
}

/** @param isLast no strip is below it */
export function drawStripAxis({ context, theme, left, right }: PlacedPlot, y: LinearScale, isLast: boolean): void {
  context.fillStyle = theme.grid;
  for (const value of [0, y.to]) context.fillRect(left, Math.floor(y(value)), right - left, 1);
  context.font = SMALL_DRAWING_FONT;
  context.fillStyle = theme.muted;
  context.textAlign = 'right';
  for (const { value, middle } of stripNumbers(y, isLast))
    context.fillText(formatTick(value), left - NUMBER_GAP_PX, middle);
  context.font = DRAWING_FONT;
}

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
  const { context, theme, left } = plot;
  context.font = SMALL_DRAWING_FONT;
  if (heightOf(y) < MIN_HIGH_STRIP_PX) {
    drawReferencesBeside(plot, row, y);
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
    const numberX = nameX + symbolWidth(context, symbol, SMALL_SYMBOL_SIZE_PX) + REFERENCE_GAP_PX;
    const number = formatReferenceNumber(reference);
    context.fillStyle = theme.text;
    context.textAlign = 'left';
    drawTextOnGround(plot, number, numberX, middle, NAME_GROUND_PX);
    drawSymbol(plot, symbol, nameX, middle, SMALL_SYMBOL_SIZE_PX);
    names.push({ right: numberX + textWidth(context, number) + NAME_GAP_PX, middle });
  }
  context.font = DRAWING_FONT;
}

/** Writes the names of the references of a low strip left of the axis, at the heights of their lines, as far as they have room there. */
function drawReferencesBeside(plot: PlacedPlot, row: PlotRow, y: LinearScale): void {
  const { context, theme, left, model } = plot;
  const isLast = model.rows.at(-1) === row;
  const takenYs = stripNumbers(y, isLast).map(({ middle }) => middle);
  for (const reference of row.references) {
    const { symbol, value } = reference;
    if (symbol === '' || value > y.to) continue;
    const middle = y(value);
    // The number of the next strip is close below it.
    if (!isLast && middle > y.start - NUMBER_INSET_PX) continue;
    const number = formatReferenceNumber(reference);
    const numberX = left - NUMBER_GAP_PX - textWidth(context, number);
    const nameX = numberX - REFERENCE_GAP_PX - symbolWidth(context, symbol, SMALL_SYMBOL_SIZE_PX);
    if (nameX < 0 || takenYs.some((takenY) => Math.abs(takenY - middle) < NUMBER_ROOM_PX)) continue;
    context.fillStyle = theme.text;
    context.textAlign = 'left';
    context.fillText(number, numberX, middle);
    drawSymbol(plot, symbol, nameX, middle, SMALL_SYMBOL_SIZE_PX);
    takenYs.push(middle);
  }
  context.font = DRAWING_FONT;
}
