/**
 * Lines of two values as bands of two colours, with gaps in an outline. A band of the high value is as tall as its row, and
 * one of the low value is thin, so that the tall part is the figure. Each lane has its own band in the row.
 */
import { type ClassGlyph, SMALL_DRAWING_FONT } from '../draw/palette.ts';
import { drawBox, drawText } from '../draw/pen.ts';
import { SMALL_MUTED, textWidth } from '../draw/shapes.ts';
import { drawPixelLine } from './plot-drawing.ts';
import type { PlotLineEnd } from './plot-labels.ts';
import type { PlacedPlot, PlacedRow } from './plot-layout.ts';
import { firstRowFrom, type PlotBands, type PlotLine } from './plot-model.ts';

/** Space between bands, px. */
const BAND_GAP_PX = 3;
/** Height of a thin band, as a part of a tall one. */
const THIN_BAND_SHARE = 0.4;
/** Least height of the room for words on a tall band or in a gap, and over a thin band, px: there they touch no edge. */
const MIN_WORDS_ROOM_PX = 8;
const MIN_WORDS_OVER_PX = 12;
/** Distances of words from the ends of a band and of a gap, px. */
const WORDS_INSET_PX = 6;
const GAP_INSET_PX = 2;

/** A stretch of one value. */
interface Band {
  readonly value: number;
  /** Its ends, px. */
  readonly fromX: number;
  readonly toX: number;
  /** Its words; empty if it has none or no room for them. */
  readonly words: string;
}

/**
 * @param wordedBands the bands of all rows that have their words
 * @returns the middle of each band, for its label
 */
export function drawBands(
  plot: PlacedPlot,
  placedRow: PlacedRow,
  bands: PlotBands,
  wordedBands: readonly WordedBand[],
): readonly PlotLineEnd[] {
  const { context, theme, x, left, right, model } = plot;
  const { row, y } = placedRow;
  const height = bandHeight(placedRow);
  return row.lines.map((line, index) => {
    const bottom = y.end + ((index + 1) * (y.start - y.end)) / Math.max(1, row.lines.length) - BAND_GAP_PX / 2;
    const shownBands = bandsOf(plot, line, bands, height);
    const hasWords = (band: Band) =>
      wordedBands.some((other) => other.line === line && other.fromX === band.fromX && other.toX === band.toX);
    const endX = shownBands.at(-1)?.toX;
    if (endX === undefined) drawPixelLine(plot, 'grid', [left, bottom], [right, bottom]);
    else {
      context.strokeStyle = theme.grid;
      context.lineWidth = 1;
      const firstX = x(model.fromSeconds);
      context.strokeRect(firstX + 0.5, Math.round(bottom - height) + 0.5, endX - firstX - 1, height - 1);
    }
    for (const band of shownBands) {
      const { value, fromX, toX, words } = band;
      const isGap = Number.isNaN(value);
      const isHigh = value > 0;
      const ownHeight = isGap ? 0 : isHigh ? height : thinHeight(height);
      const { edge } = (isHigh ? bands.high : bands.low).glyph;
      if (!isGap) drawBox(plot, fromX, bottom - ownHeight, toX - fromX, ownHeight, { colour: edge });
      if (!hasWords(band)) continue;
      // On a tall band and in a gap, and over a thin band.
      const ink = isHigh ? 'surface' : isGap ? 'muted' : 'text';
      const middle = bottom - height + (isHigh ? height : height - ownHeight) / 2;
      const right = toX - (isGap ? GAP_INSET_PX : WORDS_INSET_PX);
      drawText(plot, words, right, middle + 0.5, { ink, isSmall: true, align: 'right' });
    }
    return { line, y: bottom - height / 2 };
  });
}

/** Height of the bands of the lanes of a row, px. */
const bandHeight = ({ row, y }: PlacedRow) =>
  Math.max(2, (y.start - y.end) / Math.max(1, row.lines.length) - BAND_GAP_PX);

/** A band that has its words. */
export interface WordedBand extends Band {
  readonly line: PlotLine;
}

/** The longest band with room for its words of each value, and the longest gap. */
export function findWordedBands(plot: PlacedPlot, rows: readonly PlacedRow[], bands: PlotBands): readonly WordedBand[] {
  const candidates = rows
    .flatMap((placedRow) =>
      placedRow.row.lines.flatMap((line) =>
        bandsOf(plot, line, bands, bandHeight(placedRow)).map((band): WordedBand => ({ ...band, line })),
      ),
    )
    .filter(({ words }) => words !== '')
    .sort((a, b) => b.toX - b.fromX - (a.toX - a.fromX));
  const isOfValue = [
    (value: number) => value > 0,
    (value: number) => value <= 0,
    (value: number) => Number.isNaN(value),
  ];
  return isOfValue.flatMap((isWanted) => candidates.find(({ value }) => isWanted(value)) ?? []);
}

/** The bands of a line in the shown time. The longest one of each value, and the longest gap, have their names if there is room. */
function bandsOf(plot: PlacedPlot, line: PlotLine, bands: PlotBands, height: number): readonly Band[] {
  const { context, model, x } = plot;
  const end = Math.min(line.rowCount, firstRowFrom(line, Math.min(model.nowSeconds, model.toSeconds) + 1e-9));
  // Since the warm-up, if it is in the shown time.
  const settledSeconds = Math.max(model.fromSeconds, model.settledSeconds ?? model.fromSeconds);
  const stretches: Omit<Band, 'words'>[] = [];
  let wasHigh = false;
  let from = model.fromSeconds;
  for (let start = firstRowFrom(line, from + 1e-9), next = start; start < end; start = next) {
    const value = line.value(start);
    while (next < end && Object.is(line.value(next), value)) next++;
    const to = line.timeSeconds(next - 1);
    wasHigh ||= value > 0 && to > settledSeconds + 1e-9;
    stretches.push({ value, fromX: x(from), toX: x(to) });
    from = to;
  }
  const widthOf = ({ fromX, toX }: Omit<Band, 'words'>) => toX - fromX;
  const longestStretch = (isWanted: (value: number) => boolean) =>
    stretches.filter(({ value }) => isWanted(value)).sort((a, b) => widthOf(b) - widthOf(a))[0];
  const [longestHigh, longestLow] = [longestStretch((value) => value > 0), longestStretch((value) => value <= 0)];
  const lastStretch = stretches.filter(({ value }) => !Number.isNaN(value)).at(-1);
  const lowName = wasHigh || longestLow !== lastStretch ? bands.low.name : `stays ${bands.low.name}`;
  const words = stretches.map((stretch) => {
    const { value } = stretch;
    const isGap = Number.isNaN(value);
    const name = isGap ? bands.none : stretch === longestHigh ? bands.high.name : stretch === longestLow ? lowName : '';
    const room = widthOf(stretch) - 2 * (isGap ? GAP_INSET_PX : WORDS_INSET_PX);
    const roomHeight = isGap || value > 0 ? height : height - thinHeight(height);
    const minRoomPx = isGap || value > 0 ? MIN_WORDS_ROOM_PX : MIN_WORDS_OVER_PX;
    return roomHeight >= minRoomPx && textWidth(context, name, SMALL_DRAWING_FONT) <= room ? name : '';
  });
  return stretches.map((stretch, index) => ({ ...stretch, words: words[index] ?? '' }));
}

/** Whether bands of both values have their names on them: then the meaning of the gaps is enough where there is little room. */
export function areBandsNamed(plot: PlacedPlot, rows: readonly PlacedRow[]): boolean {
  const { bands } = plot.model;
  if (bands === undefined) return false;
  const wordedBands = findWordedBands(plot, rows, bands);
  return wordedBands.some(({ value }) => value > 0) && wordedBands.some(({ value }) => value <= 0);
}

/** Height of a thin band in a row of this height, px. */
const thinHeight = (height: number) => Math.max(1, Math.round(THIN_BAND_SHARE * height));

/** Takes the place of a sign of the key in its text. */
const SIGN_PLACE = '■';
const SIGN_HEIGHT_PX = 9;
/** Space behind a sign, px. */
const SIGN_GAP_PX = 1;

/** The meaning of the bands, in a few words; of their gaps alone, if names on them say the rest. */
export function formatBands({ high, low, none }: PlotBands, areNamed: boolean): string {
  if (areNamed) return `gap: ${none}`;
  return `${SIGN_PLACE}${formatLook(high, true)}${SIGN_PLACE}${formatLook(low, false)}gap: ${none}`;
}

const formatLook = ({ name }: PlotBands['high'], isTall: boolean) => ` ${name} (${isTall ? 'tall' : 'thin'}) · `;

/** Writes the meaning of the bands, with signs that look like the bands. */
export function writeBands(plot: PlacedPlot, bands: PlotBands, areNamed: boolean, left: number, y: number): void {
  const { high, low, none } = bands;
  let x = left;
  const widthOf = (text: string) => textWidth(plot.context, text, SMALL_DRAWING_FONT);
  const signPx = widthOf(SIGN_PLACE);
  const drawSign = ({ edge }: ClassGlyph, height: number) => {
    const bottom = Math.round(y + SIGN_HEIGHT_PX / 2);
    drawBox(plot, Math.round(x), bottom - height, signPx - SIGN_GAP_PX, height, { colour: edge });
    x += signPx;
  };
  const write = (text: string) => {
    drawText(plot, text, x, y, SMALL_MUTED);
    x += widthOf(text);
  };
  if (areNamed) {
    write(formatBands(bands, areNamed));
    return;
  }
  drawSign(high.glyph, SIGN_HEIGHT_PX);
  write(formatLook(high, true));
  drawSign(low.glyph, thinHeight(SIGN_HEIGHT_PX));
  write(`${formatLook(low, false)}gap: ${none}`);
}
