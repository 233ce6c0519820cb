/** The words of a plot: the names of its rows, the meaning of its figures, and the name of its axis. */

import { drawPacket } from '../draw/packets.ts';
import { SMALL_DRAWING_FONT } from '../draw/palette.ts';
import { drawText } from '../draw/pen.ts';
import { fittingText, SMALL_MUTED, textWidth } from '../draw/shapes.ts';
import { areBandsNamed, formatBands, writeBands } from './bands.ts';
import { drawNoValuesText } from './no-values-text.ts';
import { PLOT_MARGIN, type PlacedPlot, type PlacedRow, ROW_GAP_PX, TEXT_OVER_ROWS_Y } from './plot-layout.ts';
import { drawnRows, type RowSpan, rowsOfGroup, showsBand } from './plot-lines.ts';
import type { PlotBands, PlotLine } from './plot-model.ts';
import { stripsMeaning } from './strip-axes.ts';
import { WARMUP_KEY } from './warmup-shade.ts';

/** The name of the axis of time. */
const TIME_NAME = 'simulated time (s)';
/** Space between the name of the axis and the words behind it, px. */
const FOOT_GAP_PX = 12;

/** The meaning of the figures: the time of the cursor, or that of the means and of the counted drops. */
function formatMeaning({ model: { cursorSeconds, meaning }, rug }: PlacedPlot): string {
  if (cursorSeconds !== undefined) return `${cursorSeconds.toFixed(2)} s`;
  return rug === undefined ? meaning : `drops and ${meaning}`;
}

/** Left edge of the meaning of the figures, with a space before it, px. */
export function meaningStartX(plot: PlacedPlot): number {
  return plot.width - 2 - ROW_GAP_PX - textWidth(plot.context, formatMeaning(plot), SMALL_DRAWING_FONT);
}

/** Writes the meaning of the figures over them. */
export function drawPlotMeaning(plot: PlacedPlot): void {
  const look = { ink: 'muted', isSmall: true, align: 'right' } as const;
  drawText(plot, formatMeaning(plot), plot.width - 2, TEXT_OVER_ROWS_Y, look);
}

/** The meaning of the bands in the foot. */
interface BandsKey {
  readonly bands: PlotBands;
  /** The meaning of the gaps only: names on the bands say the rest. */
  readonly areNamed: boolean;
}

/**
 * The longest meaning of the bands that has room in the foot beside its name, with the reason of their gaps if there are any.
 * @param areNamed bands of both values have their names on them, so that their signs may be left out
 */
function bandsInFoot(plot: PlacedPlot, name: string, areNamed: boolean): BandsKey | undefined {
  const { context, width, left, model } = plot;
  const { bands, gapMeaning, rows } = model;
  if (bands === undefined) return undefined;
  const hasGaps = rows.some(({ lines }) => lines.some((line) => hasGap(line, plot)));
  const wordings =
    hasGaps && gapMeaning !== undefined ? [{ ...bands, none: `${bands.none}, ${gapMeaning}` }, bands] : [bands];
  const choices = wordings.flatMap((wording): BandsKey[] => [
    { bands: wording, areNamed: false },
    ...(areNamed ? [{ bands: wording, areNamed }] : []),
  ]);
  const maxWidth = width - 2 - left - FOOT_GAP_PX - textWidth(context, name);
  const widthOf = (key: BandsKey) => textWidth(context, formatBands(key.bands, key.areNamed), SMALL_DRAWING_FONT);
  return choices.find((choice) => widthOf(choice) <= maxWidth);
}

/** Draws the name and the glyph of a class over its row, or at the left of it. */
export function drawRowName(plot: PlacedPlot, { row: { name, glyph }, y, heading }: PlacedRow): void {
  const isBeside = plot.names === 'left';
  if (name === '' && !isBeside) return;
  const [left, middle] = isBeside ? [2, (y.start + y.end) / 2] : [plot.left, heading];
  if (glyph !== undefined) drawPacket(plot, glyph, left, middle - 4, 8);
  drawText(plot, name, glyph === undefined ? left : left + 13, middle, { hasGround: !isBeside });
}

/** Writes that there are no values, in the middle of a row: the name of the row is above it. */
export function drawEmptyPlotText(plot: PlacedPlot, rowCount: number): void {
  const { left, right, bottom } = plot;
  const middle = (Math.floor(rowCount / 2) + 0.5) / Math.max(1, rowCount);
  drawNoValuesText(plot, (left + right) / 2, PLOT_MARGIN.top + middle * (bottom - PLOT_MARGIN.top));
}

interface FootTexts {
  /** The meaning of the rug, from the longest words to the shortest. */
  readonly rugTexts: readonly string[];
  /** Number of rows without room. */
  readonly hiddenCount: number;
  /** The ground of the warm-up has no name. */
  readonly needsGroundKey: boolean;
}

/**
 * Writes the name of the axis and, where there is room beside it, the meaning of the rug, of the points and of the ground.
 * @param rows the rows that are drawn
 */
export function drawFootText(
  plot: PlacedPlot,
  rows: readonly PlacedRow[],
  { rugTexts, hiddenCount, needsGroundKey }: FootTexts,
): void {
  const { context, width, height, left, right } = plot;
  const y = height - 6;
  const moreText =
    hiddenCount > 0 ? ` · ${hiddenCount} more ${hiddenCount === 1 ? 'class' : 'classes'} in the table` : '';
  const name = `${TIME_NAME}${moreText}`;
  const { bands } = plot.model;
  const areNamed = areBandsNamed(plot, rows);
  const bandsKey = bandsInFoot(plot, name, areNamed);
  const keyWidth = (key: PlotBands, areBandsShort: boolean) =>
    textWidth(context, formatBands(key, areBandsShort), SMALL_DRAWING_FONT);
  if (bandsKey !== undefined) {
    const keyPx = keyWidth(bandsKey.bands, bandsKey.areNamed);
    writeBands(plot, bandsKey.bands, bandsKey.areNamed, width - 2 - keyPx, y);
    drawText(plot, name, left, y, { ink: 'muted' });
    return;
  }
  const lineMeanings = [GAP_WORDS, SHORT_GAP_WORDS].map((gapWords) => meaningsOfLines(plot, rows, gapWords));
  // From all to the last one only, which a reader cannot guess.
  const lineEndings = [...lineMeanings.map((all) => all.join(' · ')), ...lineMeanings.map((all) => all.at(-1) ?? '')];
  const endings = bands === undefined ? [...new Set(lineEndings)] : [];
  const footTexts = endings.flatMap((meaningText) =>
    meaningText === '' ? [] : rugTexts.map((text) => `${text} · ${meaningText}`),
  );
  // The rug has its name beside it, so the meaning of the lines goes before its time step.
  const meanings = rugTexts.length > 0 ? [...footTexts, ...endings, ...rugTexts] : endings;
  const candidates = needsGroundKey
    ? [...meanings.filter((text) => text !== '').map((text) => `${text} · ${WARMUP_KEY}`), ...meanings, WARMUP_KEY]
    : meanings;
  const namePx = textWidth(context, name);
  const textsX = left + namePx + FOOT_GAP_PX;
  // Below the labels too, only as far as the words need it.
  const maxWidth = width - 2 - textsX;
  const shownCandidates = candidates.filter((candidate) => candidate !== '');
  const texts = fittingText(context, shownCandidates, maxWidth, SMALL_MUTED);
  if (bands !== undefined) {
    // The meaning of the bands is below the labels too, and the name of the axis gives way.
    const keyX = width - 2 - keyWidth(bands, areNamed);
    const nameX = Math.min(left, keyX - FOOT_GAP_PX - namePx);
    if (nameX >= 0) {
      writeBands(plot, bands, areNamed, keyX, y);
      drawText(plot, name, nameX, y, { ink: 'muted' });
      return;
    }
  }
  if (texts === undefined) drawText(plot, name, (left + right) / 2, y, { ink: 'muted', align: 'center' });
  else {
    const textsRight = Math.max(right, textsX + textWidth(context, texts, SMALL_DRAWING_FONT));
    drawText(plot, texts, textsRight, y, { ink: 'muted', isSmall: true, align: 'right' });
    drawText(plot, name, left, y, { ink: 'muted' });
  }
}

/** The scale of strips, and the meanings of the points of the lines, of their bands and of their gaps, and of thresholds without a line. */
function meaningsOfLines(plot: PlacedPlot, rows: readonly PlacedRow[], gapWords: string): readonly string[] {
  const { isFilled, note, gapMeaning, hasLossGaps, thresholdNote = '', hasPlainLines = false } = plot.model;
  const lines = plot.model.rows.flatMap((row) => row.lines);
  const hasBands = lines.some(({ upperValue }) => upperValue !== undefined);
  const isDense = lines.some((line) => rowsOfGroup(line, plot.x) > 1);
  const points = isDense
    ? isFilled || hasPlainLines
      ? 'curve: mean'
      : 'curve: median, p5 to p95'
    : isFilled
      ? ''
      : hasBands && !showsBand(plot, rows)
        ? ''
        : note;
  const gaps =
    gapMeaning !== undefined && rows.some(({ row }) => row.lines.some((line) => hasGap(line, plot)))
      ? `${hasLossGaps === true ? LOSS_WORDS : gapWords}${gapMeaning}`
      : '';
  return [stripsMeaning(rows) ?? '', points, gaps, thresholdNote].filter((candidate) => candidate !== '');
}

/** The words before the meaning of a line over a gap, and those of a narrow plot. */
const GAP_WORDS = 'thin line: ';
const SHORT_GAP_WORDS = 'thin: ';
/** The words before the meaning of a gap that is a loss. */
const LOSS_WORDS = '×: ';

/** A thin line over a narrower gap is not seen, px. */
const MIN_SEEN_GAP_PX = 5;

/** Whether a line has a gap with a meaning between two drawn values, wide enough to be seen, or with a ×. */
function hasGap(line: PlotLine, { model, x }: PlacedPlot): boolean {
  const isLoss = model.hasLossGaps === true;
  // A group of rows has a value if one of them has: a gap is seen if it is longer than two groups. It has no ×.
  const groupRows = rowsOfGroup(line, x);
  if (isLoss && groupRows > 1) return false;
  const minGapRows = groupRows === 1 ? 2 : 2 * groupRows;
  const isSeen = (fromX: number, toX: number) => {
    const middle = (fromX + toX) / 2;
    // A × is seen over each gap, however narrow it is.
    return isLoss
      ? middle >= x.start && middle <= x.end
      : Math.min(toX, x.end) - Math.max(fromX, x.start) >= MIN_SEEN_GAP_PX;
  };
  const hasGapIn = ({ firstRow, endRow }: RowSpan) => {
    let lastRow: number | undefined;
    for (let row = firstRow; row < endRow; row++) {
      if (Number.isNaN(line.value(row))) continue;
      if (
        lastRow !== undefined &&
        row >= lastRow + minGapRows &&
        line.joinsRows?.(lastRow, row) !== true &&
        isSeen(x(line.timeSeconds(lastRow)), x(line.timeSeconds(row)))
      )
        return true;
      lastRow = row;
    }
    return false;
  };
  const { past, future } = drawnRows(line, model);
  return hasGapIn(past) || (future !== undefined && hasGapIn(future));
}
