/** The vertical axes of the rows: their grid and numbers, the symbols of references, and a peak that the axis cuts. */
import { drawAxisBeside } from '../draw/axes.ts';
import { drawGroundedText } from '../draw/canvas.ts';
import { BADGE_PX, drawBadge, spreadLabels } from '../draw/labels.ts';
import { formatPlaces } from '../draw/number-text.ts';
import { FONT, SMALL_FONT } from '../draw/palette.ts';
import { drawSymbol, SMALL_SYMBOL_SIZE, SYMBOL_SIZE, symbolWidth } from '../draw/symbol.ts';
import { BELOW_RUG, type PlacedPlot, type PlacedRow, ticksOf } from './plot-layout.ts';

/** Height of a tick's text, px. */
const TICK_HEIGHT = 12;

export function drawGrids(plot: PlacedPlot, rows: readonly PlacedRow[]): void {
  const ticks = ticksOfRows(plot, rows);
  for (const [index, { y }] of rows.entries()) drawAxisBeside(plot, y, plot, ticks[index]);
}

/** The ticks of each row, from the top. */
function ticksOfRows({ model, names, rug, top }: PlacedPlot, rows: readonly PlacedRow[]): number[][] {
  // A strip has the number at its top, and the last one has the zero of all. Low rows of one scale have one number each.
  if (rows.some(({ row }) => row.isStrip))
    return rows.map(({ y }, index) => (index === rows.length - 1 ? [0, y.to] : [y.to]));
  if (model.oneScale && names === 'left') return rows.map(({ y }, index) => (index === 0 ? [y.to] : [0]));
  // A number covers no letter of the rug.
  return ticksApart(rows, rug === undefined ? 0 : top - 2 * BELOW_RUG + TICK_HEIGHT);
}

/**
 * Numbers of all rows are placed so that no number covers another number or the symbol of a reference. The number at the top of a
 * row shows its scale, so the zero of the row above is left out if both overlap.
 * @param highest least place of a number, px from the top
 */
function ticksApart(rows: readonly PlacedRow[], highest: number): number[][] {
  let below = Number.POSITIVE_INFINITY;
  return [...rows]
    .reverse()
    .map(({ y, row }) => {
      const symbols = row.references.filter(({ value }) => value <= y.to).map(({ value }) => y(value));
      const taken = [...symbols, below];
      const isFree = (tick: number) => y(tick) >= highest && taken.every((at) => Math.abs(at - y(tick)) >= TICK_HEIGHT);
      const kept: number[] = [];
      for (const tick of y.ticks(ticksOf(y.start - y.end)).sort((one, other) => y(one) - y(other))) {
        if (!isFree(tick)) continue;
        kept.unshift(tick);
        taken.push(y(tick));
      }
      below = Math.min(...symbols, ...kept.map((tick) => y(tick)), below);
      return kept;
    })
    .reverse();
}

/** Draws the symbols of the references on the axis, in place of ticks; in a strip, inside. */
export function drawReferences(plot: PlacedPlot, { row, y }: PlacedRow): void {
  const { context, ink, left, right } = plot;
  const shown = row.references.filter(({ value, symbol }) => symbol !== '' && value <= y.to);
  const places = shown.map((reference) => ({ reference, y: y(reference.value) }));
  for (const { reference, y: at } of spreadLabels(places, y.end, y.start, TICK_HEIGHT)) {
    const { symbol, lane } = reference;
    const wideOf = (size: number) => symbolWidth(context, symbol, size);
    if (row.isStrip) {
      drawSymbol(plot, symbol, right - 3 - wideOf(SMALL_SYMBOL_SIZE), at, SMALL_SYMBOL_SIZE);
      continue;
    }
    const badge = lane === undefined ? 0 : BADGE_PX + 2;
    if (lane !== undefined) drawBadge(plot, lane, left - 4 - BADGE_PX, at);
    context.fillStyle = ink.text;
    const fromOf = (size: number) => left - 5 - badge - wideOf(size);
    const size = fromOf(SYMBOL_SIZE) < 1 ? SMALL_SYMBOL_SIZE : SYMBOL_SIZE;
    drawSymbol(plot, symbol, Math.max(0, fromOf(size)), at, size);
  }
}

/** Draws a peak before the axis settled as a triangle at the top of the row, with its value, if the axis cuts it. */
export function drawPeak(plot: PlacedPlot, { y, peak }: PlacedRow): void {
  if (peak === undefined || !(peak.value > y.to)) return;
  const { context, ink, x, left } = plot;
  const at = Math.max(left + 4, x(peak.seconds));
  const top = y.end;
  context.fillStyle = ink.text;
  context.beginPath();
  context.moveTo(at, top + 1);
  context.lineTo(at + 4, top + 7);
  context.lineTo(at - 4, top + 7);
  context.closePath();
  context.fill();
  context.font = SMALL_FONT;
  context.textAlign = 'left';
  drawGroundedText(plot, formatPlaces(peak.value, 3), at + 7, top + 6);
  context.font = FONT;
}
