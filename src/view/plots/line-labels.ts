/**
 * The labels at the ends of the lines: the letter of the lane, its policy if there is room, a symbol, and the figure.
 */

import { textMark } from '../../scene/axis-marks.ts';
import type { TextMark, Wording } from '../../scene/marks.ts';
import { widthOfText } from '../../scene/place-texts.ts';
import { spreadLabels } from '../../scene/spread-labels.ts';
import { BOLD_TEXT_FONT, SMALL_BOLD_TEXT_FONT, SMALL_TEXT_FONT, TEXT_FONT } from '../../scene/text-ruler.ts';
import { laneLetter } from '../../shared/lane-letters.ts';
import { formatDecimals, formatSigned } from '../../shared/number-text.ts';
import { pageRuler } from '../draw/paint-texts.ts';
import { drawLine } from '../draw/pen.ts';
import type { LabelLayout, PlacedPlot, PlacedRow, PlotDrawing } from './plot-drawing.ts';
import { drawnRows } from './plot-lines.ts';
import { isMeasuredLine, lineValueAt, type PlotLine, type PlotModel } from './plot-model.ts';

/** Largest share of the width for labels, and for labels with names, with a measured line or in two columns. */
const MAX_LABELS_SHARE = 0.2;
const MAX_WIDE_LABELS_SHARE = 0.3;
/** In a narrower canvas, px, the lines need the room of the names of policies. */
const MIN_NAMED_LABELS_PX = 480;
const LABEL_HEIGHT_PX = 14;
/** Space between the labels of two rows, px. */
const ROW_LABELS_GAP_PX = 4;
/** Labels are lower if a row has no room for all of them. Below this height, px, their letters are smaller too. */
const SMALL_LABEL_HEIGHT_PX = 11;
const MIN_LABEL_HEIGHT_PX = 9.5;
/** Space between a label and the next one, px: the solver keeps a pixel. */
const LABELS_APART_PX = 1.1;
/** Distance of the middle of a label from the ends of its row, px, if the row has room: the words over it stay free. */
const EDGE_INSET_PX = 7;
/** Length and width of the tick at the height of a mean, px. */
const MEAN_TICK_PX = 7;
const MEAN_TICK_WIDTH_PX = 2.5;
/**
 * Distance between a label and the line from its tick, and the largest difference of their heights without such a line,
 * px.
 */
const MEAN_LINE_GAP_PX = 2;
const MAX_UNLINKED_PX = 4;
/** Space between the plot and the labels, and between two columns of labels, px. */
const LABELS_GAP_PX = 5;
const COLUMN_GAP_PX = 8;

/** Most digits after the point of a figure. */
const MAX_DECIMALS = 3;
/** Largest error of a figure with fewer digits, as a part of it. */
const MAX_ROUNDING_ERROR = 0.05;

/** The value of a line that its label shows: at the cursor, or its mean without a cursor. */
const shownValue = (line: PlotLine, { cursorSeconds }: PlotModel): number =>
  cursorSeconds === undefined ? line.mean : lineValueAt(line, cursorSeconds);

/**
 * The figure of a label.
 * @param maxDecimals largest number of digits after the point
 */
function formatLineValue(line: PlotLine, model: PlotModel, maxDecimals = MAX_DECIMALS): string {
  const value = shownValue(line, model);
  const { bands, cursorSeconds } = model;
  if (bands !== undefined && cursorSeconds !== undefined)
    return Number.isNaN(value) ? bands.none : (value > 0 ? bands.high : bands.low).name;
  if (bands !== undefined) return `${formatDecimals(value, 0)} %`;
  return model.isFilled ? formatSigned(value, maxDecimals) : formatDecimals(value, maxDecimals);
}

/** The words of a label after its letter: a symbol is before the figure, the name of a policy before both. */
const wordsOf = ({ symbol, name }: PlotLine, figure: string, hasName: boolean): Wording => [
  ...(hasName && name !== undefined && symbol === '' ? [name, ' '] : []),
  ...(symbol === '' ? [] : [{ symbol }, ' ']),
  figure,
];

/** Every line of the plot's quantity in a row has a label. */
const labelsOfRow = ({ rows }: PlotModel) =>
  Math.max(0, ...rows.map(({ lines }) => lines.filter(isMeasuredLine).length));

/** Smallest height of the labels of a row, px. */
export function minLabelsHeight(model: PlotModel, columnCount: number): number {
  return Math.ceil(labelsOfRow(model) / columnCount) * MIN_LABEL_HEIGHT_PX;
}

/**
 * Two columns of labels if one has too little room below the next, and two have enough room side by side.
 * @param pitch distance from one row to the next, px
 */
export function labelColumns({ model, width }: PlotDrawing, pitch: number): number {
  if (labelsOfRow(model) * (LABEL_HEIGHT_PX - 1) + ROW_LABELS_GAP_PX <= pitch) return 1;
  return 2 * widestLabel(model, false) + COLUMN_GAP_PX <= MAX_WIDE_LABELS_SHARE * width ? 2 : 1;
}

/** @param mayName whether names of policies may be in the labels */
export function labelForm({ model, width }: PlotDrawing, columnCount: number, mayName: boolean): LabelLayout {
  const spaceFor = (labelsPx: number) => Math.ceil((labelsPx + 2 * LABELS_GAP_PX) / 8) * 8;
  const isNamed = model.rows.some(({ lines }) => lines.some(({ name }) => name !== undefined));
  if (columnCount === 1 && mayName && isNamed && width >= MIN_NAMED_LABELS_PX) {
    const widthPx = spaceFor(widestLabel(model, true));
    if (widthPx <= MAX_WIDE_LABELS_SHARE * width) return { widthPx, columnCount, hasNames: true };
  }
  const widestPx = widestLabel(model, false);
  // The label of a measured line has a word in place of a letter.
  const isWide = columnCount > 1 || model.rows.some(({ lines }) => lines.some(({ lane }) => lane === undefined));
  const share = isWide ? MAX_WIDE_LABELS_SHARE : MAX_LABELS_SHARE;
  const space = columnCount * widestPx + (columnCount - 1) * COLUMN_GAP_PX;
  return { widthPx: Math.min(share * width, spaceFor(space)), columnCount, hasNames: false };
}

/** Width of the widest label, px: at least that of most figures, so that the axis does not move with them. */
function widestLabel(model: PlotModel, hasNames: boolean): number {
  const usualText = model.isFilled ? '+0.000' : '0.000';
  const widthOf = (words: Wording) => widthOfText({ letter: 'A' }, words, pageRuler());
  let widestPx = widthOf(usualText);
  for (const { lines } of model.rows)
    for (const line of lines) {
      widestPx = Math.max(widestPx, widthOf(wordsOf(line, formatLineValue(line, model), hasNames)));
      if (hasNames) widestPx = Math.max(widestPx, widthOf(wordsOf(line, usualText, hasNames)));
    }
  return widestPx;
}

/** A label, and the height of its figure, px. */
interface LabelledEnd {
  readonly line: PlotLine;
  readonly meanY: number;
  y: number;
}

/**
 * The heights of the figures of a row, so that its labels are in their order. Without a figure, it is that of the last
 * value.
 */
function lineEnds({ model }: PlacedPlot, { row, y }: PlacedRow): LabelledEnd[] {
  const height = (y.start - y.end) / Math.max(1, row.lines.length);
  return row.lines.flatMap((line, index) => {
    const figure = shownValue(line, model);
    const value = Number.isNaN(figure) ? lastValue(line, model) : Math.min(figure, y.to);
    const lineY = model.bands === undefined ? y(value) : y.end + (index + 0.5) * height;
    return Number.isNaN(lineY) ? [] : [{ line, y: lineY, meanY: lineY }];
  });
}

function lastValue(line: PlotLine, model: PlotModel): number {
  const { firstRow, endRow } = drawnRows(line, model).past;
  for (let row = endRow - 1; row >= firstRow; row--) if (!Number.isNaN(line.value(row))) return line.value(row);
  return Number.NaN;
}

/** A label with its place, and the height of the mean that it names; undefined if it names none. */
interface LineLabel {
  readonly mark: TextMark;
  readonly meanY: number | undefined;
  readonly x: number;
  readonly y: number;
}

/** The labels of all rows. Their figures have the same largest number of digits after the point. */
export function lineLabels(plot: PlacedPlot, rows: readonly PlacedRow[]): LineLabel[] {
  const decimals = commonDecimals(plot);
  return rows.flatMap((row) => labelsInRow(plot, row, decimals));
}

/**
 * The digits after the point with which each figure fits that fits without them. Undefined if a figure would be rounded
 * so much that it tells another value: 0.1 for 0.071.
 */
function commonDecimals(plot: PlacedPlot): number | undefined {
  const { model, labels } = plot;
  const fits = (line: PlotLine, decimals: number) => {
    const words = wordsOf(line, formatLineValue(line, model, decimals), labels.hasNames);
    const letter = line.lane === undefined ? undefined : laneLetter(line.lane);
    return widthOfText({ letter }, words, pageRuler()) <= columnWidth(plot);
  };
  const lines = model.rows.flatMap((row) => row.lines).filter((line) => fits(line, 0));
  const decimals = [3, 2, 1].find((count) => lines.every((line) => fits(line, count))) ?? 0;
  const values = lines.map((line) => shownValue(line, model)).filter((value) => !Number.isNaN(value));
  return values.every((value) => roundingError(value, decimals) <= MAX_ROUNDING_ERROR) ? decimals : undefined;
}

/** The difference that rounding makes to a figure of `MAX_DECIMALS`, as a part of it. */
function roundingError(value: number, decimals: number): number {
  const figure = Number(value.toFixed(MAX_DECIMALS));
  return figure === 0 ? 0 : Math.abs(Number(value.toFixed(decimals)) / figure - 1);
}

/** Width of a column of labels, px. */
const columnWidth = ({ labels, width, right }: PlacedPlot): number =>
  (width - right - LABELS_GAP_PX + COLUMN_GAP_PX) / labels.columnCount - COLUMN_GAP_PX;

function labelsInRow(plot: PlacedPlot, placedRow: PlacedRow, maxDecimals: number | undefined): LineLabel[] {
  const { model, labels, right } = plot;
  const { columnCount, hasNames } = labels;
  const { start: bottom, end: top } = placedRow.y;
  const heightPx = placedRow.pitch - ROW_LABELS_GAP_PX;
  const allEnds = lineEnds(plot, placedRow);
  // If there is no room for all, labels of the policies' own values are left out.
  const hasRoom = heightPx >= allEnds.length * SMALL_LABEL_HEIGHT_PX;
  const ends = hasRoom ? allEnds : allEnds.filter(({ line }) => isMeasuredLine(line));
  const inColumn = Math.ceil(ends.length / columnCount);
  const height = Math.min(LABEL_HEIGHT_PX, heightPx / inColumn);
  // Around the middle of the row, within the room between its neighbours, and below the words over the first row.
  const labelsHeight = (inColumn - 1) * height;
  const inset = Math.min(EDGE_INSET_PX, Math.max(3, (bottom - top - labelsHeight) / 2));
  const halfHeight = Math.max(labelsHeight, bottom - top - 2 * inset) / 2;
  const middle = Math.max((top + bottom) / 2, top + inset + halfHeight);
  const highestLine = highestEnd(ends, model);
  const from = right + LABELS_GAP_PX;
  const columnPx = columnWidth(plot);
  const isSmall = height < SMALL_LABEL_HEIGHT_PX;
  // In columns, they are in the order of the lanes, as a reader reads.
  const placedLabels =
    columnCount === 1
      ? spreadLabels(ends, middle - halfHeight, middle + halfHeight, height)
      : ends.map((end, index) => ({
          ...end,
          y: middle + (Math.floor(index / columnCount) - (inColumn - 1) / 2) * height,
        }));
  return placedLabels.map(({ line, y, meanY }, index) => {
    const x = from + (index % columnCount) * (columnPx + COLUMN_GAP_PX);
    const isBold = line === highestLine;
    // Rounded, not cut: a number without its last digits is another number.
    const figures = [...(maxDecimals === undefined ? [] : [formatLineValue(line, model, maxDecimals)]), ''];
    const mark = textMark(
      `label ${line.lane} ${line.label} ${line.symbol} ${placedRow.row.name}`,
      figures.map((figure) => wordsOf(line, figure, hasNames && figure !== '')),
      [x, y, 'left'],
      {
        letter: line.lane === undefined ? undefined : laneLetter(line.lane),
        font: isSmall ? (isBold ? SMALL_BOLD_TEXT_FONT : SMALL_TEXT_FONT) : isBold ? BOLD_TEXT_FONT : TEXT_FONT,
        heightPx: height - LABELS_APART_PX,
        bounds: { right: x + columnPx },
      },
    );
    return { mark, x, y, meanY: columnCount === 1 && showsMean(model, line) ? meanY : undefined };
  });
}

/** Whether the label of a line is a mean that has a height in the plot. */
const showsMean = (model: PlotModel, line: PlotLine) =>
  model.cursorSeconds === undefined && model.bands === undefined && isMeasuredLine(line);

/**
 * Draws a tick at the edge of the plot at the height of each mean, and a thin line from it to its label if that is
 * higher or lower.
 */
export function drawMeanTicks(plot: PlacedPlot, labels: readonly LineLabel[]): void {
  const { right } = plot;
  for (const { meanY, x, y } of labels) {
    if (meanY === undefined) continue;
    drawLine(plot, [right - MEAN_TICK_PX, meanY, right, meanY], { widthPx: MEAN_TICK_WIDTH_PX });
    if (Math.abs(y - meanY) > MAX_UNLINKED_PX)
      drawLine(plot, [right, meanY, x - MEAN_LINE_GAP_PX, y], { ink: 'muted' });
  }
}

/** The line of a row of bands whose figure is above those of the others; undefined if none is. */
function highestEnd(ends: readonly LabelledEnd[], model: PlotModel): PlotLine | undefined {
  if (model.bands === undefined || model.cursorSeconds !== undefined) return undefined;
  const [first, second] = ends
    .map(({ line }) => line)
    .filter(({ mean }) => !Number.isNaN(mean))
    .sort((a, b) => b.mean - a.mean);
  if (first === undefined || second === undefined) return undefined;
  return formatLineValue(first, model) === formatLineValue(second, model) ? undefined : first;
}
