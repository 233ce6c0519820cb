/** The axes of strips, and the names of the references in them. All strips of a plot have the same numbers: 0 and the top. */
import { textWidth } from '../draw/labels.ts';
import { formatTick } from '../draw/number-text.ts';
import { DRAWING_FONT, SMALL_DRAWING_FONT } from '../draw/palette.ts';
import type { LinearScale } from '../draw/scale.ts';
import { drawSymbol, SMALL_SYMBOL_SIZE_PX, symbolWidth } from '../draw/symbol.ts';
import { drawTextOnGround } from '../draw/text-on-ground.ts';
import type { PlacedPlot, PlacedRow } from './plot-layout.ts';
import { formatReferenceNumber, REFERENCE_GAP_PX } from './reference-numbers.ts';

/** Distance of a number from the end of its strip, so that the numbers of two strips are apart, px. */
const NUMBER_INSET_PX = 5;
/** A lower strip has only the number of its top, px. */
const MIN_TWO_NUMBERS_PX = 21;
const NUMBER_GAP_PX = 3;
/** Distance of a name from its line, height of its ground, and space beside it, px. */
const NAME_DISTANCE_PX = 6;
const NAME_GROUND_PX = 10;
const NAME_GAP_PX = 4;

export function drawStripAxis({ context, theme, left, right }: PlacedPlot, y: LinearScale): void {
  context.fillStyle = theme.grid;
  for (const value of [0, y.to]) context.fillRect(left, Math.floor(y(value)), right - left, 1);
  context.font = SMALL_DRAWING_FONT;
  context.fillStyle = theme.muted;
  context.textAlign = 'right';
  context.fillText(formatTick(y.to), left - NUMBER_GAP_PX, y.end + NUMBER_INSET_PX);
  if (y.start - y.end >= MIN_TWO_NUMBERS_PX)
    context.fillText(formatTick(0), left - NUMBER_GAP_PX, y.start - NUMBER_INSET_PX);
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
