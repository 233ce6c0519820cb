/**
 * Lines of two values as bands of two colours, with gaps in an outline. A band of the high value is as tall as its row,
 * and one of the low value is thin, so that the tall part is the figure. Each lane has its own band in the row.
 */
import { NOTE_PRIORITY, textMark } from '../../scene/axis-marks.ts';
import type { Ink, TextMark, TextPlace, Wording } from '../../scene/marks.ts';
import { SMALL_TEXT_FONT } from '../../scene/text-ruler.ts';
import { pageRuler } from '../draw/paint-texts.ts';
import { drawBox } from '../draw/pen.ts';
import { drawPixelLine, type PlacedPlot, type PlacedRow } from './plot-drawing.ts';
import { firstRowFrom, type PlotBands, type PlotLine } from './plot-model.ts';

/** Space between bands, px. */
const BAND_GAP_PX = 3;
/** Height of a thin band, as a part of a tall one. */
const THIN_BAND_SHARE = 0.4;
/**
 * Least height of the room for words on a tall band or in a gap, and over a thin band, px: there they touch no edge.
 */
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
  /** Its words; empty if it has none. */
  readonly words: string;
}

/** The bands of a line, and their lower end, px. */
interface LineBands {
  readonly bands: readonly Band[];
  readonly bottom: number;
}

const bandsOfRow = (plot: PlacedPlot, { row, y }: PlacedRow, bands: PlotBands): LineBands[] =>
  row.lines.map((line, index) => ({
    bands: bandsOf(plot, line, bands),
    bottom: y.end + ((index + 1) * (y.start - y.end)) / Math.max(1, row.lines.length) - BAND_GAP_PX / 2,
  }));

/** Draws the bands of a row. */
export function drawBands(plot: PlacedPlot, placedRow: PlacedRow, bands: PlotBands): void {
  const { context, theme, x, left, right, model } = plot;
  const height = bandHeight(placedRow);
  for (const { bands: shownBands, bottom } of bandsOfRow(plot, placedRow, bands)) {
    const endX = shownBands.at(-1)?.toX;
    if (endX === undefined) drawPixelLine(plot, 'grid', [left, bottom], [right, bottom]);
    else {
      context.strokeStyle = theme.grid;
      context.lineWidth = 1;
      const firstX = x(model.fromSeconds);
      context.strokeRect(firstX + 0.5, Math.round(bottom - height) + 0.5, endX - firstX - 1, height - 1);
    }
    for (const { value, fromX, toX } of shownBands) {
      if (Number.isNaN(value)) continue;
      const ownHeight = value > 0 ? height : thinHeight(height);
      const { edge } = (value > 0 ? bands.high : bands.low).glyph;
      drawBox(plot, fromX, bottom - ownHeight, toX - fromX, ownHeight, { colour: edge });
    }
  }
}

/** Height of the bands of the lanes of a row, px. */
const bandHeight = ({ row, y }: PlacedRow) =>
  Math.max(2, (y.start - y.end) / Math.max(1, row.lines.length) - BAND_GAP_PX);

/** A name for each value on its longest band with room, and one for the gaps. */
export function bandMarks(plot: PlacedPlot, rows: readonly PlacedRow[]): TextMark[] {
  const { bands } = plot.model;
  if (bands === undefined) return [];
  const candidates = rows
    .flatMap((row) => {
      const height = bandHeight(row);
      return bandsOfRow(plot, row, bands).flatMap(({ bands: shownBands, bottom }) =>
        shownBands.flatMap((band) => placeOnBand(band, bottom, height)),
      );
    })
    .sort((a, b) => b.roomPx - a.roomPx);
  const isOfValue = [
    (value: number) => value > 0,
    (value: number) => value <= 0,
    (value: number) => Number.isNaN(value),
  ];
  return isOfValue.flatMap((isWanted, index) => {
    const longestCandidate = candidates.find(({ value }) => isWanted(value));
    const look = { font: SMALL_TEXT_FONT, heightPx: MIN_WORDS_ROOM_PX, priority: NOTE_PRIORITY } as const;
    return longestCandidate === undefined
      ? []
      : textMark(BAND_KEYS[index] ?? '', longestCandidate.words, [longestCandidate.place], look);
  });
}

/** The keys of the names of high values, of low ones and of gaps. */
export const BAND_KEYS = ['band high', 'band low', 'band gap'] as const;

/** The place of the words of a band: on a tall band and in a gap, and over a thin band. None without room. */
function placeOnBand({ value, fromX, toX, words }: Band, bottom: number, height: number) {
  const isGap = Number.isNaN(value);
  const isOver = value <= 0;
  const insetPx = isGap ? GAP_INSET_PX : WORDS_INSET_PX;
  const roomHeight = isOver ? height - thinHeight(height) : height;
  const roomPx = toX - fromX - 2 * insetPx;
  const hasRoom =
    roomHeight >= (isOver ? MIN_WORDS_OVER_PX : MIN_WORDS_ROOM_PX) && pageRuler()(words, SMALL_TEXT_FONT) <= roomPx;
  const ink: Ink = value > 0 ? 'surface' : isGap ? 'muted' : 'text';
  const place: TextPlace = { x: toX - insetPx, y: bottom - height + roomHeight / 2, align: 'right', ink };
  return words === '' || !hasRoom ? [] : [{ value, words, roomPx, place }];
}

/** The bands of a line in the shown time. The longest one of each value, and the gaps, have their names. */
function bandsOf(plot: PlacedPlot, line: PlotLine, bands: PlotBands): readonly Band[] {
  const { model, x } = plot;
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
  return stretches.map((stretch) => {
    const name = stretch === longestHigh ? bands.high.name : stretch === longestLow ? lowName : '';
    return { ...stretch, words: Number.isNaN(stretch.value) ? bands.none : name };
  });
}

/** Height of a thin band in a row of this height, px. */
const thinHeight = (height: number) => Math.max(1, Math.round(THIN_BAND_SHARE * height));

/** Signs of a key that look like a tall band and like a thin one. */
const TALL_SIGN = '■';
const THIN_SIGN = '▬';

/** The meaning of the bands, in a few words; of their gaps alone, if names on them say the rest. */
export function bandsWording({ high, low, none }: PlotBands, areNamed: boolean): Wording {
  if (areNamed) return `gap: ${none}`;
  const inkOf = ({ glyph }: PlotBands['high']): Ink => [glyph.edge, glyph.edge];
  return [
    { words: TALL_SIGN, ink: inkOf(high) },
    ` ${high.name} (tall) · `,
    { words: THIN_SIGN, ink: inkOf(low) },
    ` ${low.name} (thin) · gap: ${none}`,
  ];
}
