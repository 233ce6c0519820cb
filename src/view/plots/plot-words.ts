/**
 * The words of a plot that belong to no axis and no line: the names of its rows, the meaning of its figures, a peak, a
 * point with its value, and the foot.
 */

import { NAME_PRIORITY, NOTE_PRIORITY, NUMBER_PRIORITY, textMark } from '../../scene/axis-marks.ts';
import type { TextMark, TextPlace, Wording } from '../../scene/marks.ts';
import { lineWidth, SMALL_TEXT_FONT, TEXT_FONT } from '../../scene/text-ruler.ts';
import { laneLetter } from '../../shared/lane-letters.ts';
import { formatDecimals } from '../../shared/number-text.ts';
import { pageRuler } from '../draw/paint-texts.ts';
import { bandsWording } from './bands.ts';
import type { PlacedPlot, PlacedRow } from './plot-drawing.ts';
import { nameWidth, PLOT_MARGIN, TEXT_OVER_ROWS_Y } from './plot-layout.ts';
import { drawnRows, type RowSpan, rowsOfGroup, showsBand } from './plot-lines.ts';
import { firstRowFrom, isMeasuredLine, type PlotAnnotation, type PlotLine } from './plot-model.ts';
import { stripsMeaning } from './row-axes.ts';
import { WARMUP_KEY } from './warmup-shade.ts';

const SMALL_MUTED_WORD = { font: SMALL_TEXT_FONT, ink: 'muted' } as const;
/** The name of the axis of time. */
const TIME_NAME = 'simulated time (s)';
/** Space between the name of the axis and the words behind it, px. */
const FOOT_GAP_PX = 12;
/** Distance of its middle from the lower edge, and its height, px. */
const FOOT_MIDDLE_PX = 6;
const FOOT_HEIGHT_PX = 12;
/** Width of the glyph of a class with the space behind it, px. */
const GLYPH_PX = 13;
/** Half of the height of a line of words, px. */
const HALF_LINE_PX = 7;
/** Words in the line of a name may be this much higher than the name, px. */
const HEADING_REACH_PX = 4;
/** Space beside the meaning of the figures, px. */
const MEANING_ROOM_PX = 7;

/** The meaning of the figures over them: the time of the cursor, or that of the means and of the counted drops. */
export function meaningMark({ model: { cursorSeconds, meaning }, rug, width, right }: PlacedPlot): TextMark {
  const words =
    cursorSeconds !== undefined
      ? `${cursorSeconds.toFixed(2)} s`
      : rug === undefined
        ? meaning
        : `drops and ${meaning}`;
  // Figures from the upper edge on leave only the line over the axes. Among the figures, the words would be read as one
  // of them.
  const places = [width - 2, right].map((x): TextPlace => ({ x, y: TEXT_OVER_ROWS_Y, align: 'right' }));
  const bounds = { top: TEXT_OVER_ROWS_Y - HALF_LINE_PX, bottom: TEXT_OVER_ROWS_Y + HALF_LINE_PX };
  return textMark('meaning', words, places, { ...SMALL_MUTED_WORD, canBeCut: true, bounds, roomPx: MEANING_ROOM_PX });
}

/** The name of a class over its row, or at the left of it, behind its glyph. */
export function rowNameMarks(plot: PlacedPlot, rows: readonly PlacedRow[]): TextMark[] {
  return rows.flatMap((row, index) => {
    const { name, glyph } = row.row;
    const { left, middle } = rowNamePlace(plot, row);
    const place = [left + (glyph === undefined ? 0 : GLYPH_PX), middle, 'left'] as const;
    return name === '' ? [] : textMark(`row ${index}`, name, place, { hasGround: plot.names !== 'left' });
  });
}

/** Left end and middle of the name of a row with its glyph, px. */
export const rowNamePlace = ({ names, left }: PlacedPlot, { y, heading }: PlacedRow) =>
  names === 'left' ? { left: 2, middle: (y.start + y.end) / 2 } : { left, middle: heading };

/** That there are no values, in the middle of a row: the name of the row is above it. */
export function emptyPlotMark({ left, right, bottom }: PlacedPlot, rowCount: number): TextMark {
  const middle =
    PLOT_MARGIN.top + ((Math.floor(rowCount / 2) + 0.5) / Math.max(1, rowCount)) * (bottom - PLOT_MARGIN.top);
  return textMark('no values', 'No values yet', [(left + right) / 2, middle, 'centre'], {
    ink: 'muted',
    hasGround: true,
  });
}

/** The name of the values after the present time, if they are at least as wide. */
export function aheadMarks(plot: PlacedPlot, [first]: readonly PlacedRow[]): TextMark[] {
  const { model, x, right } = plot;
  if (first === undefined || model.bands !== undefined) return [];
  const ends = first.row.lines.map(({ rowCount, timeSeconds }) => (rowCount === 0 ? 0 : timeSeconds(rowCount - 1)));
  return [aheadMark(x(model.nowSeconds), Math.min(right, x(Math.max(...ends))), first.y.start)];
}

const AHEAD_GAP_PX = 4;

/**
 * The name of the faint values.
 * @param nowX place of the present time, px
 * @param endX place of the last value, px
 */
export const aheadMark = (nowX: number, endX: number, bottom: number, key = 'ahead'): TextMark =>
  textMark(key, 'ahead', [nowX + AHEAD_GAP_PX, bottom - 8, 'left'], {
    ...SMALL_MUTED_WORD,
    priority: NOTE_PRIORITY,
    bounds: { right: endX - AHEAD_GAP_PX },
  });

/** Distance of the value of a peak from the peak, and of its middle from the end of the axis, px. */
const BESIDE_CUT_PX = 7;
const PEAK_LINES_PX = [8, 20];

/**
 * The values of peaks before the axis settled that the axis cuts: in the line of the name, which no curve crosses, or
 * beside the peak.
 */
export function peakMarks(plot: PlacedPlot, rows: readonly PlacedRow[]): TextMark[] {
  const { model, x, left, names } = plot;
  return rows.flatMap(({ row, y, peak, heading }, index) => {
    if (peak === undefined || !(peak.value > y.to)) return [];
    const peakX = Math.max(left + 4, x(peak.seconds));
    // The line of the first name has moments too.
    const isInHeading = names === 'above' && (heading > TEXT_OVER_ROWS_Y || model.moments.length === 0);
    const places: TextPlace[] = [
      ...(isInHeading ? [{ x: Math.max(peakX - 4, left + nameWidth(row)), y: heading, align: 'left' as const }] : []),
      ...PEAK_LINES_PX.flatMap((downPx): TextPlace[] => [
        { x: peakX + BESIDE_CUT_PX, y: y.end + downPx, align: 'left' },
        { x: peakX - BESIDE_CUT_PX, y: y.end + downPx, align: 'right' },
      ]),
    ];
    // Without it, a reader would take the end of the axis for the peak. The lines of moments go behind it.
    const look = { font: SMALL_TEXT_FONT, hasGround: true, priority: NUMBER_PRIORITY, bounds: { left } };
    return textMark(`peak ${index}`, `peak ${formatDecimals(peak.value, 3)}`, places, look);
  });
}

/** A row, and the point of one of its lines that has words beside it, px. */
interface AnnotatedPoint {
  readonly placedRow: PlacedRow;
  readonly annotation: PlotAnnotation;
  readonly x: number;
  readonly y: number;
}

/** The annotated point in the row with the line of its lane; undefined if it is not on the axes. */
export function annotatedPoint(plot: PlacedPlot, rows: readonly PlacedRow[]): AnnotatedPoint | undefined {
  const { annotation, fromSeconds, toSeconds } = plot.model;
  if (annotation === undefined) return undefined;
  const { lane, classIndex, seconds, value } = annotation;
  const placedRow = rows.find(
    ({ row }) => row.classIndex === classIndex && row.lines.some((line) => isMeasuredLine(line) && line.lane === lane),
  );
  if (placedRow === undefined || seconds < fromSeconds || seconds > toSeconds || value > placedRow.y.to)
    return undefined;
  return { placedRow, annotation, x: plot.x(seconds), y: placedRow.y(value) };
}

const POINT_GAP_PX = 8;
const POINT_OVER_PX = 11;
/** Least height of a step that has the words beside it, px. */
const MIN_STEP_PX = 24;
/** Distances of the words from a peak without room over it, px: to its right or to its left. */
const BESIDE_PEAK_PX = [8, -8, -16, -24, -32, -48, -64];

/**
 * The words beside a point: over a peak or beside it; before the step that leads to a point, because below another line
 * at its end they would be read as the label of that line; or below the point, where they do not cover the line after
 * it.
 */
export function annotationMark(plot: PlacedPlot, { placedRow, annotation, x, y }: AnnotatedPoint): TextMark {
  const { left, right, names } = plot;
  const { row, y: scale, heading } = placedRow;
  const { lane, isPeak, text, shortText } = annotation;
  // Two lanes can have the same value, so the words begin with the letter of their lane.
  const hasLetter = lane !== undefined && row.lines.filter(isMeasuredLine).length > 1;
  // The line of the name is free behind the name. Over the first row of a plot, moments are there.
  const isInHeading = row.name !== '' && names !== 'left' && heading > TEXT_OVER_ROWS_Y;
  const placesAround: TextPlace[] = [
    { x, y: y - POINT_OVER_PX, align: 'centre', slides: true },
    ...BESIDE_PEAK_PX.map(
      (px): TextPlace => ({
        x: x + px,
        y: Math.max(scale.end + HALF_LINE_PX, y),
        align: px > 0 ? 'left' : 'right',
      }),
    ),
  ];
  const placesBelow = [POINT_GAP_PX, -POINT_GAP_PX].map(
    (px): TextPlace => ({
      x: x + px,
      y: Math.min(scale.start - HALF_LINE_PX, y + POINT_OVER_PX),
      align: px > 0 ? 'left' : 'right',
    }),
  );
  return textMark(
    'annotation',
    '',
    [...(isPeak ? placesAround : stepPlaces(plot, placedRow, annotation)), ...placesBelow],
    {
      wordings: shortText === undefined ? [text] : [text, shortText],
      letter: hasLetter ? laneLetter(lane) : undefined,
      font: SMALL_TEXT_FONT,
      hasGround: true,
      bounds: {
        left: left + 3,
        right,
        top: isInHeading ? heading - HALF_LINE_PX - HEADING_REACH_PX : scale.end,
        bottom: scale.start,
      },
      avoids: ['curve', 'reference'],
    },
  );
}

/** The place before a high step to the point, at the middle of the height of the step. */
function stepPlaces({ x }: PlacedPlot, { row, y }: PlacedRow, { lane, seconds, value }: PlotAnnotation): TextPlace[] {
  const line = row.lines.find((candidate) => isMeasuredLine(candidate) && candidate.lane === lane);
  const rowBefore = line === undefined ? -1 : firstRowFrom(line, seconds) - 1;
  if (line === undefined || rowBefore < 0) return [];
  const [fromY, toY] = [y(line.value(rowBefore)), y(value)];
  if (!(Math.abs(fromY - toY) >= MIN_STEP_PX)) return [];
  return [{ x: x(line.timeSeconds(rowBefore)) - POINT_GAP_PX, y: (fromY + toY) / 2, align: 'right' }];
}

interface FootTexts {
  /** The meaning of the rug, from the longest words to the shortest. */
  readonly rugTexts: readonly string[];
  /** Number of rows without room. */
  readonly hiddenCount: number;
  /** The ground of the warm-up has no name. */
  readonly needsGroundKey: boolean;
  /** Bands of both values have their names on them, so that their signs may be left out. */
  readonly areBandsNamed: boolean;
}

/**
 * The name of the axis and, where there is room beside it, the meaning of the rug, of the points and of the ground, or
 * that of the bands.
 * @param rows the rows that are drawn
 */
export function footMarks(plot: PlacedPlot, rows: readonly PlacedRow[], foot: FootTexts): TextMark[] {
  const { width, height, left, right, model } = plot;
  const { hiddenCount, areBandsNamed } = foot;
  const y = height - FOOT_MIDDLE_PX;
  const moreText =
    hiddenCount > 0 ? ` · ${hiddenCount} more ${hiddenCount === 1 ? 'class' : 'classes'} in the table` : '';
  const name = `${TIME_NAME}${moreText}`;
  const { bands } = model;
  const wordings = bands === undefined ? lineWordings(plot, rows, foot) : bandsWordings(plot, rows, areBandsNamed);
  const behindName = left + pageRuler()(name, TEXT_FONT) + FOOT_GAP_PX;
  const isBehindName = (words: Wording) => behindName + lineWidth(words, SMALL_TEXT_FONT, pageRuler()) <= width - 2;
  // The meaning of bands has no other place: the name of the axis gives way.
  const givesWay = bands !== undefined && !wordings.some(isBehindName);
  const nameXs = wordings.length === 0 ? [] : [left, ...(givesWay ? [left / 2, 0] : [])];
  const namePlaces = nameXs.map((x): TextPlace => ({ x, y, align: 'left' }));
  const look = { ink: 'muted', heightPx: FOOT_HEIGHT_PX, canBeCut: true } as const;
  const nameMark = textMark('time', name, [...namePlaces, { x: (left + right) / 2, y, align: 'centre' }], look);
  if (wordings.length === 0) return [nameMark];
  // Below the labels too, only as far as the words need it.
  const atEnd: TextPlace = { x: bands === undefined ? right : width - 2, y, align: 'right' };
  const meaning = textMark('foot', '', [atEnd, { x: behindName, y, align: 'left' }], {
    ...SMALL_MUTED_WORD,
    wordings: givesWay ? wordings.slice(-1) : wordings,
    priority: givesWay ? NAME_PRIORITY : NUMBER_PRIORITY,
    bounds: { right: width - 2 },
    roomPx: FOOT_GAP_PX,
  });
  return givesWay ? [meaning, { ...nameMark, priority: NUMBER_PRIORITY }] : [nameMark, meaning];
}

/** The meaning of the bands, with the reason of their gaps if there are any. */
function bandsWordings(plot: PlacedPlot, rows: readonly PlacedRow[], areNamed: boolean): Wording[] {
  const { bands, gapMeaning } = plot.model;
  if (bands === undefined) return [];
  const hasGaps = rows.some(({ row }) => row.lines.some((line) => hasGap(line, plot)));
  const reason = hasGaps && gapMeaning !== undefined ? [{ ...bands, none: `${bands.none}, ${gapMeaning}` }] : [];
  return [...reason, bands].flatMap((wording) => [
    bandsWording(wording, false),
    ...(areNamed ? [bandsWording(wording, true)] : []),
  ]);
}

/** From all meanings, with those of symbols, to the last one only, which a reader cannot guess. */
function lineWordings(plot: PlacedPlot, rows: readonly PlacedRow[], { rugTexts, needsGroundKey }: FootTexts): string[] {
  const lineMeanings = [GAP_WORDS, SHORT_GAP_WORDS].map((gapWords) => meaningsOfLines(plot, rows, gapWords));
  const { symbolNote = '' } = plot.model;
  const withSymbols = symbolNote === '' ? [] : lineMeanings.map((all) => [...all, symbolNote].join(' · '));
  const endings = [
    ...new Set([
      ...withSymbols,
      ...lineMeanings.map((all) => all.join(' · ')),
      ...lineMeanings.map((all) => all.at(-1) ?? ''),
    ]),
  ].filter((words) => words !== '');
  // The rug has its name beside it, so the meaning of the lines goes before its time step.
  const meanings = [
    ...endings.flatMap((ending) => rugTexts.map((text) => `${text} · ${ending}`)),
    ...endings,
    ...rugTexts,
  ];
  return needsGroundKey ? [...meanings.map((text) => `${text} · ${WARMUP_KEY}`), ...meanings, WARMUP_KEY] : meanings;
}

/**
 * The scale of strips, and the meanings of the points of the lines, of their bands and of their gaps, and of thresholds
 * without a line.
 */
function meaningsOfLines(plot: PlacedPlot, rows: readonly PlacedRow[], gapWords: string): readonly string[] {
  const { isFilled, note, gapMeaning, thresholdNote = '', hasPlainLines = false } = plot.model;
  const lines = plot.model.rows.flatMap((row) => row.lines);
  const hasBands = lines.some(({ upperValue }) => upperValue !== undefined);
  const isDense = lines.some((line) => rowsOfGroup(line, plot.x) > 1);
  const points = isDense
    ? isFilled || hasPlainLines
      ? 'curve: mean'
      : 'curve: mean, p5 to p95 of windows'
    : isFilled
      ? ''
      : hasBands && !showsBand(plot, rows)
        ? ''
        : note;
  const gaps =
    gapMeaning !== undefined && rows.some(({ row }) => row.lines.some((line) => hasGap(line, plot)))
      ? `${lines.some(({ lostCount }) => lostCount) ? LOSS_WORDS : gapWords}${gapMeaning}`
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

/**
 * Whether a line has a gap with a meaning between two drawn values, wide enough to be seen, or a loss, which has a ×.
 */
function hasGap(line: PlotLine, { model, x }: PlacedPlot): boolean {
  // A group of rows has a value if one of them has: a gap is seen if it is longer than two groups.
  const groupRows = rowsOfGroup(line, x);
  const minGapRows = groupRows === 1 ? 2 : 2 * groupRows;
  const isSeen = (fromX: number, toX: number) => Math.min(toX, x.end) - Math.max(fromX, x.start) >= MIN_SEEN_GAP_PX;
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
  const { lostCount } = line;
  const hasLossIn = ({ firstRow, endRow }: RowSpan) => {
    for (let row = firstRow; row < endRow; row++) {
      const rowX = x(line.timeSeconds(row));
      if (lostCount !== undefined && lostCount(row) > 0 && rowX >= x.start && rowX <= x.end) return true;
    }
    return false;
  };
  const hasMeaningIn = lostCount === undefined ? hasGapIn : hasLossIn;
  const { past, future } = drawnRows(line, model);
  return hasMeaningIn(past) || (future !== undefined && hasMeaningIn(future));
}
