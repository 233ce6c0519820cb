/**
 * Lines of two values as bands of two colours, with gaps in an outline. A band of the high value is as tall as its row, and
 * one of the low value is thin, so that the tall part is the figure. Each lane has its own band in the row.
 */
import { textWidth } from '../draw/labels.ts';
import { type ClassGlyph, DRAWING_FONT, SMALL_DRAWING_FONT } from '../draw/palette.ts';
import { drawPixelLine } from './plot-drawing.ts';
import type { PlotLineEnd } from './plot-labels.ts';
import type { PlacedPlot, PlacedRow } from './plot-layout.ts';
import { firstRowFrom, type PlotBands } from './plot-model.ts';

/** Space between bands, px. */
const BAND_GAP_PX = 3;
/** Height of a thin band, as a part of a tall one. */
const THIN_BAND_SHARE = 0.4;
/** Least height of the room for words, px, and their distances from the ends of a band and of a gap, px. */
const MIN_WORDS_ROOM_PX = 9;
const WORDS_INSET_PX = 6;
const GAP_INSET_PX = 2;

/** @returns the middle of each band, for its label */
export function drawBands(plot: PlacedPlot, { row, y }: PlacedRow, bands: PlotBands): readonly PlotLineEnd[] {
  const { context, theme, model, x, left, right } = plot;
  const rowPitch = (y.start - y.end) / Math.max(1, row.lines.length);
  const until = Math.min(model.nowSeconds, model.toSeconds);
  return row.lines.map((line, index) => {
    const bottom = y.end + (index + 1) * rowPitch - BAND_GAP_PX / 2;
    const height = Math.max(2, rowPitch - BAND_GAP_PX);
    const end = Math.min(line.rowCount, firstRowFrom(line, until + 1e-9));
    let start = firstRowFrom(line, model.fromSeconds + 1e-9);
    if (start < end) {
      context.strokeStyle = theme.grid;
      context.lineWidth = 1;
      const [firstX, endX] = [x(model.fromSeconds), x(line.timeSeconds(end - 1))];
      context.strokeRect(firstX + 0.5, Math.round(bottom - height) + 0.5, endX - firstX - 1, height - 1);
    } else drawPixelLine(context, theme.grid, [left, bottom], [right, bottom]);
    let from = model.fromSeconds;
    // Since the warm-up, if it is in the shown time.
    const firstSettled = firstRowFrom(line, Math.max(from, model.settledSeconds ?? from) + 1e-9);
    let wasHigh = false;
    while (start < end) {
      const value = line.value(start);
      let next = start + 1;
      while (next < end && Object.is(line.value(next), value)) next++;
      const to = line.timeSeconds(next - 1);
      const isHigh = value > 0;
      wasHigh ||= isHigh && next > firstSettled;
      const { glyph } = isHigh ? bands.high : bands.low;
      const words = Number.isNaN(value)
        ? bands.none
        : next === end && !isHigh && !wasHigh
          ? `stays ${bands.low.name}`
          : '';
      const top = bottom - height;
      const bandHeight = isHigh ? height : thinHeight(height);
      if (!Number.isNaN(value)) {
        context.fillStyle = glyph.edge;
        context.fillRect(x(from), bottom - bandHeight, x(to) - x(from), bandHeight);
      }
      context.font = SMALL_DRAWING_FONT;
      const inset = Number.isNaN(value) ? GAP_INSET_PX : WORDS_INSET_PX;
      const room = x(to) - x(from) - 2 * inset;
      // Over a thin band.
      const roomHeight = Number.isNaN(value) ? height : height - bandHeight;
      if (words !== '' && roomHeight >= MIN_WORDS_ROOM_PX && textWidth(context, words) <= room) {
        context.fillStyle = Number.isNaN(value) ? theme.muted : theme.text;
        context.textAlign = 'right';
        context.fillText(words, x(to) - inset, top + roomHeight / 2);
      }
      context.font = DRAWING_FONT;
      from = to;
      start = next;
    }
    return { line, y: bottom - height / 2 };
  });
}

/** Height of a thin band in a row of this height, px. */
const thinHeight = (height: number) => Math.max(1, Math.round(THIN_BAND_SHARE * height));

/** Takes the place of a sign of the key in its text. */
const SIGN_PLACE = '■';
const SIGN_HEIGHT_PX = 9;
/** Space behind a sign, px. */
const SIGN_GAP_PX = 1;

/** The meaning of the bands, in a few words. */
export function formatBands({ high, low, none }: PlotBands): string {
  return `${SIGN_PLACE}${formatLook(high, true)}${SIGN_PLACE}${formatLook(low, false)}gap: ${none}`;
}

const formatLook = ({ name }: PlotBands['high'], isTall: boolean) => ` ${name} (${isTall ? 'tall' : 'thin'}) · `;

/** Writes the meaning of the bands, with signs that look like the bands. */
export function writeBands({ context, theme }: PlacedPlot, bands: PlotBands, left: number, y: number): void {
  const { high, low, none } = bands;
  let x = left;
  const signPx = textWidth(context, SIGN_PLACE);
  const drawSign = ({ edge }: ClassGlyph, height: number) => {
    context.fillStyle = edge;
    const bottom = Math.round(y + SIGN_HEIGHT_PX / 2);
    context.fillRect(Math.round(x), bottom - height, signPx - SIGN_GAP_PX, height);
    x += signPx;
  };
  const write = (text: string) => {
    context.fillStyle = theme.muted;
    context.fillText(text, x, y);
    x += textWidth(context, text);
  };
  context.textAlign = 'left';
  drawSign(high.glyph, SIGN_HEIGHT_PX);
  write(formatLook(high, true));
  drawSign(low.glyph, thinHeight(SIGN_HEIGHT_PX));
  write(`${formatLook(low, false)}gap: ${none}`);
}
